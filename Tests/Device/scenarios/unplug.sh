# the adapter is unplugged and comes back with another index
# limit: 120
start_all
walk 0 150
expect "the West room is entered" within 30 has_event zone/enter '"name":"West room"'
mark
tells unplug
expect "the log tells it" within 10 has agent 'no Bluetooth adapter'
expect "the radio lamp shows it" within 15 shows radio radio-missing
expect "the status tells it" within 10 has mqtt 'bluedot/board/status .*"radio":\{"state":"noAdapter"'
expect_not "no zone is left for being deaf" has_event zone/exit
mark
plugged_at=$(boot_ms)
tells plug other
expect "it listens with the new one" within 20 is_scanning
figure "plugged in to scanning" $(($(scan_time) - plugged_at)) ms
expect "which is hci1" has agent 'hci1'
expect "positions go on" within 15 has mqtt 'bluedot/board/location .*"source":"beacons"'
mark
sleep 5
expect "one line per change of state, not per try" test "$(count agent .)" -lt 20
