# errors in the configuration: all told at once, with lines; mended by SIGHUP
start_controller
start_lines
start_broker
mark
configure "[radio]" "windows = 3" "[zone]" "[idle]" "after = soon"
start_agent
expect "an unknown key is told with its line" within 5 has agent 'bluedot\.conf:[0-9]+.*windows'
expect "an unknown section too" has agent '\[?zone\]?'
expect "a bad value too" has agent 'soon'
expect "the agent lives" agent_lives
expect "but does not listen" is_not_scanning
configure
kill -HUP "$agent"
expect "mended, it listens" within 10 is_scanning
expect "and is online" within 10 has mqtt '"state":"online"'
mark
configure "[radio]" "windows = 3"
kill -HUP "$agent"
expect "a bad one is refused" within 5 has agent 'windows'
sleep 1
expect "and the old one kept" is_scanning
