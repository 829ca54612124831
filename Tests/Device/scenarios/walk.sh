# core: a walk through the demo site: zones over MQTT, lamps, a clean stop
# limit: 120
start_all
figure_start
mark
walk 160 225
expect "a position arrives" within 15 has mqtt 'bluedot/board/location .*"source":"beacons"'
expect "the status lamp shows tracking" within 10 shows status tracking
expect "the radio lamp shows beacons" within 10 shows radio beacons-heard
expect "the network lamp is steady" lamp_is network 1
expect "the West room is entered" within 20 has_event zone/enter '"name":"West room"'
expect "the event lamp tells it" within 5 shows event zone-entered
expect "the North rooms are entered" within 30 has_event zone/enter '"name":"North rooms"'
mark
expect "the West room is left" within 20 has_event zone/exit '"name":"West room"'
expect "the event lamp tells it" within 5 shows event zone-exited
expect "the Middle room is entered" within 30 has_event zone/enter '"name":"Middle room"'
figure "memory while tracking" "$(agent_kb)" kB
expect "a clean stop ends with 0" stop_agent
expect "the scan is off" is_not_scanning
for role in status radio network event; do expect "the $role lamp is dark" lamp_is $role 0; done
expect "the agent is offline" within 3 has mqtt 'bluedot/board/status .*"reason":"stopped"'
