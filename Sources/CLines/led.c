#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "line.h"

static int open_attribute(const char *root, const char *led, const char *attribute, int mode) {
  char path[PATH_MAX];
  if (snprintf(path, sizeof path, "%s/%s/%s", root, led, attribute) >= (int)sizeof path) return -ENAMETOOLONG;
  int descriptor = open(path, mode | O_CLOEXEC);
  return descriptor < 0 ? -errno : descriptor;
}

/// The brightness that is fully on; 1 where the file doesn't tell.
static unsigned full_brightness(const char *root, const char *led) {
  char text[16] = "";
  int descriptor = open_attribute(root, led, "max_brightness", O_RDONLY);
  if (descriptor < 0) return 1;
  ssize_t count = read(descriptor, text, sizeof text - 1);
  close(descriptor);
  text[count > 0 ? count : 0] = 0;
  unsigned long value = strtoul(text, NULL, 10);
  return value > 0 && value <= INT_MAX ? (unsigned)value : 1;
}

/// Tells the LED's trigger (disk activity, a heartbeat) to leave it alone; LEDs without triggers have no such file.
static int release_trigger(const char *root, const char *led) {
  int descriptor = open_attribute(root, led, "trigger", O_WRONLY);
  if (descriptor == -ENOENT) return 0;
  if (descriptor < 0) return descriptor;
  int result = write(descriptor, "none", 4) == 4 ? 0 : -errno;
  close(descriptor);
  return result;
}

int bd_led_open(
  const char *root, const char *name, int flags, bd_line **ret_line, struct bd_line_place *ret_place) {
  struct stat status;
  *ret_line = NULL;
  memset(ret_place, 0, sizeof *ret_place);
  snprintf(ret_place->chip, sizeof ret_place->chip, "leds");
  snprintf(ret_place->name, sizeof ret_place->name, "%s", name);
  if (!(flags & BD_LINE_OUTPUT)) return -EPERM;
  if (stat(root, &status) != 0) return -ENODEV;
  if (!*name || *name == '.' || strchr(name, '/')) return -ENOENT;

  int result = release_trigger(root, name);
  if (result < 0) return result;
  int descriptor = open_attribute(root, name, "brightness", O_WRONLY);
  if (descriptor < 0) return descriptor;
  bd_line *led = calloc(1, sizeof *led);
  if (!led) {
    close(descriptor);
    return -ENOMEM;
  }
  led->descriptor = descriptor;
  led->is_output = true;
  // Both texts have the same length, so that neither leaves digits of the other in a plain file.
  char *on = flags & BD_LINE_ACTIVE_LOW ? led->off : led->on;
  char *off = flags & BD_LINE_ACTIVE_LOW ? led->on : led->off;
  led->text_size = (size_t)snprintf(on, sizeof led->on, "%u", full_brightness(root, name));
  memset(off, '0', led->text_size);
  result = bd_led_set(led, 0);
  if (result < 0) {
    bd_led_close(led);
    free(led);
    return result;
  }
  *ret_line = led;
  return 0;
}

int bd_led_set(bd_line *led, int is_active) {
  ssize_t count = pwrite(led->descriptor, is_active ? led->on : led->off, led->text_size, 0);
  return count < 0 ? -errno : 0;
}

void bd_led_close(bd_line *led) { close(led->descriptor); }
