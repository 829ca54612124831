# bluedot adapters: what there is, and in which state
start_controller
bluedot adapters >/tmp/out 2>&1 || true
cat /tmp/out
expect "the adapter is listed" grep -q hci0 /tmp/out
expect "with its address" grep -qi 'C0:FF:EE:00:00:01' /tmp/out
