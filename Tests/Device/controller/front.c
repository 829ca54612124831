#define _GNU_SOURCE
#include "front.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum {
  VENDOR_PACKET = 0xFF,
  // What to make of it: a primary controller; one that the kernel does not set up, which would take its answers.
  MAKE_PRIMARY = 0x00,
  MAKE_RAW = 0x80,
  /// Room for the reports of some seconds when the host is slow.
  SEND_BUFFER = 1 << 20,
};

static int report(const char *what) {
  fprintf(stderr, "virtual-controller: %s: %s\n", what, strerror(errno));
  return -1;
}

/// A controller of the kernel's; -1 with a message.
static int open_vhci(uint8_t make) {
  const int descriptor = open("/dev/vhci", O_RDWR | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return report("/dev/vhci");
  // The first packet read tells its index.
  const uint8_t create[] = {VENDOR_PACKET, make};
  if (write(descriptor, create, sizeof create) == sizeof create) return descriptor;
  close(descriptor);
  return report("/dev/vhci: the kernel made no controller");
}

static int listen_at(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    return report(path);
  }
  memcpy(address.sun_path, path, strlen(path) + 1);
  const int listener = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (listener < 0) return report("socket");
  unlink(path);
  const struct sockaddr *name = (const struct sockaddr *)&address;
  if (bind(listener, name, sizeof address) == 0 && listen(listener, 8) == 0) return listener;
  close(listener);
  return report(path);
}

bool front_open(struct front *front) {
  front->index = -1;
  if (front->path != NULL) {
    front->listener = listen_at(front->path);
    return front->listener >= 0;
  }
  front->descriptor = open_vhci(MAKE_PRIMARY);
  return front->descriptor >= 0;
}

bool front_open_as_another(struct front *front) {
  if (front->path != NULL) return front_open(front);
  // The lowest free index goes to one that is closed again.
  const int first = open_vhci(MAKE_RAW);
  const bool is_open = first >= 0 && front_open(front);
  if (first >= 0) close(first);
  return is_open;
}

void front_close(struct front *front) {
  if (front->descriptor >= 0) close(front->descriptor);
  if (front->listener >= 0) {
    close(front->listener);
    unlink(front->path);
  }
  front->descriptor = front->listener = front->index = -1;
}

void front_accept(struct front *front) {
  const int descriptor = accept4(front->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (descriptor < 0) return;
  const int room = SEND_BUFFER;
  setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
  front->descriptor = descriptor;
}

int front_read(struct front *front, uint8_t *packet, size_t capacity) {
  const ssize_t size = read(front->descriptor, packet, capacity);
  if (size < 0 && (errno == EAGAIN || errno == EINTR)) return 0;
  if (size <= 0) {
    close(front->descriptor);
    front->descriptor = front->index = -1;
    return -1;
  }
  if (size >= 4 && packet[0] == VENDOR_PACKET) {
    front->index = packet[2] | packet[3] << 8;
    return 0;
  }
  return (int)size;
}

void front_send(struct front *front, const uint8_t *packet, size_t size) {
  if (front->descriptor < 0) return;
  const ssize_t written = front->path != NULL ? send(front->descriptor, packet, size, MSG_DONTWAIT | MSG_NOSIGNAL)
                                              : write(front->descriptor, packet, size);
  if (written != (ssize_t)size) front->lost++;
}
