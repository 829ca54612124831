# 1,000 advertisements a second, and 100,000 fresh random addresses
# limit: 260
start_all
tells play /board/site/walk.btsnoop loop
expect "a position arrives" within 15 has mqtt 'bluedot/board/location .*"source":"beacons"'
sleep 5
figure_cpu "processor time, the walk's 12 a second" 10
kb=$(agent_kb)
figure "memory before" "$kb" kB
for rate in 200 1000; do
  tells random $((rate * 13)) $rate
  sleep 1
  figure_cpu "processor time, $rate a second" 10
  sleep 3
done
note_heard
tells random 100000 1000
sleep 101
heard=$(($(state_of heard) - heard_before))
expect "the controller passed on $heard, lost $(state_of lost)" test "$heard" -ge 100000 -a "$(state_of lost)" = 0
figure "memory after 100,000 addresses" "$(agent_kb)" kB
expect "the memory is flat" test "$(agent_kb)" -le $((kb + 256))
mark
expect "the site's beacons are still heard" within 10 has mqtt 'bluedot/board/location .*"source":"beacons"'
mark
tells flood 20000
expect "a burst does not stop it" within 20 has mqtt 'bluedot/board/location .*"source":"beacons"'
expect "the agent lives" agent_lives
expect "and stops cleanly" stop_agent
