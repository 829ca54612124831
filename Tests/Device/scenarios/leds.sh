# `bluedot leds` plays every pattern on four lines, as the lamps' table has them
# limit: 280
start_lines
mark
bluedot leds --list
bluedot leds --seconds 9 --chip pinctrl-sim --status LAMP_STATUS --radio LAMP_RADIO --network LAMP_NETWORK \
  --event LAMP_EVENT >/tmp/leds 2>&1 &
player=$!
expect "it ends with 0" wait $player
# leds NAME ROLE...
plays() {
  role=$1
  shift
  for name in "$@"; do expect "$role: $name" shows "$role" "$name"; done
}
plays status configuration-wrong starting searching waking tracking dead-reckoning idle
plays radio radio-dead radio-missing radio-blocked radio-no-permission radio-starting nothing-heard beacons-heard
plays network no-network broker-refused broker-unreachable clock-not-set broker-connected
plays event zone-entered zone-exited wake-up
for role in status radio network event; do expect "the $role lamp is dark in the end" lamp_is $role 0; done
printf '[lamps]\nchip = pinctrl-sim\nstatus = LAMP_STATUS\n' >/tmp/lamps.conf
mark
expect "the configuration's lamps are played" bluedot leds --config /tmp/lamps.conf --pattern idle --seconds 9
expect "on their line" shows status idle
expect "a line that is not there is told" eval '! bluedot leds --status NOSUCH --seconds 1 2>/tmp/leds'
expect "by its name" grep -q NOSUCH /tmp/leds
