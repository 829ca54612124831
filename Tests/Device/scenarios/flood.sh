# 1,000 advertisements a second, and 100,000 fresh random addresses
# limit: 260
start_all
tells play /board/site/walk.btsnoop loop
expect "a position arrives" within 15 has mqtt 'bluedot/board/location .*"source":"beacons"'
sleep 10
before=$(agent_cpu_ms)
sleep 10
figure "processor time, the walk's 12 a second" $((($(agent_cpu_ms) - before) / 100)) %
kb=$(agent_kb)
figure "memory before" "$kb" kB
for rate in 200 1000; do
  tells random $((rate * 12)) $rate
  sleep 1
  before=$(agent_cpu_ms)
  sleep 10
  figure "processor time, $rate a second" $((($(agent_cpu_ms) - before) / 100)) %
  sleep 2
done
tells random 100000 1000
sleep 101
figure "memory after 100,000 addresses" "$(agent_kb)" kB
expect "the memory is flat" test "$(agent_kb)" -le $((kb + 256))
mark
expect "the site's beacons are still heard" within 10 has mqtt 'bluedot/board/location .*"source":"beacons"'
mark
tells flood 20000
expect "a burst does not stop it" within 20 has mqtt 'bluedot/board/location .*"source":"beacons"'
expect "the agent lives" agent_lives
expect "and stops cleanly" stop_agent
