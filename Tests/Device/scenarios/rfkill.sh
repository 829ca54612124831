# rfkill blocks the radio before the start, then while listening
rfkill() { echo "$1" >/sys/class/rfkill/rfkill0/soft; }
start_controller
start_lines
start_broker
mark
configure
rfkill 1
start_agent
expect "the log names the way out" within 10 has agent 'rfkill unblock bluetooth'
expect "the radio lamp shows it" within 15 shows radio radio-blocked
unblocked_at=$(boot_ms)
rfkill 0
expect "it listens as soon as it may" within 15 is_scanning
figure "unblocked to scanning" $(($(scan_time) - unblocked_at)) ms
mark
note_set_up
rfkill 1
expect "the status tells it" within 10 has mqtt 'bluedot/board/status .*"radio":\{"state":"blocked"'
rfkill 0
expect "it listens again" within 15 is_set_up_anew
