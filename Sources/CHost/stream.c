// Reading and writing that a stop signal always ends.
//
// Every call waits in poll first, beside the descriptor that a stop signal makes readable, and then reads or writes
// without blocking.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "chost.h"
#include "internal.h"

/// Time that a reader gets, from the stop signal on, to take what is still to be written, ms: enough for a pager or a
/// slow terminal, and not seen by the person who pressed Ctrl-C.
static const int64_t stop_grace = 500;

int bd_open_read(const char *path) {
  // O_NONBLOCK: a named pipe without a writer is waited for in bd_read, where a stop signal is noticed.
  int descriptor;
  do descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  while (descriptor < 0 && errno == EINTR);
  return descriptor < 0 ? -errno : descriptor;
}

int bd_open_write(const char *path) {
  // O_NONBLOCK: a named pipe without a reader is an error and not a wait for ever.
  int descriptor;
  do descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0644);
  while (descriptor < 0 && errno == EINTR);
  return descriptor < 0 ? -errno : descriptor;
}

int64_t bd_read(int descriptor, void *buffer, size_t size) {
  for (;;) {
    if (bd_stop_flag != 0) return -EINTR;
    struct pollfd descriptors[] = {{descriptor, POLLIN, 0}, {bd_stop_descriptor, POLLIN, 0}};
    int ready = poll(descriptors, 2, -1);
    if (ready < 0 && errno != EINTR) return -errno;
    if (ready <= 0) continue;
    if (descriptors[1].revents != 0) return -EINTR;
    ssize_t count = read(descriptor, buffer, size);
    if (count >= 0) return count;
    if (errno != EINTR && errno != EAGAIN) return -errno;
  }
}

int bd_open_writer(int descriptor) {
  struct stat status;
  int flags = fcntl(descriptor, F_GETFL);
  if (flags < 0 || fstat(descriptor, &status) != 0) return descriptor;
  // What was opened for reading must not become writable on this way.
  if ((flags & O_ACCMODE) == O_RDONLY || flags & O_NONBLOCK) return descriptor;
  if (!S_ISFIFO(status.st_mode) && !S_ISCHR(status.st_mode)) return descriptor;
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  int writer = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  return writer < 0 ? descriptor : writer;
}

/// Waits until the descriptor takes bytes: 0, -errno, or -EINTR at the deadline (boot time in ms; -1 for none, and a
/// stop signal sets one).
static int wait_writable(int descriptor, int64_t *deadline) {
  for (;;) {
    if (bd_stop_flag != 0 && *deadline < 0) *deadline = bd_boot_milliseconds() + stop_grace;
    int64_t left = -1;
    if (*deadline >= 0) {
      left = *deadline - bd_boot_milliseconds();
      if (left < 0) left = 0;
    }
    struct pollfd descriptors[] = {{descriptor, POLLOUT, 0}, {*deadline < 0 ? bd_stop_descriptor : -1, POLLIN, 0}};
    int ready = poll(descriptors, 2, left > INT_MAX ? INT_MAX : (int)left);
    if (ready < 0 && errno != EINTR) return -errno;
    if (ready > 0 && descriptors[1].revents != 0) *deadline = bd_boot_milliseconds() + stop_grace;
    if (ready > 0 && descriptors[0].revents != 0) return 0;
    if (ready == 0 && *deadline >= 0 && bd_boot_milliseconds() >= *deadline) return -EINTR;
  }
}

static int write_until(int descriptor, const char *next, size_t size, int64_t deadline, size_t *written) {
  struct stat status;
  if (fstat(descriptor, &status) != 0) return -errno;
  int is_file = S_ISREG(status.st_mode), is_socket = S_ISSOCK(status.st_mode);
  int blocks = (fcntl(descriptor, F_GETFL) & O_NONBLOCK) == 0;
  // A pipe that poll calls writable takes PIPE_BUF bytes without blocking.
  size_t most = blocks && !is_file && !is_socket ? PIPE_BUF : SSIZE_MAX;
  *written = 0;
  while (size > 0) {
    if (!is_file) {
      int result = wait_writable(descriptor, &deadline);
      if (result < 0) return result;
    }
    size_t part = size < most ? size : most;
    ssize_t count =
      is_socket ? send(descriptor, next, part, MSG_DONTWAIT | MSG_NOSIGNAL) : write(descriptor, next, part);
    if (count < 0 && errno == EAGAIN) {
      // A terminal may refuse what poll promised, as long as it has room for less than it needs.
      if (deadline >= 0 && bd_boot_milliseconds() >= deadline) return -EINTR;
      struct timespec moment = {0, 1000000};
      nanosleep(&moment, NULL);
      continue;
    }
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return -errno;
    next += count;
    size -= (size_t)count;
    *written += (size_t)count;
  }
  return 0;
}

int bd_write_all(int descriptor, const void *buffer, size_t size) {
  size_t written;
  return write_until(descriptor, buffer, size, -1, &written);
}

int64_t bd_write_within(int descriptor, const void *buffer, size_t size, int64_t patience) {
  size_t written;
  int result = write_until(descriptor, buffer, size, bd_boot_milliseconds() + patience, &written);
  return result == 0 || result == -EINTR ? (int64_t)written : result;
}

// A library that opens a descriptor must never get 0, 1 or 2: what is printed would go there. Opened the wrong way
// round, so that a read or a write still fails as it would on a closed descriptor.
__attribute__((constructor)) static void open_missing_descriptors(void) {
  for (int descriptor = 0; descriptor <= 2; descriptor++) {
    if (fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
    int mode = descriptor == 0 ? O_WRONLY : O_RDONLY;
    // The root directory stands in where there is no /dev yet.
    if (open("/dev/null", mode) < 0) open("/", O_RDONLY | O_DIRECTORY);
  }
}
