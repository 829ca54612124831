# core: `bluedot adapters` with no adapter, one that is down, up, scanning, held by rfkill, and with another index
adapters() { bluedot adapters "$@" >/tmp/adapters 2>&1; }
says() { adapters && grep -Eq -- "$1" /tmp/adapters; }

expect_not "without an adapter it fails" adapters
expect "and says what to do" grep -q 'no Bluetooth adapter; plug one in' /tmp/adapters

start_controller --extended
hciconfig hci0 down
expect "an adapter that is down is listed" says '^hci0 +C0:FF:EE:00:00:01 +Virtual +down$'
expect "with the way to bring it up" grep -q 'hciconfig hci0 up' /tmp/adapters

hciconfig hci0 up
expect "one that is up tells what it can" says 'up +legacy and extended scanning, Bluetooth 5\.0, The Linux Foundation$'
expect "the same as JSON" adapters --json
expect "is one object" grep -q '^{"adapters":\[{"name":"hci0",.*"rfkill":"none",.*"scansExtended":true,"problem":null}\],"problem":null}$' /tmp/adapters

# Extended Set Scan Parameters and Enable, as a neighbour would.
hcitool -i hci0 cmd 0x08 0x0041 00 00 01 00 40 00 30 00 >/dev/null
hcitool -i hci0 cmd 0x08 0x0042 01 00 00 00 00 00 >/dev/null
expect "the controller scans" within 5 is_scanning
mark
expect "a scanning adapter is asked" says 'legacy and extended scanning'
expect "and goes on scanning" is_scanning
expect_not "not a single scan command was sent" has controller 'command 20(0b|0c|41|42)'

for switch in /sys/class/bluetooth/hci0/rfkill*/soft; do echo 1 >"$switch"; done
expect "rfkill is named" says '^hci0 .* blocked$'
expect "with the way out" grep -q 'rfkill unblock bluetooth' /tmp/adapters
for switch in /sys/class/bluetooth/hci0/rfkill*/soft; do echo 0 >"$switch"; done

tells unplug
tells plug other
expect "another index is found" within 5 says '^hci1 '
