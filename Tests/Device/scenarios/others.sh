# another program switches the scan off, then resets the controller
start_all
tells beacon C4:00:00:00:00:01 -47 "$(ibeacon E2C56DB5DFFB48D2B060D0F5A71096E0 0001 0002)" 100
mark
disturbed_at=$(boot_ms)
hcitool -i hci0 cmd 08 000c 00 00 >/dev/null
expect "the log tells who" within 5 has agent 'another program switched the scan off'
expect "it listens again" within 10 is_scanning
figure "scan switched off by others to scanning" $(($(scan_time) - disturbed_at)) ms
mark
disturbed_at=$(boot_ms)
hcitool -i hci0 cmd 03 0003 >/dev/null
expect "the log tells who" within 5 has agent 'another program reset the controller'
expect "it listens again" within 20 is_scanning
figure "reset by others to scanning" $(($(scan_time) - disturbed_at)) ms
note_heard
expect "reports pass the event masks" within 5 hears_more
# The answer to a command that no socket showed.
tells scan-off-by-other
expect "it notices a bare answer as well, and listens again" within 20 is_scanning
