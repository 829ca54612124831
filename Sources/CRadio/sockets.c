#define _GNU_SOURCE
#include "cradio.h"

#include <bluetooth/bluetooth.h>
#include <bluetooth/hci.h>
#include <bluetooth/hci_lib.h>
#include <errno.h>
#include <linux/sock_diag.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int close_with(int descriptor, int error) {
  close(descriptor);
  return -error;
}

/// A raw HCI socket with a filter, bound to a controller or, with HCI_DEV_NONE, to none.
static int open_raw(uint16_t index, const struct hci_filter *filter) {
  int descriptor = socket(AF_BLUETOOTH, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, BTPROTO_HCI);
  if (descriptor < 0) return -errno;
  // Before the bind, so that nothing unwanted comes in between. Without CAP_NET_RAW the kernel takes bits out of it and
  // says nothing.
  if (setsockopt(descriptor, SOL_HCI, HCI_FILTER, filter, sizeof *filter) != 0) return close_with(descriptor, errno);
  struct sockaddr_hci address;
  memset(&address, 0, sizeof address);
  address.hci_family = AF_BLUETOOTH;
  address.hci_dev = index;
  address.hci_channel = HCI_CHANNEL_RAW;
  if (bind(descriptor, (struct sockaddr *)&address, sizeof address) != 0) return close_with(descriptor, errno);
  return descriptor;
}

int bd_adapter_events_open(void) {
  struct hci_filter filter;
  hci_filter_clear(&filter);
  hci_filter_set_ptype(HCI_EVENT_PKT, &filter);
  hci_filter_set_event(EVT_STACK_INTERNAL, &filter);
  return open_raw(HCI_DEV_NONE, &filter);
}

int bd_radio_open(uint16_t index) {
  struct hci_filter filter;
  hci_filter_clear(&filter);
  hci_filter_set_ptype(HCI_EVENT_PKT, &filter);
  hci_filter_set_ptype(HCI_COMMAND_PKT, &filter);
  hci_filter_set_event(EVT_CMD_COMPLETE, &filter);
  hci_filter_set_event(EVT_CMD_STATUS, &filter);
  hci_filter_set_event(EVT_HARDWARE_ERROR, &filter);
  hci_filter_set_event(EVT_LE_META_EVENT, &filter);
  int descriptor = open_raw(index, &filter);
  if (descriptor < 0) return descriptor;
  // Each packet counts with some 800 bytes: room for a second of 1,000 advertisements. The forced call needs
  // CAP_NET_ADMIN; the other one is limited by net.core.rmem_max, and the default is better than no radio.
  int room = 1 << 20;
  if (setsockopt(descriptor, SOL_SOCKET, SO_RCVBUFFORCE, &room, sizeof room) != 0)
    (void)setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
  return descriptor;
}

int bd_radio_connect(const char *path) {
  struct sockaddr_un address;
  memset(&address, 0, sizeof address);
  address.sun_family = AF_UNIX;
  if (strlen(path) >= sizeof address.sun_path) return -ENAMETOOLONG;
  strcpy(address.sun_path, path);
  int descriptor = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) return -errno;
  if (connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0) return close_with(descriptor, errno);
  return descriptor;
}

int bd_radio_send(int descriptor, const void *packet, size_t size) {
  ssize_t count;
  do count = send(descriptor, packet, size, MSG_DONTWAIT | MSG_NOSIGNAL);
  while (count < 0 && errno == EINTR);
  if (count < 0) return -errno;
  return (size_t)count == size ? 0 : -EIO;
}

int64_t bd_radio_drops(int descriptor) {
  uint32_t values[SK_MEMINFO_VARS] = {0};
  socklen_t size = sizeof values;
  if (getsockopt(descriptor, SOL_SOCKET, SO_MEMINFO, values, &size) != 0) return -errno;
  return size > SK_MEMINFO_DROPS * sizeof values[0] ? values[SK_MEMINFO_DROPS] : 0;
}

int bd_radio_wait(int descriptor, int milliseconds) {
  struct pollfd entry = {descriptor, POLLIN, 0};
  return poll(&entry, 1, milliseconds < 0 ? 0 : milliseconds) > 0 ? 1 : 0;
}

struct bd_batch {
  struct mmsghdr headers[BD_BATCH_COUNT];
  struct iovec vectors[BD_BATCH_COUNT];
  // One byte more than an event has tells the longer packets apart.
  uint8_t packets[BD_BATCH_COUNT][BD_PACKET_MAX + 1];
};

bd_batch *bd_batch_create(void) {
  bd_batch *batch = calloc(1, sizeof *batch);
  if (!batch) return NULL;
  for (int index = 0; index < BD_BATCH_COUNT; index++) {
    batch->vectors[index] = (struct iovec){batch->packets[index], sizeof batch->packets[index]};
    batch->headers[index].msg_hdr.msg_iov = &batch->vectors[index];
    batch->headers[index].msg_hdr.msg_iovlen = 1;
  }
  return batch;
}

void bd_batch_destroy(bd_batch *batch) { free(batch); }

int bd_batch_receive(bd_batch *batch, int descriptor) {
  int count;
  do count = recvmmsg(descriptor, batch->headers, BD_BATCH_COUNT, MSG_DONTWAIT, NULL);
  while (count < 0 && errno == EINTR);
  if (count < 0) return -errno;
  // The end of a stream of packets reads as packets of no bytes, for ever; so does a packet of no bytes, once.
  if (count > 0 && batch->headers[0].msg_len == 0) {
    struct pollfd entry = {descriptor, POLLIN | POLLRDHUP, 0};
    if (poll(&entry, 1, 0) > 0 && (entry.revents & (POLLRDHUP | POLLHUP | POLLERR))) return -EPIPE;
  }
  return count;
}

const uint8_t *bd_batch_packet(const bd_batch *batch, int index, size_t *ret_size) {
  *ret_size = 0;
  if (index < 0 || index >= BD_BATCH_COUNT) return batch->packets[0];
  size_t size = batch->headers[index].msg_len;
  *ret_size = size < sizeof batch->packets[index] ? size : sizeof batch->packets[index];
  return batch->packets[index];
}
