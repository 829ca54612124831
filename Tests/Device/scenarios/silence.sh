# the controller goes silent until it is reset
# limit: 150
start_all "[radio]" "silence-limit = 10 s"
walk 0 150
expect "the West room is entered" within 30 has_event zone/enter '"name":"West room"'
mark
silent_at=$(boot_ms)
tells silent until-reset
expect "the watchdog notices" within 30 has agent 'no advertisement for 10 s'
expect "the radio lamp shows that nothing is heard" within 15 shows radio nothing-heard
expect "the controller is reset" within 60 has controller ' command 0c03'
expect "it listens again" within 10 is_scanning
figure "silence to scanning after a reset" $(($(scan_time) - silent_at)) ms
expect_not "no zone was left while it was deaf" has_event zone/exit
expect "positions go on" within 20 has mqtt 'bluedot/board/location .*"source":"beacons"'
