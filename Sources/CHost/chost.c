#define _GNU_SOURCE
#include "chost.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

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

int bd_file_mode(const char *path) {
  struct stat status;
  return stat(path, &status) != 0 ? -errno : (int)(status.st_mode & 07777);
}

// Our name for DIR, which Swift needs not know.
bd_folder *bd_folder_open(const char *path, int *error) {
  DIR *folder = opendir(path);
  *error = folder ? 0 : -errno;
  return (bd_folder *)folder;
}

const char *bd_folder_next(bd_folder *folder) {
  struct dirent *entry;
  do entry = readdir((DIR *)folder);
  while (entry && (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0));
  return entry ? entry->d_name : NULL;
}

void bd_folder_close(bd_folder *folder) { closedir((DIR *)folder); }

int bd_host_name(char *buffer, size_t size) {
  if (size == 0 || gethostname(buffer, size) != 0) return -errno;
  buffer[size - 1] = 0;
  return 0;
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
