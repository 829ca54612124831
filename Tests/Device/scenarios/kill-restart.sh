# core: kill -9 while listening, and a restart
start_all
tells beacon C4:00:00:00:00:01 -47 "$(ibeacon E2C56DB5DFFB48D2B060D0F5A71096E0 0001 0002)" 100
sleep 2
mark
kill -9 "$agent"
wait "$agent" || true
expect "the scan is still on" is_scanning
expect "the broker tells the lost connection" within 10 has mqtt '"reason":"connectionLost"'
note_set_up
start_agent
expect "the new one takes over" within 10 is_set_up_anew
figure_start
expect "and is online" within 10 has mqtt '"state":"online"'
expect_not "nothing was refused" has agent '0x0C'
