#define _GNU_SOURCE
#include "chost.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int bd_open_read(const char *path) {
  int descriptor;
  do descriptor = open(path, O_RDONLY | O_CLOEXEC);
  while (descriptor < 0 && errno == EINTR && bd_stop_signal() == 0);
  return descriptor < 0 ? -errno : descriptor;
}

int bd_open_write(const char *path) {
  int descriptor;
  do descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  while (descriptor < 0 && errno == EINTR);
  return descriptor < 0 ? -errno : descriptor;
}

int64_t bd_read(int descriptor, void *buffer, size_t size) {
  ssize_t count;
  do count = read(descriptor, buffer, size);
  while (count < 0 && errno == EINTR && bd_stop_signal() == 0);
  return count < 0 ? -errno : count;
}

int bd_write_all(int descriptor, const void *buffer, size_t size) {
  const char *next = buffer;
  while (size > 0) {
    ssize_t count = write(descriptor, next, size);
    if (count < 0) {
      if (errno == EINTR) continue;
      return -errno;
    }
    next += count;
    size -= (size_t)count;
  }
  return 0;
}

void bd_close(int descriptor) { close(descriptor); }

int64_t bd_file_position(int descriptor) {
  off_t position = lseek(descriptor, 0, SEEK_CUR);
  return position < 0 ? -errno : position;
}

int bd_truncate(int descriptor, int64_t size) {
  int result;
  do result = ftruncate(descriptor, size);
  while (result < 0 && errno == EINTR);
  return result < 0 ? -errno : 0;
}

int64_t bd_file_size(int descriptor) {
  struct stat status;
  if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return -1;
  return status.st_size;
}

int bd_is_directory(const char *path) {
  struct stat status;
  if (stat(path, &status) != 0) return -errno;
  return S_ISDIR(status.st_mode) ? 1 : 0;
}

int bd_is_regular_file(const char *path) {
  struct stat status;
  if (stat(path, &status) != 0) return -errno;
  return S_ISREG(status.st_mode) ? 1 : 0;
}

int bd_is_terminal(int descriptor) { return isatty(descriptor); }

const char *bd_error_text(int error) {
  const char *text = strerror(error);
  return text ? text : "unknown error";
}

const char *bd_environment(const char *name) { return getenv(name); }

static int64_t milliseconds(clockid_t clock) {
  struct timespec now = {0, 0};
  clock_gettime(clock, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t bd_boot_milliseconds(void) { return milliseconds(CLOCK_BOOTTIME); }
int64_t bd_wall_milliseconds(void) { return milliseconds(CLOCK_REALTIME); }

void bd_sleep_milliseconds(int64_t duration) {
  if (duration <= 0) return;
  struct timespec time = {duration / 1000, (duration % 1000) * 1000000};
  nanosleep(&time, NULL);
}

int bd_random(void *buffer, size_t size) {
  char *next = buffer;
  while (size > 0) {
    ssize_t count = getrandom(next, size, 0);
    if (count < 0) {
      if (errno == EINTR) continue;
      return -errno;
    }
    next += count;
    size -= (size_t)count;
  }
  return 0;
}

static volatile sig_atomic_t stop_signal;

static void note_stop_signal(int number) { stop_signal = number; }

void bd_catch_stop_signals(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = note_stop_signal;  // no SA_RESTART: a blocked read or sleep must notice
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  action.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &action, NULL);
}

int bd_stop_signal(void) { return stop_signal; }

void bd_exit(int code) { exit(code); }

static int argument_count;
static char **arguments;

// Embedded Swift has no CommandLine; glibc hands a constructor the same arguments as main.
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
  argument_count = count;
  arguments = values;
}

int bd_argument_count(void) { return argument_count; }

const char *bd_argument(int index) {
  return index >= 0 && index < argument_count ? arguments[index] : NULL;
}
