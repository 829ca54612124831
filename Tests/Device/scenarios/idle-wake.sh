# core: idle when nothing of the site is heard; woken by an organisation's UUID; the hook runs
# limit: 120
cat >/tmp/hook <<'HOOK'
#!/bin/sh
env | grep BLUEDOT | sort >/tmp/hook.env.new
echo "$@" >/tmp/hook.arguments
mv /tmp/hook.env.new /tmp/hook.env
HOOK
chmod +x /tmp/hook
start_all "[agent]" "lost-after = 2 s" "[idle]" "after = 5 s" "[wake]" "hook = /tmp/hook woken" \
  "[region works]" "organisation = ddda6ccc-febc-5f6a-8a39-6333918be3a9"
expect "it idles" within 45 has agent 'idle: nothing of the site is heard'
idle_window=$(state_of window) idle_interval=$(state_of interval)
expect "the scan goes on at a low duty ($idle_window of $idle_interval)" test $((idle_window * 4)) -lt "$idle_interval"
expect "the status lamp shows it" within 12 shows status idle
figure_cpu "processor time while idle" 5
mark
heard_at=$(boot_ms)
tells beacon C4:00:00:00:00:01 -60 "$(ibeacon ddda6cccfebc5f6a8a396333918be305 0001 0002)" 100
expect "the region is entered" within 10 has_event region/enter '"works"'
expect "it wakes" within 3 has_event wakeup
figure "organisation heard to wake-up" $(($(boot_ms) - heard_at)) ms
expect "the event lamp tells it" within 5 shows event wake-up
expect "the scan is full again" within 3 test "$(state_of window)" -gt 40
expect "the hook ran" within 5 test -s /tmp/hook.env
expect "with its argument" grep -q '^woken$' /tmp/hook.arguments
expect "with the region" grep -q '^BLUEDOT_REGION=works$' /tmp/hook.env
expect "with the beacon" grep -qi '^BLUEDOT_UUID=ddda6ccc-febc-5f6a-8a39-6333918be305$' /tmp/hook.env
expect "the status lamp shows waking" within 10 shows status waking
walk 160 200
expect "positions follow" within 20 has mqtt 'bluedot/board/location .*"source":"beacons"'
