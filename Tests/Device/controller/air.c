#include "air.h"

#include <stdlib.h>
#include <string.h>

enum {
  /// So that orders and commands get their turn in a flood.
  BATCH_MAX = 256,
  /// Between the end of a recording and its next round, microseconds.
  LOOP_PAUSE = 100000,
};

void air_stop(struct air *air) {
  recording_free(&air->recording);
  for (size_t i = 0; i < BEACONS_MAX; i++) air->beacons[i].left = 0;
}

void air_play(struct air *air, struct recording recording, double speed, bool is_looping, int64_t now) {
  recording_free(&air->recording);
  air->recording = recording;
  air->next = 0;
  air->started = now;
  air->speed = speed;
  air->is_looping = is_looping;
}

static bool is_same(const struct beacon *beacon, const uint8_t address[6]) {
  return beacon->left != 0 && !beacon->is_crowd && memcmp(beacon->address, address, 6) == 0;
}

bool air_remove(struct air *air, const uint8_t address[6]) {
  for (size_t i = 0; i < BEACONS_MAX; i++) {
    if (!is_same(&air->beacons[i], address)) continue;
    air->beacons[i].left = 0;
    return true;
  }
  return false;
}

bool air_add(struct air *air, const struct beacon *beacon) {
  if (!beacon->is_crowd) air_remove(air, beacon->address);
  for (size_t i = 0; i < BEACONS_MAX; i++) {
    if (air->beacons[i].left != 0) continue;
    air->beacons[i] = *beacon;
    return true;
  }
  return false;
}

void air_advertise(struct air *air, const struct beacon *beacon) {
  struct vc_advertisement advertisement = {
    .is_random_address = true, .type = 3, .rssi = beacon->rssi, .data = beacon->data, .size = beacon->size,
  };
  memcpy(advertisement.address, beacon->address, 6);
  uint8_t data[31] = {2, 1, 6, 26, 0xFF, 0x4C, 0x00, 0x02, 0x15};  // an iBeacon of nobody's
  if (beacon->is_crowd) {
    for (size_t i = 0; i < 6; i++) advertisement.address[i] = (uint8_t)rand();
    advertisement.address[5] |= 0xC0;  // a random static address
    for (size_t i = 9; i < 29; i++) data[i] = (uint8_t)rand();
    data[29] = 0xC5;  // -59 dBm at 1 m
    advertisement.rssi = (int8_t)(-95 + rand() % 40);
    advertisement.data = data;
    advertisement.size = 30;
  }
  air->offered++;
  if (vc_advertise(air->controller, &advertisement)) air->heard++;
}

/// The player's next event is due then; INT64_MAX: none.
static int64_t recording_due(const struct air *air) {
  if (air->next >= air->recording.count) return INT64_MAX;
  return air->started + (int64_t)((double)air->recording.records[air->next].time / air->speed);
}

static void play_next(struct air *air, int64_t now) {
  const struct record *record = &air->recording.records[air->next++];
  // Only what was on the air: a recorded answer to a command would not be one to this host's.
  if (record->size >= 4 && record->packet[1] == 0x3E && (record->packet[3] == 0x02 || record->packet[3] == 0x0D)) {
    air->offered++;
    if (vc_play(air->controller, record->packet, record->size)) air->heard++;
  }
  if (air->next < air->recording.count) return;
  if (air->is_looping) {
    air->next = 0;
    air->started = now + LOOP_PAUSE;
  } else {
    recording_free(&air->recording);
  }
}

int64_t air_advance(struct air *air, int64_t now) {
  for (unsigned sent = 0; sent < BATCH_MAX; sent++) {
    int64_t due = recording_due(air);
    struct beacon *next = NULL;
    for (size_t i = 0; i < BEACONS_MAX; i++) {
      if (air->beacons[i].left == 0 || air->beacons[i].due >= due) continue;
      next = &air->beacons[i];
      due = next->due;
    }
    if (due > now) return due;
    if (next == NULL) {
      play_next(air, now);
      continue;
    }
    air_advertise(air, next);
    next->due += next->period;
    if (next->left > 0) next->left--;
  }
  return now;
}
