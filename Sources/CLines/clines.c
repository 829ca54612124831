#define _GNU_SOURCE
#include "clines.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "backend.h"
#include "line.h"

void bd_copy(char *ret, const char *text, size_t size) {
  if (size > 0) snprintf(ret, size, "%s", text ? text : "");
}

// MARK: Finding

struct search {
  const char *label;  // NULL: chips of any label
  const char *name;   // NULL: the line with number `offset`
  uint32_t offset;

  int chips;            // chips that came into question
  int matches;          // lines found
  int error;            // why a chip could not be looked at, an errno value
  char path[PATH_MAX];  // of the first match's chip
  struct bd_line_place *place;
};

/// Looks for lines on one open chip, which is `path`.
static void search_chip(struct search *search, const char *path, struct gpiod_chip *chip) {
  struct bd_line_place place;
  memset(&place, 0, sizeof place);
  int result = bd_backend_describe_chip(chip, &place);
  if (result < 0) {
    search->error = -result;
    return;
  }
  if (search->label && strcmp(search->label, place.label) != 0) return;
  if (search->chips++ == 0) *search->place = place;
  uint32_t first = search->name ? 0 : search->offset;
  uint32_t end = search->name || search->offset >= place.line_count ? place.line_count : search->offset + 1;
  for (uint32_t offset = first; offset < end; offset++) {
    result = bd_backend_describe_line(chip, offset, &place);
    if (result < 0) {
      search->error = -result;
      return;
    }
    if (search->name && strcmp(search->name, place.name) != 0) continue;
    if (search->matches++ > 0) continue;
    bd_copy(search->path, path, sizeof search->path);
    *search->place = place;
  }
}

static void search_path(struct search *search, const char *path) {
  // The library wants the device itself; Raspberry Pi kernels keep old numbers as symbolic links.
  char device[PATH_MAX];
  struct stat status;
  if (!realpath(path, device) || stat(device, &status) != 0) {
    search->error = errno;
    return;
  }
  struct gpiod_chip *chip = S_ISCHR(status.st_mode) ? gpiod_chip_open(device) : NULL;
  if (!chip) {
    // 1.x says ENODEV for a device that is no GPIO chip; here that is kept for machines that have none.
    search->error = !S_ISCHR(status.st_mode) || errno == ENODEV ? ENOTTY : errno;
    return;
  }
  search_chip(search, device, chip);
  gpiod_chip_close(chip);
}

static int is_chip(const struct dirent *entry) { return strncmp(entry->d_name, "gpiochip", 8) == 0; }

/// Looks at every chip in the order of their numbers, links left out; how many there are, or -errno.
static int search_all(struct search *search) {
  struct dirent **entries = NULL;
  int count = scandir("/dev", &entries, is_chip, versionsort);
  if (count < 0) return -errno;
  int chips = 0;
  for (int index = 0; index < count; index++) {
    char path[PATH_MAX];
    struct stat status;
    snprintf(path, sizeof path, "/dev/%s", entries[index]->d_name);
    free(entries[index]);
    if (lstat(path, &status) != 0 || !S_ISCHR(status.st_mode)) continue;
    chips++;
    if (search) search_path(search, path);
  }
  free(entries);
  return chips;
}

/// The path that a chip is given by, or false when it is given by its label.
static bool path_of_chip(const char *chip, char *ret_path, size_t size) {
  struct stat status;
  if (strchr(chip, '/')) {
    bd_copy(ret_path, chip, size);
    return true;
  }
  if (strncmp(chip, "gpiochip", 8) != 0) return false;
  snprintf(ret_path, size, "/dev/%s", chip);
  return stat(ret_path, &status) == 0;
}

/// Looks for one line; 0 with `search->path` and the place filled in, or why not.
static int find(struct search *search, const char *chip) {
  char path[PATH_MAX];
  if (chip && path_of_chip(chip, path, sizeof path)) {
    search_path(search, path);
    // A machine without any chip is told apart from one that lacks this chip.
    if (search->error == ENOENT) return search_all(NULL) == 0 ? -ENODEV : -ENXIO;
  } else {
    search->label = chip;
    int chips = search_all(search);
    if (chips <= 0) return chips < 0 ? chips : -ENODEV;
  }
  if (search->matches > 1) return -ENOTUNIQ;
  if (search->matches == 1) return 0;
  // It may be on the chip that could not be looked at.
  if (search->error) return -search->error;
  if (search->chips == 0) return -ENXIO;
  if (search->chips > 1) memset(search->place, 0, sizeof *search->place);
  return -ENOENT;
}

// MARK: Lines

static int request(const char *path, uint32_t offset, int flags, bool has_edges, bd_request **ret_request) {
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (!chip) return -errno;
  int result = bd_backend_request(chip, offset, flags, has_edges, ret_request);
  if (result < 0) gpiod_chip_close(chip);
  return result;
}

/// The descriptor for edges, made non-blocking so that taking them off it can't wait; -1 without one.
static int edge_descriptor(const bd_request *request) {
  int descriptor = bd_backend_descriptor(request);
  if (descriptor < 0) return -1;
  int flags = fcntl(descriptor, F_GETFL);
  return flags >= 0 && fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0 ? descriptor : -1;
}

int bd_line_open(
  const char *chip, const char *name, uint32_t offset, int flags, bd_line **ret_line,
  struct bd_line_place *ret_place) {
  *ret_line = NULL;
  memset(ret_place, 0, sizeof *ret_place);
  struct search search = {.name = name, .offset = offset, .place = ret_place};
  int result = find(&search, chip);
  if (result < 0) return result;

  bd_line *line = calloc(1, sizeof *line);
  if (!line) return -ENOMEM;
  line->is_output = flags & BD_LINE_OUTPUT;
  line->descriptor = -1;
  bool has_edges = !line->is_output;
  result = request(search.path, ret_place->offset, flags, has_edges, &line->request);
  if (result < 0 && result != -EBUSY && has_edges) {
    // A chip without interrupts: the line is an input all the same.
    has_edges = false;
    result = request(search.path, ret_place->offset, flags, has_edges, &line->request);
  }
  if (result < 0) {
    free(line);
    return result;
  }
  if (has_edges) line->descriptor = edge_descriptor(line->request);
  *ret_line = line;
  return 0;
}

int bd_line_set(bd_line *line, int is_active) {
  if (!line->is_output) return -EPERM;
  return line->request ? bd_backend_set(line->request, is_active) : bd_led_set(line, is_active);
}

int bd_line_get(bd_line *line) {
  if (line->is_output || !line->request) return -EPERM;
  bool has_changed = false;
  if (line->descriptor >= 0) {
    // Whole events, whichever size they have. The kernel keeps 16 per line (48 bytes each) and drops what is more, so
    // four rounds empty it even while a contact bounces.
    char events[48 * 16];
    for (int round = 0; round < 4 && read(line->descriptor, events, sizeof events) > 0; round++) has_changed = true;
  }
  int value = bd_backend_get(line->request);
  return value < 0 ? value : value || has_changed;
}

int bd_line_descriptor(const bd_line *line) { return line->is_output ? -1 : line->descriptor; }

void bd_line_close(bd_line *line) {
  if (line->is_output) bd_line_set(line, 0);
  if (line->request)
    bd_backend_release(line->request);
  else
    bd_led_close(line);
  free(line);
}

// MARK: Attributes

int bd_attribute_open(const char *path) {
  // Non-blocking for what is no attribute after all: a pipe would wait for its writer.
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  return descriptor < 0 ? -errno : descriptor;
}

int64_t bd_attribute_read(int descriptor, char *buffer, size_t size) {
  ssize_t count = pread(descriptor, buffer, size, 0);
  return count < 0 ? -errno : count;
}
