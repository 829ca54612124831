# core: a walk through the demo site: zones over MQTT, lamps, a clean stop
# limit: 120
start_all
figure_start
mark
walk 180 230
expect "a position arrives" within 15 has mqtt 'bluedot/board/location .*"source":"beacons"'
expect "the status lamp shows tracking" within 10 shows status tracking
expect "the radio lamp shows beacons" within 10 shows radio beacons-heard
expect "the North rooms are entered" within 20 has_event zone/enter '"name":"North rooms"'
expect "the event lamp tells it" within 5 shows event zone-entered
expect "the Middle room is entered" within 40 has_event zone/enter '"name":"Middle room"'
mark
expect "the North rooms are left" within 30 has_event zone/exit '"name":"North rooms"'
expect "the event lamp tells it" within 5 shows event zone-exited
figure "memory while tracking" "$(agent_kb)" kB
expect "the network lamp was steady" test "$(lamp_changes network)" = 0 -a "$(lamp network)" = 1
expect "a clean stop ends with 0" stop_agent
expect "the scan is off" is_not_scanning
for role in status radio network event; do expect "the $role lamp is dark" lamp_is $role 0; done
expect "the agent is offline" within 3 has mqtt 'bluedot/board/status .*"reason":"stopped"'
