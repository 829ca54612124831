# The words of which scenarios are made. Sourced by the board's shell (busybox ash).
#
# Everything that happens is written to files in /tmp/logs: agent (its standard error), mqtt (one line per message: time,
# topic, payload), lamps (one line per change), controller (commands and scan, with the boot time in ms).
# "mark" forgets what is in them so far; the words that wait look only at what came after.
logs=/tmp/logs
mkdir -p $logs

# ---- Reporting

# seconds_up: time since boot, s.
seconds_up() { cut -d ' ' -f 1 /proc/uptime; }

step() { echo "BOARD step $(seconds_up) - $*"; }

# figure NAME VALUE UNIT: a number for the table at the end.
figure() { echo "BOARD figure $1=$2 $3"; }

# give_up TEXT: the scenario has failed.
give_up() {
  echo "BOARD step $(seconds_up) ✘ $*"
  exit 99
}

# expect TEXT COMMAND...: the command succeeds.
expect() {
  expect_text=$1
  shift
  if "$@"; then echo "BOARD step $(seconds_up) ✔ $expect_text"; else give_up "$expect_text ($*)"; fi
}

# expect_not TEXT COMMAND...
expect_not() {
  expect_text=$1
  shift
  if "$@"; then give_up "$expect_text ($*)"; else echo "BOARD step $(seconds_up) ✔ $expect_text"; fi
}

# ---- Waiting

# within SECONDS COMMAND...: the command succeeds within the time; tried about each 50 ms.
within() {
  within_end=$(awk "BEGIN { print $(seconds_up) + $1 }")
  shift
  while ! "$@"; do
    awk "BEGIN { exit !($(seconds_up) < $within_end) }" || return 1
    usleep 50000
  done
}

mark() {
  for mark_name in agent mqtt lamps controller; do
    touch $logs/$mark_name
    wc -l <$logs/$mark_name >/tmp/mark.$mark_name
  done
}
# new LOG: its lines since the mark.
new() { tail -n +$(($(cat /tmp/mark.$1) + 1)) $logs/$1; }
# has LOG PATTERN: an extended regular expression matches a line since the mark.
has() { new "$1" | grep -Eq -- "$2"; }
# count LOG PATTERN
count() { new "$1" | grep -Ec -- "$2" || true; }

# ---- The virtual controller

tell() { virtual-controller --tell /tmp/controller "$@"; }
tells() { tell "$@" >/dev/null; }

# start_controller [--extended]
start_controller() {
  virtual-controller --vhci --control /tmp/controller --log "$@" 2>>$logs/controller &
  controller=$!
  within 5 test -S /tmp/controller || give_up "the virtual controller did not start"
  within 5 test -e /sys/class/bluetooth/hci0 || give_up "the kernel made no hci0"
}

# scan: off, legacy or extended, as the controller has it.
scan() { state_of scan; }
is_scanning() { [ "$(scan)" != off ]; }
is_not_scanning() { [ "$(scan)" = off ]; }
# state_of NAME: a value of the controller's state line, such as index, window or 200c.
state_of() { tell state | tr ' ' '\n' | sed -n "s/^$1=//p"; }

# scan_time: boot time in ms of the last change of the scan.
scan_time() { grep ' scan ' $logs/controller | tail -n 1 | cut -d ' ' -f 1; }

# An iBeacon's advertising data: ibeacon UUID-without-dashes MAJOR MINOR (hexadecimal, 4 digits each).
ibeacon() { echo "0201061AFF4C000215$1$2$3C5"; }

# ---- Lamps

# start_lines: a GPIO chip as on a Raspberry Pi, lines 0…3 for lamps (named as the roles), 4 for motion.
start_lines() {
  lines=/sys/kernel/config/gpio-sim/board
  mkdir -p $lines/bank0
  echo 8 >$lines/bank0/num_lines
  echo pinctrl-sim >$lines/bank0/label
  line=0
  for name in LAMP_STATUS LAMP_RADIO LAMP_NETWORK LAMP_EVENT MOTION; do
    mkdir $lines/bank0/line$line
    echo $name >$lines/bank0/line$line/name
    line=$((line + 1))
  done
  echo 1 >$lines/live
  chip=$(cat $lines/bank0/chip_name)
  line_files=/sys/devices/platform/$(cat $lines/dev_name)/$chip
  # shellcheck disable=SC2086
  line-watch status=$line_files/sim_gpio0/value radio=$line_files/sim_gpio1/value \
    network=$line_files/sim_gpio2/value event=$line_files/sim_gpio3/value >>$logs/lamps 2>&1 &
  line_watch=$!
}

# lamp ROLE: 0 or 1, now.
lamp() {
  case $1 in status) lamp_line=0 ;; radio) lamp_line=1 ;; network) lamp_line=2 ;; event) lamp_line=3 ;; esac
  cat $line_files/sim_gpio$lamp_line/value
}
lamp_is() { [ "$(lamp "$1")" = "$2" ]; }
# lamp_changes ROLE: how often it changed since the mark.
lamp_changes() { count lamps "^[0-9]+ $1 "; }
# set_motion 0|1
set_motion() {
  if [ "$1" = 1 ]; then echo pull-up >$line_files/sim_gpio4/pull; else echo pull-down >$line_files/sim_gpio4/pull; fi
}

# ---- The broker

start_broker() {
  printf 'listener 1883 127.0.0.1\nallow_anonymous true\nuser root\n' >/tmp/mosquitto.conf
  mosquitto -c /tmp/mosquitto.conf >>$logs/broker 2>&1 &
  broker=$!
  within 5 mosquitto_pub -h 127.0.0.1 -t board -n 2>/dev/null || give_up "the broker did not start"
  mosquitto_sub -h 127.0.0.1 -t 'bluedot/#' -F '%I %t %p' >>$logs/mqtt 2>/dev/null &
  subscriber=$!
}
stop_broker() {
  kill "$subscriber" "$broker"
  wait "$subscriber" "$broker" 2>/dev/null || true
}

# ---- Ends

finish() {
  for pid in ${agent:-} ${controller:-} ${broker:-} ${subscriber:-} ${line_watch:-}; do kill "$pid" 2>/dev/null || true; done
}
