// What is on the air, and when: a recording, beacons that repeat, floods and crowds.
#pragma once
#include "recording.h"
#include "virtualcontroller.h"

enum { BEACONS_MAX = 32 };

/// An advertisement that is sent again and again.
struct beacon {
  uint8_t address[6];
  int8_t rssi;
  uint8_t data[31];
  size_t size;
  int64_t period;  ///< microseconds
  int64_t due;
  int64_t left;    ///< how often still; -1: until told otherwise, 0: the slot is free
  bool is_crowd;   ///< each time from a fresh random address, with random data
};

struct air {
  vc_controller *controller;
  struct recording recording;
  size_t next;
  int64_t started;
  double speed;
  bool is_looping;
  struct beacon beacons[BEACONS_MAX];
  uint64_t offered;  ///< advertisements and recorded events whose time came
  uint64_t heard;    ///< of them, sent to the host
};

/// Starts a recording; the air takes it over.
void air_play(struct air *air, struct recording recording, double speed, bool is_looping, int64_t now);
void air_stop(struct air *air);
/// False: no slot is free. A beacon of the same address is replaced.
bool air_add(struct air *air, const struct beacon *beacon);
/// False: there is none with this address.
bool air_remove(struct air *air, const uint8_t address[6]);
void air_advertise(struct air *air, const struct beacon *beacon);
/// Sends what is due, a few hundred at most; returns when the next is due, or INT64_MAX.
int64_t air_advance(struct air *air, int64_t now);
