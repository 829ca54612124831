# the broker goes away and comes back; it is not there at the start
# limit: 150
start_controller
start_lines
mark
configure
start_agent
expect "the agent listens without a broker" within 10 is_scanning
expect "the network lamp shows it" within 15 shows network broker-unreachable
start_broker
expect "it connects when there is one" within 40 has mqtt '"state":"online"'
walk 180 300
expect "the North rooms is entered" within 30 has_event zone/enter '"name":"North rooms"'
mark
stop_broker
expect "the network lamp shows the loss" within 15 shows network broker-unreachable
sleep 20
mark
start_broker
back_at=$(boot_ms)
expect "events of the outage arrive" within 60 has_event "zone/(enter|exit)"
figure "broker back to events" $(($(boot_ms) - back_at)) ms
expect "positions go on" within 10 has mqtt 'bluedot/board/location '
old_positions() { [ "$(new mqtt | grep -c 'bluedot/board/location ')" -gt 12 ]; }
expect_not "positions of the outage do not" old_positions
