# core: the controller refuses scan parameters once, as after a scanner that was killed
start_controller
start_lines
start_broker
mark
configure
tells fail 200b 0c 1
start_agent
expect "the agent listens all the same" within 10 is_scanning
figure_start
expect "the log tells the status" within 3 has agent '0x0[Cc]'
expect "it switched the scan off before" test "$(state_of 200c)" -ge 2
