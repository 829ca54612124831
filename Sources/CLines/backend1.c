#include "backend.h"

#ifdef BD_GPIOD_1
#include <errno.h>
#include <stdlib.h>

struct bd_request {
  struct gpiod_chip *chip;
  struct gpiod_line *line;  // belongs to the chip
};

int bd_backend_describe_chip(struct gpiod_chip *chip, struct bd_line_place *ret_place) {
  bd_copy(ret_place->chip, gpiod_chip_name(chip), sizeof ret_place->chip);
  bd_copy(ret_place->label, gpiod_chip_label(chip), sizeof ret_place->label);
  ret_place->line_count = gpiod_chip_num_lines(chip);
  return 0;
}

int bd_backend_describe_line(struct gpiod_chip *chip, uint32_t offset, struct bd_line_place *ret_place) {
  struct gpiod_line *line = gpiod_chip_get_line(chip, offset);
  // The library keeps what it once learned of a line; the consumer may have changed.
  if (!line || gpiod_line_update(line) != 0) return -errno;
  ret_place->offset = offset;
  bd_copy(ret_place->name, gpiod_line_name(line), sizeof ret_place->name);
  bd_copy(ret_place->consumer, gpiod_line_consumer(line), sizeof ret_place->consumer);
  return 0;
}

int bd_backend_request(
  struct gpiod_chip *chip, uint32_t offset, int flags, bool has_edges, bd_request **ret_request) {
  struct gpiod_line_request_config config = {
    .consumer = "bluedot",
    .request_type = flags & BD_LINE_OUTPUT ? GPIOD_LINE_REQUEST_DIRECTION_OUTPUT
                    : has_edges            ? GPIOD_LINE_REQUEST_EVENT_BOTH_EDGES
                                           : GPIOD_LINE_REQUEST_DIRECTION_INPUT,
    .flags = flags & BD_LINE_ACTIVE_LOW ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0,
  };
  struct gpiod_line *line = gpiod_chip_get_line(chip, offset);
  if (!line) return -errno;
  bd_request *request = malloc(sizeof *request);
  if (!request) return -ENOMEM;
  if (gpiod_line_request(line, &config, 0) != 0) {
    int error = errno;
    free(request);
    return -error;
  }
  *request = (bd_request){.chip = chip, .line = line};
  *ret_request = request;
  return 0;
}

int bd_backend_set(bd_request *request, int is_active) {
  return gpiod_line_set_value(request->line, is_active) == 0 ? 0 : -errno;
}

int bd_backend_get(bd_request *request) {
  int value = gpiod_line_get_value(request->line);
  return value < 0 ? -errno : value != 0;
}

int bd_backend_descriptor(const bd_request *request) {
  int descriptor = gpiod_line_event_get_fd(request->line);
  return descriptor < 0 ? -errno : descriptor;
}

void bd_backend_release(bd_request *request) {
  gpiod_chip_close(request->chip);  // releases its lines, too
  free(request);
}
#endif
