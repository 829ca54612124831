// What differs between the two interfaces of libgpiod. One of backend1.c and backend2.c implements it.
#pragma once
#include <gpiod.h>
#include <stdbool.h>
#include <stdint.h>

#include "clines.h"

// Only 1.x has bulk objects in its header; 2.x has neither a version macro nor any other.
#ifdef GPIOD_LINE_BULK_MAX_LINES
#define BD_GPIOD_1 1
#else
#define BD_GPIOD_2 1
#endif

typedef struct bd_request bd_request;

/// Copies a text and its zero, cut to `size`; NULL copies as empty.
void bd_copy(char *ret, const char *text, size_t size);

/// Fills in the chip's name, label and number of lines; 0 or -errno.
int bd_backend_describe_chip(struct gpiod_chip *chip, struct bd_line_place *ret_place);
/// Fills in the line's name and consumer; 0 or -errno.
int bd_backend_describe_line(struct gpiod_chip *chip, uint32_t offset, struct bd_line_place *ret_place);
/// Requests a line; with `has_edges` an input tells its changes. On success the chip belongs to the request.
int bd_backend_request(
  struct gpiod_chip *chip, uint32_t offset, int flags, bool has_edges, bd_request **ret_request);
int bd_backend_set(bd_request *request, int is_active);
int bd_backend_get(bd_request *request);
/// The descriptor that edges arrive at.
int bd_backend_descriptor(const bd_request *request);
/// Releases the line and closes its chip.
void bd_backend_release(bd_request *request);
