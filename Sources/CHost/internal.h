// What the sources of CHost share among themselves.
#pragma once
#include <signal.h>

/// Readable from the moment when a stop signal arrives until an event loop takes it; -1 when nobody catches signals.
extern int bd_stop_descriptor;
/// The stop signal that arrived, or 0. With an event loop: that the loop took.
extern volatile sig_atomic_t bd_stop_flag;
