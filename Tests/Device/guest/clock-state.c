// clock-state set|unset: tells the kernel that the clock is right, as an NTP client does, or that nobody knows.
#include <stdio.h>
#include <string.h>
#include <sys/timex.h>

int main(int count, char **arguments) {
  if (count != 2 || (strcmp(arguments[1], "set") != 0 && strcmp(arguments[1], "unset") != 0)) {
    fprintf(stderr, "usage: clock-state set|unset\n");
    return 2;
  }
  const int is_set = strcmp(arguments[1], "set") == 0;
  // Half of the error at which the kernel gives a clock up, 16 s, is enough for a scenario's time.
  struct timex state = {.modes = ADJ_STATUS | ADJ_MAXERROR, .status = is_set ? 0 : STA_UNSYNC, .maxerror = 0};
  if (adjtimex(&state) < 0) return perror("clock-state"), 1;
  return 0;
}
