# a user without capabilities, then with CAP_NET_RAW and CAP_NET_ADMIN alone
start_controller
start_lines
start_broker
chmod 666 /dev/gpiochip*
mark
configure
chmod 777 /tmp/state
as-agent bluedot run --config /tmp/bluedot.conf 2>>$logs/agent &
agent=$!
expect "the log names the capability" within 5 has agent 'CAP_NET_(RAW|ADMIN)'
expect "and how to give it" has agent 'AmbientCapabilities'
expect "the radio lamp shows it" within 20 shows radio radio-no-permission
expect "the status tells it" within 10 has mqtt '"radio":\{"state":"noPermission"'
expect "nothing was sent to the controller" test "$(state_of 200c)" = ""
expect "a clean stop ends with 0" stop_agent
mark
as-agent --capable bluedot run --config /tmp/bluedot.conf 2>>$logs/agent &
agent=$!
expect "with the two capabilities alone it listens" within 10 is_scanning
expect "it has no others" grep -q '^CapEff:.0000000000003000$' "/proc/$agent/status"
note_set_up
hciconfig hci0 down
expect "it brings the adapter up" within 30 is_set_up_anew
expect "and stops cleanly" stop_agent
expect "with the scan off" is_not_scanning
