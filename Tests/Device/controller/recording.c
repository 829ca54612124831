#include "recording.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  FILE_HEADER = 16,
  RECORD_HEADER = 24,
  // Datalinks: HCI without a packet type, with one (H4), and Linux's monitor.
  DATALINK_H1 = 1001,
  DATALINK_H4 = 1002,
  DATALINK_MONITOR = 2001,
  FLAGS_RECEIVED_EVENT = 3,
  MONITOR_EVENT = 3,
  PACKET_EVENT = 4,
};

static uint32_t read32(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static int64_t read_time(const uint8_t *bytes) { return (int64_t)((uint64_t)read32(bytes) << 32 | read32(bytes + 4)); }

/// Whether the record is an event for the host; `skip` is the size of a packet type in front of it.
static int is_event(uint32_t datalink, uint32_t flags, const uint8_t *data, size_t size, size_t *skip) {
  *skip = datalink == DATALINK_H4;
  if (datalink == DATALINK_H1) return (flags & 3) == FLAGS_RECEIVED_EVENT;
  if (datalink == DATALINK_MONITOR) return (flags & 0xFFFF) == MONITOR_EVENT;
  return size > 0 && data[0] == PACKET_EVENT;
}

static uint8_t *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) return NULL;
  uint8_t *bytes = NULL;
  size_t capacity = 0;
  *size = 0;
  do {
    if (capacity - *size < 65536) {
      capacity = capacity * 2 + 65536;
      uint8_t *larger = realloc(bytes, capacity);
      if (larger == NULL) break;
      bytes = larger;
    }
    *size += fread(bytes + *size, 1, capacity - *size, file);
  } while (!feof(file) && !ferror(file));
  const int is_whole = feof(file);
  fclose(file);
  if (is_whole) return bytes;
  free(bytes);
  return NULL;
}

const char *recording_load(struct recording *recording, const char *path) {
  size_t size;
  uint8_t *bytes = read_file(path, &size);
  if (bytes == NULL) return strerror(errno);
  const uint32_t datalink = size >= FILE_HEADER ? read32(bytes + 12) : 0;
  const char *problem = NULL;
  if (size < FILE_HEADER || memcmp(bytes, "btsnoop\0\0\0\0\1", 12) != 0) problem = "not a btsnoop recording, version 1";
  else if (datalink != DATALINK_H1 && datalink != DATALINK_H4 && datalink != DATALINK_MONITOR) {
    problem = "its datalink is none of 1001, 1002 and 2001";
  }
  struct record *records = problem ? NULL : calloc(size / RECORD_HEADER + 1, sizeof *records);
  if (problem == NULL && records == NULL) problem = "out of memory";
  size_t count = 0;
  int64_t first = 0;
  for (size_t at = FILE_HEADER; problem == NULL && at < size;) {
    if (size - at < RECORD_HEADER || read32(bytes + at + 4) > size - at - RECORD_HEADER) {
      problem = "it ends in the middle of a record";
      break;
    }
    const uint8_t *header = bytes + at;
    const size_t included = read32(header + 4);
    size_t skip;
    if (is_event(datalink, read32(header + 8), header + RECORD_HEADER, included, &skip)) {
      const int64_t time = read_time(header + 16);
      if (count == 0) first = time;
      // The packet type goes in front of the data, over the last byte of the time, which is read by then.
      uint8_t *packet = bytes + at + RECORD_HEADER - 1 + skip;
      packet[0] = PACKET_EVENT;
      records[count++] = (struct record){time - first, packet, included + 1 - skip};
    }
    at += RECORD_HEADER + included;
  }
  if (problem == NULL && count == 0) problem = "it has no HCI event";
  if (problem != NULL) {
    free(records);
    free(bytes);
    return problem;
  }
  *recording = (struct recording){bytes, records, count};
  return NULL;
}

void recording_cut(struct recording *recording, int64_t from, int64_t until) {
  size_t count = 0;
  for (size_t i = 0; i < recording->count; i++) {
    struct record record = recording->records[i];
    if (record.time < from || record.time > until) continue;
    record.time -= from;
    recording->records[count++] = record;
  }
  recording->count = count;
}

void recording_free(struct recording *recording) {
  free(recording->records);
  free(recording->storage);
  *recording = (struct recording){0};
}
