// Where the log goes, and the time that its lines bear.
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#include "chost.h"

bool bd_is_journal(int descriptor) {
  const char *text = getenv("JOURNAL_STREAM");
  uint64_t device, inode;
  struct stat status;
  return text && sscanf(text, "%" SCNu64 ":%" SCNu64, &device, &inode) == 2 && fstat(descriptor, &status) == 0
    && status.st_dev == device && status.st_ino == inode;
}

void bd_clock_text(char text[32], bool is_local) {
  time_t now = time(NULL);
  struct tm parts;
  text[0] = 0;
  if (is_local ? !localtime_r(&now, &parts) : !gmtime_r(&now, &parts)) return;
  if (strftime(text, 21, is_local ? "%H:%M:%S" : "%Y-%m-%dT%H:%M:%SZ", &parts) == 0) text[0] = 0;
}
