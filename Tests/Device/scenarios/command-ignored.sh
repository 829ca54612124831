# the controller does not answer LE Set Scan Enable
start_controller
start_lines
start_broker
mark
configure
tells ignore 200c 2
start_agent
expect "the log tells the command" within 20 has agent 'Scan Enable'
expect "the agent listens in the end" within 30 is_scanning
figure_start
