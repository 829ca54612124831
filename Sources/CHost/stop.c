// SIGINT and SIGTERM for commands without an event loop: a flag, and a descriptor that ends every wait.
//
// The flag alone is not enough: a signal that arrives between a look at the flag and a blocking call would be missed.
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "chost.h"
#include "internal.h"

int bd_stop_descriptor = -1;
volatile sig_atomic_t bd_stop_flag;

static void note_stop_signal(int number) {
  int saved = errno;
  bd_stop_flag = number;
  uint64_t one = 1;
  // A full counter is readable as well, so that a failed write loses nothing.
  ssize_t count = write(bd_stop_descriptor, &one, sizeof one);
  (void)count;
  errno = saved;
}

void bd_catch_stop_signals(void) {
  if (bd_stop_descriptor < 0) bd_stop_descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = note_stop_signal;
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  action.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &action, NULL);
}

int bd_stop_signal(void) { return bd_stop_flag; }

void bd_sleep_milliseconds(int64_t duration) {
  int64_t end = bd_boot_milliseconds() + duration;
  for (int64_t left = duration; left > 0 && bd_stop_flag == 0; left = end - bd_boot_milliseconds()) {
    struct pollfd stop = {bd_stop_descriptor, POLLIN, 0};
    int ready = poll(&stop, 1, left > 60000 ? 60000 : (int)left);
    if (ready > 0) return;
  }
}
