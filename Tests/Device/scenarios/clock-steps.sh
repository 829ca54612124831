# the wall clock jumps by two hours, forth and back, while in a zone
# limit: 120
start_all
walk 0 100
expect "the West room is entered" within 30 has_event zone/enter '"name":"West room"'
mark
jump() { date -s "@$(($(date +%s) + $1))" >/dev/null; }
jump 7200
sleep 5
jump -7200
sleep 5
jump -7200
sleep 5
jump 7200
sleep 5
expect_not "no zone is left or entered" has_event "zone/(enter|exit)"
locations=$(count mqtt 'bluedot/board/location ')
expect "positions come twice a second as ever ($locations in 20 s)" test "$locations" -ge 30 -a "$locations" -le 48
expect "the scan was left alone" test "$(count controller command)" = 0
expect "the agent lives" agent_lives
