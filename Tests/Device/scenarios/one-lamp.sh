# a board with one lamp: it tells everything in turn
start_lines
start_broker
mark
configure
sed -i '/^radio = LAMP/d;/^network = LAMP/d;/^event = LAMP/d' /tmp/bluedot.conf
start_agent
expect "no adapter, before anything else" within 15 shows status radio-missing
start_controller
expect "it listens" within 20 is_scanning
mark
expect "nothing heard" within 10 shows status nothing-heard
walk 180 230
expect "tracking" within 15 shows status tracking
mark
expect "a zone's flash" within 40 shows status zone-entered
expect "the other lines were left alone" test "$(lamp_changes radio)$(lamp_changes network)$(lamp_changes event)" = 000
