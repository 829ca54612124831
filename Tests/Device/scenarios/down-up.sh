# hciconfig down while listening, and up again
start_all
mark
note_set_up
down_at=$(boot_ms)
hciconfig hci0 down
expect "the log tells it" within 10 has agent 'was switched off by another program'
expect "it brings the adapter up again" within 30 is_set_up_anew
figure "taken down to scanning" $(($(scan_time) - down_at)) ms
note_set_up
for _ in 1 2 3; do hciconfig hci0 down; hciconfig hci0 up; done
expect "three in a row do no harm" within 60 is_set_up_anew
expect "the agent lives" agent_lives
