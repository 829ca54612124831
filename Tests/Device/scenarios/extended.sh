# a controller that scans extended, and refuses legacy commands
start_controller --extended
start_lines
start_broker
mark
configure
tells refuse legacy on
start_agent
is_extended() { [ "$(scan)" = extended ]; }
expect "the agent scans extended" within 10 is_extended
figure_start
walk 180 220
expect "extended reports give positions" within 15 has mqtt 'bluedot/board/location .*"source":"beacons"'
expect "and zones" within 20 has_event zone/enter '"name":"North rooms"'
expect "a clean stop ends with 0" stop_agent
tells refuse legacy off
tells refuse extended on
mark
start_agent
is_legacy() { [ "$(scan)" = legacy ]; }
expect "where extended commands are refused it scans legacy" within 20 is_legacy
