// line-watch NAME=FILE...: prints each change of small files that hold a number: boot time in ms, name, value.
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { FILES_MAX = 16, PERIOD = 10000 };  // microseconds: a fifth of the shortest flash of a lamp

int main(int count, char **arguments) {
  int descriptors[FILES_MAX];
  char last[FILES_MAX];
  if (count < 2 || count - 1 > FILES_MAX) return 2;
  for (int i = 0; i + 1 < count; i++) {
    char *path = strchr(arguments[i + 1], '=');
    if (path == NULL) return 2;
    *path = 0;
    descriptors[i] = open(path + 1, O_RDONLY);
    last[i] = '0';
    if (descriptors[i] < 0) return perror(path + 1), 1;
  }
  for (;; usleep(PERIOD)) {
    for (int i = 0; i + 1 < count; i++) {
      char value;
      if (pread(descriptors[i], &value, 1, 0) != 1 || value == last[i]) continue;
      last[i] = value;
      struct timespec time;
      clock_gettime(CLOCK_BOOTTIME, &time);
      printf("%lld %s %c\n", (long long)time.tv_sec * 1000 + time.tv_nsec / 1000000, arguments[i + 1], value);
      fflush(stdout);
    }
  }
}
