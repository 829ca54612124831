# a region over a restart: no exit, no second entry; a damaged memory is begun anew
# limit: 120
lobby=$(ibeacon E2C56DB5DFFB48D2B060D0F5A71096E0 0001 0002)
start_all "[region lobby]" "uuid = E2C56DB5-DFFB-48D2-B060-D0F5A71096E0" "exit-after = 10 s"
tells beacon C4:00:00:00:00:01 -60 "$lobby" 100
expect "the region is entered" within 10 has_event region/enter '"lobby"'
expect "the memory is written" within 15 test -s /tmp/state/state
mark
kill -9 "$agent"
wait "$agent" || true
start_agent
expect "the new one listens" within 10 is_scanning
sleep 15
expect_not "nobody entered or left" has_event 'region/(enter|exit)'
tells stop
expect "silence leaves it" within 20 has_event region/exit '"lobby"'
stop_agent
printf 'nonsense' >/tmp/state/state
mark
tells beacon C4:00:00:00:00:01 -60 "$lobby" 100
start_agent
expect "a damaged memory is told" within 5 has agent 'state: .*damaged'
expect "and begun anew" within 10 has_event region/enter '"lobby"'
