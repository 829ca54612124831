# no Bluetooth adapter at the start; one is plugged in later
start_lines
start_broker
mark
configure
start_agent
expect "the log tells what to do" within 5 has agent 'plug one in'
expect "the radio lamp shows it" within 15 shows radio radio-missing
expect "the agent is online" within 10 has mqtt '"radio":\{"state":"noAdapter"'
plugged_at=$(boot_ms)
start_controller
expect "it listens as soon as there is one" within 20 is_scanning
figure "plugged in to scanning" $(($(scan_time) - plugged_at)) ms
