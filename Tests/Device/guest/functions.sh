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

# look_up: the time since boot in hundredths of a second, in $now. Without a process: the board has one slow processor.
look_up() {
  read -r now _ </proc/uptime
  now=${now%.*}${now#*.}
  now=${now#0}
}

# within SECONDS COMMAND...: the command succeeds within the time; tried about each 100 ms.
within() {
  look_up
  within_end=$((now + $1 * 100))
  shift
  while ! "$@"; do
    look_up
    [ "$now" -lt "$within_end" ] || return 1
    usleep 100000
  done
}

mark() {
  for mark_name in agent mqtt lamps controller; do
    touch $logs/$mark_name
    eval "mark_$mark_name=$(wc -l <$logs/$mark_name)"
  done
}
# new LOG: its lines since the mark.
new() { eval "tail -n +\$((mark_$1 + 1)) $logs/$1"; }
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

# is_set_up_anew: scan parameters were set since note_set_up, and the scan is on. (A controller that the kernel has taken
# down goes on scanning for nobody.)
set_ups() {
  set_ups_legacy=$(state_of 200b) set_ups_extended=$(state_of 2041)
  echo $((${set_ups_legacy:-0} + ${set_ups_extended:-0}))
}
note_set_up() { set_ups_before=$(set_ups); }
is_set_up_anew() { [ "$(set_ups)" -gt "$set_ups_before" ] && is_scanning; }

# hears_more: the controller has passed on more advertisements than when note_heard was called.
note_heard() { heard_before=$(state_of heard); }
hears_more() { [ "$(state_of heard)" -gt $((heard_before + 5)) ]; }

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
# rhythm ROLE: how the lamp was lit (1) and dark (0) since the mark, in ms to the nearest 100; the first and the last
# time, which the mark and the present cut, are left out.
rhythm() {
  new lamps | awk -v role="$1" '$2 == role {
    if (began) printf "%s:%d ", value, int(($1 - began) / 100 + 0.5) * 100
    began = $1; value = $3
  }'
}
# pattern NAME: a cycle of the lamp's vocabulary (see the README's table), as rhythm prints it; a fault's code with the
# pause before it, so that none is part of another.
pattern() {
  case $1 in
    configuration-wrong) echo '1:100 0:100 1:100 0:100 1:100 0:100 1:100 0:100' ;;
    starting) echo '1:300 0:300' ;;
    searching) echo '1:1000 0:1000' ;;
    radio-dead) echo '0:1000 1:700 0:200 1:200 0:1000' ;;
    radio-missing) echo '0:1000 1:700 0:200 1:200 0:200 1:200 0:1000' ;;
    radio-blocked) echo '0:1000 1:700 0:200 1:200 0:200 1:200 0:200 1:200 0:1000' ;;
    radio-no-permission) echo '0:1000 1:700 0:200 1:200 0:200 1:200 0:200 1:200 0:200 1:200 0:1000' ;;
    radio-starting) echo '1:100 0:900 1:100 0:900' ;;
    no-network) echo '0:1000 1:700 0:200 1:700 0:200 1:200 0:1000' ;;
    clock-not-set) echo '0:1000 1:700 0:200 1:700 0:200 1:700 0:1000' ;;
    broker-connected) echo '1:9000' ;;
    broker-refused) echo '0:1000 1:700 0:200 1:700 0:200 1:200 0:200 1:200 0:1000' ;;
    broker-unreachable) echo '0:1000 1:700 0:200 1:700 0:200 1:200 0:200 1:200 0:200 1:200 0:1000' ;;
    idle) echo '1:100 0:3900' ;;
    nothing-heard) echo '1:100 0:200 1:100 0:1600' ;;
    waking) echo '1:100 0:200 1:100 0:200 1:100 0:1300' ;;
    tracking) echo '1:1900 0:100' ;;
    dead-reckoning) echo '1:1600 0:100 1:200 0:100' ;;
    beacons-heard) echo '1:400 0:100' ;;
    zone-entered) echo '1:100 0:100 1:100 0:100 1:100 0:100 1:100 0:100 1:100 0:100 1:100' ;;
    zone-exited) echo '1:600 0:200 1:600' ;;
    wake-up) echo '1:100 0:100 1:100 0:100 1:100 0:100 1:600' ;;
    *) give_up "the scenario asks for an unknown lamp pattern, $1" ;;
  esac
}
# shows ROLE PATTERN: the lamp has shown the pattern since the mark.
shows() { rhythm "$1" | grep -qF "$(pattern "$2")"; }

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

# ---- The agent

# configure [LINE...]: its configuration: what every scenario needs, and the lines. A line "[section]" begins or goes on
# with a section.
configure() {
  {
    cat <<EOF
[device]
name = board
site = /board/site
state-directory = /tmp/state
[broker]
host = 127.0.0.1
port = 1883
[radio]
adapter = first
[lamps]
chip = pinctrl-sim
status = LAMP_STATUS
radio = LAMP_RADIO
network = LAMP_NETWORK
event = LAMP_EVENT
[log]
level = debug
EOF
    for line in "$@"; do echo "$line"; done
  } >/tmp/bluedot.conf
  mkdir -p /tmp/state
}

# boot_ms: time since boot, ms (the kernel tells hundredths of a second).
boot_ms() { awk '{ printf "%d", $1 * 1000 }' /proc/uptime; }

# start_agent [OPTION...]
start_agent() {
  agent_began=$(boot_ms)
  bluedot run --config /tmp/bluedot.conf "$@" 2>>$logs/agent &
  agent=$!
}
agent_lives() { kill -0 "$agent" 2>/dev/null; }
# stop_agent: asks it to end and waits; its exit code.
stop_agent() {
  kill -TERM "$agent" 2>/dev/null
  wait "$agent"
}
# agent_kb: resident memory, kB.
agent_kb() { sed -n 's/^VmRSS:[^0-9]*\([0-9]*\) kB/\1/p' "/proc/$agent/status"; }
# agent_cpu_us: processor time used so far, by the scheduler's own clock.
agent_cpu_us() { awk '{ printf "%d", $1 / 1000 }' "/proc/$agent/schedstat"; }
# figure_cpu NAME SECONDS: figure: the share of the processor that the agent uses in the coming seconds.
figure_cpu() {
  figure_began=$(boot_ms)
  figure_before=$(agent_cpu_us)
  sleep "$2"
  figure "$1" "$(awk "BEGIN { printf \"%.1f\", ($(agent_cpu_us) - $figure_before) / ($(boot_ms) - $figure_began) / 10 }")" %
}

# figure_start: how long after its start the agent had the scan enabled.
figure_start() { figure "start to scanning" $(($(scan_time) - agent_began)) ms; }

# start_all [LINE...]: the whole board and the agent on it, listening; the lines go into its configuration.
start_all() {
  start_controller
  start_lines
  start_broker
  mark
  configure "$@"
  start_agent
  expect "the agent listens" within 10 is_scanning
  expect "the agent is online" within 10 has mqtt 'bluedot/board/status .*"state":"online"'
}

# walk [FROM UNTIL]: plays the demo site's recording, or a part of it (s).
walk() {
  if [ $# = 2 ]; then tells play /board/site/walk.btsnoop from "$1" until "$2"
  else tells play /board/site/walk.btsnoop; fi
}
# has_event NAME [PATTERN]: an event of this topic arrived since the mark.
has_event() { has mqtt "bluedot/board/event/$1 .*${2:-}"; }

# ---- Ends

finish() {
  for pid in ${agent:-} ${controller:-} ${broker:-} ${subscriber:-} ${line_watch:-}; do kill "$pid" 2>/dev/null || true; done
}
