# shellcheck shell=bash
# A mosquitto broker of one's own on a free loopback port, for the demo and the tests. To be sourced.

# start_broker DIRECTORY: starts it with its files in the directory; sets broker_pid and broker_port.
start_broker() {
  local directory=$1 attempt mosquitto
  mosquitto=$(PATH="$PATH:/usr/sbin" command -v mosquitto) || {
    echo "mosquitto is not installed; deploy/install-build-deps installs it" >&2
    return 1
  }
  for attempt in $(seq 20); do
    broker_port=$((20000 + RANDOM % 20000))
    printf 'listener %d 127.0.0.1\nallow_anonymous true\npersistence false\n' "$broker_port" >"$directory/mosquitto.conf"
    "$mosquitto" -c "$directory/mosquitto.conf" >"$directory/mosquitto.log" 2>&1 &
    broker_pid=$!
    # It is up when it says so; when the port was taken it ends at once, and another port is tried.
    for _ in $(seq 50); do
      grep -q 'running$' "$directory/mosquitto.log" && return 0
      kill -0 "$broker_pid" 2>/dev/null || break
      sleep 0.1
    done
    kill "$broker_pid" 2>/dev/null || true
    wait "$broker_pid" 2>/dev/null || true
  done
  echo "mosquitto does not start after $attempt attempts; its last words:" >&2
  cat "$directory/mosquitto.log" >&2
  return 1
}
