# shellcheck shell=bash
# What the scripts of the emulated board share. To be sourced, not run.

# shellcheck source=cross/functions.sh
source "$(dirname "${BASH_SOURCE[0]}")/../../cross/functions.sh"
device=$repository/Tests/Device
board=$repository/.build/device

# require_tool NAME WHAT-TO-DO
require_tool() {
  command -v "$1" >/dev/null || fail "$1 not found" "$2"
}

# unless_made FUNCTION INPUTS FILE...: calls the function unless it has run to its end on the same inputs before and the
# files that it makes are there.
unless_made() {
  local function=$1 stamp=$board/$1.made inputs file
  inputs=$(sha256sum <<<"$2")
  shift 2
  local is_missing=false
  for file in "$@"; do [ -e "$file" ] || is_missing=true; done
  if ! $is_missing && [ -e "$stamp" ] && [ "$(<"$stamp")" = "$inputs" ]; then return; fi
  mkdir -p "$board"
  rm -f "$stamp"
  "$function"
  echo "$inputs" >"$stamp"
}

# build_controller COMPILER FILE: builds the program virtual-controller.
build_controller() {
  "$1" -std=c11 -O2 -Wall -Wextra -Werror -static -I"$repository/Tests/VirtualController/include" -o "$2" \
    "$repository"/Tests/VirtualController/*.c "$device"/controller/{front,recording,air,orders,main}.c
}
# What it is made of.
controller_inputs() {
  cat "$repository"/Tests/VirtualController/*.[ch] "$repository"/Tests/VirtualController/*/*.h "$device"/controller/*.[ch]
  declare -f build_controller
}
