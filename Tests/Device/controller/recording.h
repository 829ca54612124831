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
/// Keeps what is between two times, microseconds since its start, and lets it begin at the first of them.
void recording_cut(struct recording *recording, int64_t from, int64_t until);
void recording_free(struct recording *recording);
