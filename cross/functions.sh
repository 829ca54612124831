# shellcheck shell=bash
# Functions that the scripts in cross/, deploy/ and Tests/ share. To be sourced, not run.

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Prints the script's leading comment: its usage.
show_usage() {
  sed -n '2,/^[^#]/{s/^# \{0,1\}//p}' "$0"
}

# fail MESSAGE [LINE...]: ends the script with a message and what to do about it.
fail() {
  printf '%s: %s\n' "$(basename "$0")" "$1" >&2
  shift
  if [ $# -gt 0 ]; then printf '  %s\n' "$@" >&2; fi
  exit 1
}

# fail_usage MESSAGE [LINE...]: the same for a command line that makes no sense: exit code 2.
fail_usage() {
  (fail "$@") || exit 2
}

# Ends the script for --help, and for any argument of a script that takes none.
take_no_arguments() {
  case "${1-}" in
    '') ;;
    -h | --help) show_usage; exit 0 ;;
    *) fail_usage "unknown argument '$1'" "It takes none; see --help." ;;
  esac
}

# The machine's architecture by the name that the scripts use: x86_64 or arm64.
host_architecture() {
  case "$(uname -m)" in
    x86_64) echo x86_64 ;;
    aarch64 | arm64) echo arm64 ;;
    *) fail "this machine is $(uname -m); builds run on x86_64 and arm64" ;;
  esac
}

# The directory of the Swift toolchain's own libraries, such as /opt/swift/usr/lib/swift.
swift_resources() {
  command -v swift >/dev/null || fail "swift is not on the PATH" "Install Swift 6.2 or later (https://swift.org/install)."
  local resources
  resources=$(swift -print-target-info | sed -n 's/.*"runtimeResourcePath": *"\(.*\)".*/\1/p')
  [ -d "$resources/embedded" ] ||
    fail "the Swift toolchain has no Embedded standard library" "Looked in '$resources/embedded'." \
      "Install a toolchain from swift.org; distributions' own may leave it out."
  echo "$resources"
}

# swift_tool NAME: the path of a tool of the Swift toolchain, such as llvm-nm.
swift_tool() {
  local resources tool
  resources=$(swift_resources) || exit 1
  tool=$(cd "$resources/../../bin" && pwd)/$1
  [ -x "$tool" ] || fail "the Swift toolchain has no $1" "Looked for '$tool'."
  echo "$tool"
}

# embedded_scratch ARCHITECTURE: where the Embedded build of an architecture lives.
embedded_scratch() {
  echo "$repository/.build/embedded-$1"
}

# embedded_stamp ARCHITECTURE: a file as old as the start of the last successful build. The compiler leaves an object that
# would not change untouched, so the objects' own age tells nothing.
embedded_stamp() {
  echo "$repository/.build/embedded-$1.built"
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  else
    command -v sudo >/dev/null || fail "needs root to run: $*" "Run the script as root, or install sudo."
    sudo "$@"
  fi
}

# Whether a package, given as NAME or NAME:ARCHITECTURE, is installed.
is_installed() {
  local name=${1%%:*} architecture
  case "$1" in
    *:*) architecture=${1##*:} ;;
    *) architecture=$(dpkg --print-architecture) ;;
  esac
  dpkg-query -W -f='${Architecture} ${db:Status-Status}\n' "$name" 2>/dev/null |
    grep -qxE "($architecture|all) installed"
}

# install_packages NAME...: installs with apt-get what is not installed yet.
install_packages() {
  command -v apt-get >/dev/null || fail "apt-get not found" "This script is for Debian and its kin. Packages: $*"
  local package missing=()
  for package in "$@"; do
    if ! is_installed "$package"; then missing+=("$package"); fi
  done
  if [ ${#missing[@]} = 0 ]; then
    echo "Installed already: $*"
    return
  fi
  echo "Installing: ${missing[*]}"
  as_root apt-get update -q
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}" ||
    fail "apt-get could not install: ${missing[*]}" "Its messages are above."
}
