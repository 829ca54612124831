// The lines by which a test drives the controller.
#pragma once
#include "air.h"
#include "front.h"

#include <stdio.h>

struct desk {
  vc_controller *controller;
  struct front *front;
  struct air *air;
  bool is_extended;
  bool is_done;
};

/// The lines, for --help.
extern const char orders_help[];

/// Carries out one line and prints one line of answer, "ok …" or "error: …".
void carry_out_order(struct desk *desk, char *line, int64_t now, FILE *answer);
