// Where the host is: the kernel behind /dev/vhci, or a program behind a Unix socket. One H4 packet per read and write.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct front {
  /// NULL: /dev/vhci.
  const char *path;
  int listener;     ///< -1: none
  int descriptor;   ///< -1: no host
  int index;        ///< of the adapter that the kernel made; -1: not known yet, or a Unix socket
  unsigned lost;    ///< packets that the host had no room for
};

/// False, and a message on standard error, when it cannot be opened.
bool front_open(struct front *front);
/// The adapter disappears.
void front_close(struct front *front);
/// Opens /dev/vhci so that the kernel gives it another index than the lowest free one.
bool front_open_as_another(struct front *front);
/// Takes in a host that connects.
void front_accept(struct front *front);
/// A packet from the host: its size; 0: none now; -1: the host went.
int front_read(struct front *front, uint8_t *packet, size_t capacity);
void front_send(struct front *front, const uint8_t *packet, size_t size);
