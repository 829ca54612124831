# a hook that is missing, then one that hangs
# limit: 150
start_all "[agent]" "lost-after = 2 s" "[idle]" "after = 5 s" "[wake]" "hook = /tmp/hook" "time-limit = 2 s" \
  "[region works]" "organisation = ddda6ccc-febc-5f6a-8a39-6333918be3a9"
works=$(ibeacon ddda6cccfebc5f6a8a396333918be305 0001 0002)
expect "it idles" within 45 has agent 'idle: nothing of the site is heard'
mark
tells beacon C4:00:00:00:00:01 -60 "$works" 100
expect "it wakes" within 10 has_event wakeup
expect "the missing hook is told" within 5 has agent 'hook /tmp/hook: there is no such program'
tells stop
printf '#!/bin/sh\nexec sleep 1000\n' >/tmp/hook
chmod +x /tmp/hook
# The region is left after 30 s; then it can be entered again.
expect "it idles again" within 80 has agent 'idle: nothing of the site is heard'
expect "the region is left" within 40 has_event region/exit
mark
tells beacon C4:00:00:00:00:01 -60 "$works" 100
expect "it wakes again" within 10 has_event wakeup
hangs() { pidof sleep >/dev/null; }
expect "the hook runs" within 5 hangs
expect "and is ended after its time" within 10 has agent 'hook.*still runs after 2[.0-9]* s; told to end'
expect_not "nothing of it is left" hangs
expect "the agent lives" agent_lives
