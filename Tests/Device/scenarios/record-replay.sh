# a run that is recorded, and its replay: the same events
# limit: 180
start_controller
start_lines
start_broker
mark
configure
start_agent --record /tmp/run.btsnoop
expect "the agent listens" within 10 is_scanning
walk 160 240
expect "the Middle room is entered" within 90 has_event zone/enter '"name":"Middle room"'
expect "a clean stop ends with 0" stop_agent
events() { sed -n "s/.*$1.*event\/\(zone\/[a-z]*\).*\"name\":\"\([^\"]*\)\".*/\1 \2/p"; }
new mqtt | events 'bluedot\/board' >/tmp/live
bluedot replay /tmp/run.btsnoop --site /board/site 2>/dev/null | events topic >/tmp/replayed
cat /tmp/live
expect "there are events" test -s /tmp/live
expect "the replay has the same" cmp /tmp/live /tmp/replayed
