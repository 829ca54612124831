# a user without capabilities, then with them alone
start_controller
start_lines
start_broker
chmod 666 /dev/gpiochip*
mark
configure
chmod 777 /tmp/state
as_agent() { start-stop-daemon --start --chuid agent --exec /bin/bluedot -- run --config /tmp/bluedot.conf; }
as_agent 2>>$logs/agent &
agent=$!
expect "the log names the capability" within 5 has agent 'CAP_NET_RAW|CAP_NET_ADMIN'
expect "and how to give it" has agent 'AmbientCapabilities'
expect "the radio lamp shows it" within 20 shows radio radio-no-permission
expect "the agent is online" within 10 has mqtt '"radio":"noPermission"'
