# another program holds a lamp's line
# limit: 150
start_controller
start_lines
start_broker
mark
configure
gpioset --mode=signal "$chip" 1=1 &
holder=$!
within 2 lamp_is radio 1
start_agent
expect "the log names the holder" within 5 has agent 'gpioset'
expect "the agent listens" within 10 is_scanning
expect "the other lamps work" within 10 lamp_is network 1
kill $holder
mark
expect "it takes the line when it is free" within 90 shows radio nothing-heard
