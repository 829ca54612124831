// A small file that is replaced as a whole or not at all.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "chost.h"

/// Makes a rename last over a power cut. Where the file system can't, there is nothing to be done.
static void sync_folder(const char *path) {
  const char *slash = strrchr(path, '/');
  char *folder = slash ? strndup(path, slash == path ? 1 : (size_t)(slash - path)) : strdup(".");
  if (!folder) return;
  int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  free(folder);
  if (descriptor < 0) return;
  fsync(descriptor);
  close(descriptor);
}

int bd_replace_file(const char *path, const void *bytes, size_t size) {
  char *temporary = NULL;
  // One name, so that a crash leaves one file behind at most, which the next write takes.
  if (asprintf(&temporary, "%s.new", path) < 0) return -ENOMEM;
  int result = 0;
  int descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0644);
  if (descriptor < 0) {
    result = -errno;
  } else {
    result = bd_write_all(descriptor, bytes, size);
    if (result == 0 && fsync(descriptor) != 0) result = -errno;
    if (close(descriptor) != 0 && result == 0) result = -errno;
    if (result == 0 && rename(temporary, path) != 0) result = -errno;
    if (result == 0) sync_folder(path);
    else unlink(temporary);
  }
  free(temporary);
  return result;
}

int64_t bd_load_file(const char *path, void *buffer, size_t size) {
  int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return -errno;
  struct stat status;
  int64_t result = 0;
  if (fstat(descriptor, &status) != 0) result = -errno;
  else if (S_ISDIR(status.st_mode)) result = -EISDIR;
  else if (!S_ISREG(status.st_mode)) result = -EINVAL;
  while (result >= 0 && (size_t)result < size) {
    ssize_t count = read(descriptor, (char *)buffer + result, size - (size_t)result);
    if (count == 0) break;
    if (count > 0) result += count;
    else if (errno != EINTR) result = -errno;
  }
  close(descriptor);
  return result;
}
