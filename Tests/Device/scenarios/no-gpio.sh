# a board without the chip that the configuration names: a line in the log, no more
start_controller
start_broker
mark
configure
start_agent
expect "the log tells it" within 5 has agent 'pinctrl-sim'
expect "the agent listens" within 10 is_scanning
expect "and is online" within 10 has mqtt '"state":"online"'
expect "a clean stop ends with 0" stop_agent
