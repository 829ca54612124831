# a full disk, then a read-only one, under the agent's state
start_controller
start_lines
start_broker
mark
configure "[region lobby]" "uuid = E2C56DB5-DFFB-48D2-B060-D0F5A71096E0"
mount -t tmpfs -o size=64k tmpfs /tmp/state
dd if=/dev/zero of=/tmp/state/filler bs=1k count=64 2>/dev/null || true
start_agent
expect "the agent listens" within 10 is_scanning
tells beacon C4:00:00:00:00:01 -47 "$(ibeacon E2C56DB5DFFB48D2B060D0F5A71096E0 0001 0002)" 100
expect "the region is entered" within 10 has_event region/enter
expect "the log tells of the full disk" within 15 has agent 'No space left'
rm /tmp/state/filler
tells stop
expect "the region is left" within 45 has_event region/exit
expect "what can be kept is kept again" within 15 test -s /tmp/state/state
mount -o remount,ro /tmp/state
mark
tells beacon C4:00:00:00:00:01 -47 "$(ibeacon E2C56DB5DFFB48D2B060D0F5A71096E0 0001 0002)" 100
expect "the region is entered" within 10 has_event region/enter
expect "the log tells of the read-only disk" within 15 has agent 'Read-only'
expect "a clean stop ends with 0" stop_agent
