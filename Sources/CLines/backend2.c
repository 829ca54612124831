#include "backend.h"

#ifdef BD_GPIOD_2
#include <errno.h>
#include <stdlib.h>

struct bd_request {
  struct gpiod_line_request *lines;
  unsigned int offset;
};

int bd_backend_describe_chip(struct gpiod_chip *chip, struct bd_line_place *ret_place) {
  struct gpiod_chip_info *info = gpiod_chip_get_info(chip);
  if (!info) return -errno;
  bd_copy(ret_place->chip, gpiod_chip_info_get_name(info), sizeof ret_place->chip);
  bd_copy(ret_place->label, gpiod_chip_info_get_label(info), sizeof ret_place->label);
  ret_place->line_count = (uint32_t)gpiod_chip_info_get_num_lines(info);
  gpiod_chip_info_free(info);
  return 0;
}

int bd_backend_describe_line(struct gpiod_chip *chip, uint32_t offset, struct bd_line_place *ret_place) {
  struct gpiod_line_info *info = gpiod_chip_get_line_info(chip, offset);
  if (!info) return -errno;
  ret_place->offset = offset;
  bd_copy(ret_place->name, gpiod_line_info_get_name(info), sizeof ret_place->name);
  bd_copy(ret_place->consumer, gpiod_line_info_get_consumer(info), sizeof ret_place->consumer);
  gpiod_line_info_free(info);
  return 0;
}

/// Fills in the settings and requests the line with them; NULL with errno set when any step fails.
static struct gpiod_line_request *request_lines(
  struct gpiod_chip *chip, unsigned int offset, int flags, bool has_edges, struct gpiod_line_settings *settings,
  struct gpiod_line_config *lines, struct gpiod_request_config *config) {
  bool is_output = flags & BD_LINE_OUTPUT;
  gpiod_line_settings_set_active_low(settings, flags & BD_LINE_ACTIVE_LOW);
  if (gpiod_line_settings_set_direction(
        settings, is_output ? GPIOD_LINE_DIRECTION_OUTPUT : GPIOD_LINE_DIRECTION_INPUT) != 0)
    return NULL;
  if (is_output && gpiod_line_settings_set_output_value(settings, GPIOD_LINE_VALUE_INACTIVE) != 0) return NULL;
  if (!is_output && has_edges && gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_BOTH) != 0)
    return NULL;
  if (gpiod_line_config_add_line_settings(lines, &offset, 1, settings) != 0) return NULL;
  gpiod_request_config_set_consumer(config, "bluedot");
  return gpiod_chip_request_lines(chip, config, lines);
}

int bd_backend_request(
  struct gpiod_chip *chip, uint32_t offset, int flags, bool has_edges, bd_request **ret_request) {
  bd_request *request = malloc(sizeof *request);
  struct gpiod_line_settings *settings = gpiod_line_settings_new();
  struct gpiod_line_config *lines = gpiod_line_config_new();
  struct gpiod_request_config *config = gpiod_request_config_new();
  int error = ENOMEM;
  struct gpiod_line_request *result = NULL;
  if (request && settings && lines && config) {
    result = request_lines(chip, offset, flags, has_edges, settings, lines, config);
    error = errno;
  }
  gpiod_request_config_free(config);
  gpiod_line_config_free(lines);
  gpiod_line_settings_free(settings);
  if (!result) {
    free(request);
    return -error;
  }
  gpiod_chip_close(chip);  // a request outlives its chip's handle
  *request = (bd_request){.lines = result, .offset = offset};
  *ret_request = request;
  return 0;
}

int bd_backend_set(bd_request *request, int is_active) {
  enum gpiod_line_value value = is_active ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE;
  return gpiod_line_request_set_value(request->lines, request->offset, value) == 0 ? 0 : -errno;
}

int bd_backend_get(bd_request *request) {
  enum gpiod_line_value value = gpiod_line_request_get_value(request->lines, request->offset);
  return value == GPIOD_LINE_VALUE_ERROR ? -errno : value == GPIOD_LINE_VALUE_ACTIVE;
}

int bd_backend_descriptor(const bd_request *request) { return gpiod_line_request_get_fd(request->lines); }

void bd_backend_release(bd_request *request) {
  gpiod_line_request_release(request->lines);
  free(request);
}
#endif
