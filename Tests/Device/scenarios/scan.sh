# `bluedot scan`: beacons with their names, and a recording that replays
start_controller
mark
walk 160 200
bluedot scan --json --site /board/site --duration 12 --record /tmp/scan.btsnoop >/tmp/scan 2>/tmp/scan.summary &
scanner=$!
expect "it brings the adapter up and scans" within 5 is_scanning
expect "it ends with 0" wait $scanner
expect "the scan is off" is_not_scanning
figure "advertisements" "$(wc -l </tmp/scan)" ""
expect "all that was heard was told" test "$(wc -l </tmp/scan)" -ge $(($(state_of heard) - 2))
expect "with the site's names" grep -q '"name":"' /tmp/scan
bluedot scan --json --site /board/site --from /tmp/scan.btsnoop >/tmp/again 2>/dev/null
expect "the recording has as many" test "$(wc -l </tmp/scan)" = "$(wc -l </tmp/again)"
