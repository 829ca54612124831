#define _GNU_SOURCE
#include "cservice.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <systemd/sd-daemon.h>
#include <time.h>

int bd_notify(const char *state) { return sd_notify(0, state); }

uint64_t bd_watchdog_interval(void) {
  uint64_t interval = 0;
  return sd_watchdog_enabled(0, &interval) > 0 ? interval : 0;
}

uint64_t bd_monotonic_microseconds(void) {
  struct timespec now = {0, 0};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

int bd_child_look(int process, bd_child_state *state) {
  siginfo_t information;
  memset(&information, 0, sizeof information);
  int result;
  do result = waitid(P_PID, (id_t)process, &information, WEXITED | WNOHANG | WNOWAIT);
  while (result != 0 && errno == EINTR);
  if (result != 0) return -errno;
  state->has_ended = information.si_pid != 0;
  state->was_killed = information.si_code == CLD_KILLED || information.si_code == CLD_DUMPED;
  state->code = information.si_status;
  return 0;
}

void bd_child_reap(int process) {
  siginfo_t information;
  waitid(P_PID, (id_t)process, &information, WEXITED | WNOHANG);
}

void bd_child_signal_group(int process, int signal) {
  if (process > 1) kill(-process, signal);
}

const char *bd_signal_text(int signal) {
  const char *text = strsignal(signal);
  return text ? text : "unknown signal";
}
