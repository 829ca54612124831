// GPIO lines over libgpiod 1.6 or 2.x, whichever the machine that builds has, and LEDs that belong to the kernel.
// A negative return value is -errno.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Room for a name or label and its final zero; the kernel's have 31 bytes at most, names of LEDs 63.
#define BD_LINE_TEXT 64

/// What is known about a line that was looked for; texts are empty where nothing is.
struct bd_line_place {
  char chip[BD_LINE_TEXT];      ///< "gpiochip0"
  char label[BD_LINE_TEXT];     ///< "pinctrl-bcm2711"
  char name[BD_LINE_TEXT];      ///< the line's name
  char consumer[BD_LINE_TEXT];  ///< who holds the line
  uint32_t offset;              ///< the line's number on its chip
  uint32_t line_count;          ///< lines that the chip has
};

enum bd_line_flags {
  BD_LINE_OUTPUT = 1,      ///< an output, inactive at first; otherwise an input
  BD_LINE_ACTIVE_LOW = 2,  ///< active when the line is low
};

typedef struct bd_line bd_line;

/// Finds a line and takes it, as the consumer "bluedot".
///
/// `chip` is a path (it has a slash), a name ("gpiochip0") or a label; NULL: any chip. `name` is the line's name; NULL:
/// the line with number `offset`. A chip by label, and a line on any chip, must be the only one.
///
/// -ENODEV: the machine has no GPIO chip. -ENXIO: not this one. -ENOENT: no such line; `ret_place` has the chip when only
/// one came into question. -ENOTUNIQ: several; `ret_place` has the first. -EBUSY: held by `ret_place->consumer`.
/// -EACCES or -EPERM: no right to open a chip. -ENOTTY: the path is no GPIO chip. Others: what the kernel said.
int bd_line_open(
  const char *chip, const char *name, uint32_t offset, int flags, bd_line **ret_line, struct bd_line_place *ret_place);
/// Takes an LED of the kernel's LED class from its trigger and switches it off. `root` is "/sys/class/leds".
/// -ENODEV: there is no LED. -ENOENT: not this one. `BD_LINE_ACTIVE_LOW` turns lit and dark around.
int bd_led_open(
  const char *root, const char *name, int flags, bd_line **ret_line, struct bd_line_place *ret_place);

/// Makes an output active or inactive; 0 or -errno. Allocates nothing.
int bd_line_set(bd_line *line, int is_active);
/// Whether an input is active or was since the last call, 1 or 0, or -errno: a change has an active side, so that a pulse
/// between two calls counts. Takes the changes off the descriptor.
int bd_line_get(bd_line *line);
/// A descriptor that becomes readable when an input changes; -1 when the chip can't tell and the line is to be polled.
int bd_line_descriptor(const bd_line *line);
/// Gives the line back; an output is made inactive before.
void bd_line_close(bd_line *line);

/// Opens a small file of sysfs to be read over and over; a descriptor or -errno.
int bd_attribute_open(const char *path);
/// Reads it from its beginning, up to `size` bytes; their number or -errno.
int64_t bd_attribute_read(int descriptor, char *buffer, size_t size);
