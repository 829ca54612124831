// Bluetooth controllers as the kernel offers them: raw HCI sockets, the list of adapters, up, down and reset. Every
// call that can fail is checked here; a negative return value is -errno. Nothing here waits unless its comment says so.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// MARK: Adapters

/// The kernel holds 16 controllers at most (HCI_MAX_DEV).
enum { BD_ADAPTERS_MAX = 16 };

struct bd_adapter {
  uint16_t index;
  char name[9];        ///< "hci0"
  uint8_t address[6];  ///< least significant byte first, as on the air
  bool is_up;
  bool is_primary;  ///< false: an AMP controller, which knows no LE
  uint8_t bus;      ///< HCI_USB, HCI_UART, …
};

/// Lists the controllers in the kernel's order; returns their number. Needs no privilege.
int bd_adapters(struct bd_adapter *ret_adapters, int capacity);
/// "USB", "UART", …; never NULL.
const char *bd_bus_text(uint8_t bus);
/// The company that made a controller, by its Bluetooth company identifier; never NULL.
const char *bd_company_text(uint16_t identifier);

enum bd_block { BD_BLOCK_SOFT = 1, BD_BLOCK_HARD = 2 };
/// What rfkill holds of a controller: bits of `enum bd_block`, or -ENOENT when rfkill doesn't know it. A negative index
/// asks for all Bluetooth radios together. Reads /sys/class/rfkill, which needs no privilege.
int bd_adapter_block(int index);

// MARK: Up, down, reset

enum bd_action_kind { BD_ACTION_UP, BD_ACTION_DOWN, BD_ACTION_RESET };
typedef struct bd_action bd_action;

/// Begins HCIDEVUP, HCIDEVDOWN or HCIDEVRESET. The kernel takes up to 10 s for each when the controller doesn't answer,
/// so a thread does the waiting. NULL: see `ret_error`.
bd_action *bd_action_begin(enum bd_action_kind kind, uint16_t index, int *ret_error);
/// Readable once the action is done.
int bd_action_descriptor(const bd_action *action);
/// True once the action is done; `ret_result` is then 0 or -errno.
bool bd_action_result(const bd_action *action, int *ret_result);
/// Lets go of an action, done or not.
void bd_action_release(bd_action *action);

// MARK: Sockets

/// A socket that tells of controllers coming, going, up and down: the kernel's "stack internal" events. Each message
/// says only that something changed; ask `bd_adapters` what. Needs CAP_NET_RAW for the events to arrive.
int bd_adapter_events_open(void);
/// A raw HCI socket of one controller, with a filter for command answers, hardware errors, LE events and the commands
/// of other programs. Non-blocking.
int bd_radio_open(uint16_t index);
/// A Unix socket (SOCK_SEQPACKET) behind which a controller speaks H4, one packet a message. Non-blocking.
int bd_radio_connect(const char *path);
/// Sends one packet; -EAGAIN when there is no room now.
int bd_radio_send(int descriptor, const void *packet, size_t size);
/// Packets that the kernel dropped because the socket's buffer was full, since it was opened.
int64_t bd_radio_drops(int descriptor);
/// Waits until the descriptor can be read; 1 when it can, 0 after `milliseconds`.
int bd_radio_wait(int descriptor, int milliseconds);

/// Room for many packets, so that one system call reads them all.
typedef struct bd_batch bd_batch;
enum {
  BD_BATCH_COUNT = 64,
  /// Packet type, event code, length, and up to 255 bytes. Longer packets are no events and are cut.
  BD_PACKET_MAX = 258,
};
bd_batch *bd_batch_create(void);
void bd_batch_destroy(bd_batch *batch);
/// Reads the packets that are there, BD_BATCH_COUNT at most; returns their number, or -errno: -EAGAIN when there are
/// none, -EPIPE when the other end is gone.
int bd_batch_receive(bd_batch *batch, int descriptor);
/// Packet `index` of the last call, valid until the next one. A size beyond BD_PACKET_MAX means that it was cut.
const uint8_t *bd_batch_packet(const bd_batch *batch, int index, size_t *ret_size);
