// The handle that clines.h promises: a line of a GPIO chip, or an LED of the kernel.
#pragma once
#include <stdbool.h>
#include <stddef.h>

#include "clines.h"

struct bd_request;

struct bd_line {
  struct bd_request *request;   // NULL: an LED
  int descriptor;               // where an input's edges arrive, or -1; an LED's open brightness file
  bool is_output;
  char on[16], off[16];         // what is written to an LED
  size_t text_size;
};

int bd_led_set(bd_line *led, int is_active);
void bd_led_close(bd_line *led);
