#define _GNU_SOURCE
#include "chost.h"

#include <sys/timex.h>

int bd_clock_is_synchronised(void) {
  struct timex state = {.modes = 0};
  int result = adjtimex(&state);
  return result >= 0 && result != TIME_ERROR && !(state.status & STA_UNSYNC);
}
