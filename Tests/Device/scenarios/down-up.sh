# hciconfig down while listening, and up again
start_all
mark
hciconfig hci0 down
expect "the log tells it" within 10 has agent 'down'
expect "it brings the adapter up again" within 30 is_scanning
mark
for _ in 1 2 3; do hciconfig hci0 down; hciconfig hci0 up; done
expect "three in a row do no harm" within 60 is_scanning
expect "the agent lives" agent_lives
