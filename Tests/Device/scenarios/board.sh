# core: the board itself, without the agent: controller, lines and broker do what the scenarios take for granted.
start_controller
start_lines
start_broker
mark
expect "the kernel brings the controller up" hciconfig hci0 up
hcitool -i hci0 lescan --passive --duplicates >/tmp/heard &
scanner=$!
expect "the controller scans" within 5 is_scanning
tells beacon C4:00:00:00:00:01 -47 "$(ibeacon E2C56DB5DFFB48D2B060D0F5A71096E0 0001 0002)" 100
sleep 1
kill -INT $scanner
expect "the scan ends" within 5 is_not_scanning
wait $scanner || true
expect "the advertisement has arrived" grep -q C4:00:00:00:00:01 /tmp/heard

gpioset --mode=signal "$chip" 0=1 &
holder=$!
expect "a line that is set reads as set" within 2 lamp_is status 1
expect_not "a held line is busy for others" gpioget "$chip" 0 2>/dev/null
kill $holder
expect "a line that is let go is low" within 2 lamp_is status 0
expect "both changes are in the log" within 2 has lamps '^[0-9]+ status 0$'
set_motion 1
expect "an input can be driven" test "$(gpioget "$chip" 4)" = 1

mosquitto_pub -h 127.0.0.1 -t bluedot/board -m '{"works":true}'
expect "a message comes back" within 3 has mqtt 'bluedot/board \{"works":true\}'
tells unplug
expect "an unplugged controller is gone" within 3 test ! -e /sys/class/bluetooth/hci0
tells plug other
expect "it comes back with another index" within 3 test -e /sys/class/bluetooth/hci1
