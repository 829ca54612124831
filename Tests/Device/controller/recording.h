// A btsnoop recording in memory: the HCI events that the host received.
#pragma once
#include <stddef.h>
#include <stdint.h>

struct record {
  int64_t time;        ///< microseconds since the first event
  const uint8_t *packet;  ///< H4
  size_t size;
};

struct recording {
  uint8_t *storage;
  struct record *records;
  size_t count;
};

/// NULL, or what is wrong with the file; then nothing is held.
const char *recording_load(struct recording *recording, const char *path);
void recording_free(struct recording *recording);
