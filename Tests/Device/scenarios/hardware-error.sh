# the controller reports a hardware error
start_all
mark
failed_at=$(boot_ms)
tells hardware-error 42
expect "the log tells the code" within 5 has agent '0x42'
expect "it listens again" within 15 is_scanning
figure "hardware error to scanning" $(($(scan_time) - failed_at)) ms
tells beacon C4:00:00:00:00:01 -47 "$(ibeacon E2C56DB5DFFB48D2B060D0F5A71096E0 0001 0002)" 100
note_heard
expect "and hears" within 10 hears_more
