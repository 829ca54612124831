// A Bluetooth LE controller in software: takes HCI commands, answers them, and plays advertisements while the host has
// scanning enabled. It does no I/O and has no clock: packets go in and out as H4 packets (packet type first). Used by
// the unit tests over a socket pair and by the emulated board over /dev/vhci.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct vc_controller vc_controller;

/// Takes an H4 packet that the controller sends to the host.
typedef void (*vc_emit)(void *context, const uint8_t *packet, size_t size);

/// NULL: out of memory.
vc_controller *vc_create(vc_emit emit, void *context);
void vc_destroy(vc_controller *controller);

/// Six bytes, least significant first, as on the air.
void vc_set_address(vc_controller *controller, const uint8_t address[6]);
/// Whether LE extended scanning is among the supported commands (off at first).
void vc_set_extended(vc_controller *controller, bool is_supported);

/// Off and on again, as by its plug: all as after a reset, and silence ends. Ordered faults stay.
void vc_power_on(vc_controller *controller);
/// Whether reports need the bits of the event masks (off at first): a reset masks LE events off, and the kernel sets
/// the masks only when it brings the adapter up. After a bare reset a controller scans, and the host hears nothing.
void vc_set_masks_honoured(vc_controller *controller, bool is_honoured);

/// A packet from the host. One that is no command is dropped.
void vc_receive(vc_controller *controller, const uint8_t *packet, size_t size);

enum vc_scan { VC_SCAN_OFF, VC_SCAN_LEGACY, VC_SCAN_EXTENDED };

struct vc_scan_state {
  enum vc_scan scan;
  bool is_active;
  bool filters_duplicates;
  uint16_t window;    ///< 0.625 ms
  uint16_t interval;  ///< 0.625 ms
};
struct vc_scan_state vc_scan_state(const vc_controller *controller);

/// Commands of this opcode received so far.
unsigned vc_command_count(const vc_controller *controller, uint16_t opcode);
unsigned vc_commands_received(const vc_controller *controller);

struct vc_advertisement {
  uint8_t address[6];
  bool is_random_address;
  uint8_t type;  ///< legacy: 0 ADV_IND, 1 ADV_DIRECT_IND, 2 ADV_SCAN_IND, 3 ADV_NONCONN_IND, 4 SCAN_RSP
  int8_t rssi;
  const uint8_t *data;
  size_t size;
};
/// Sends a report in the form that the running scan asks for. False: not scanning (or silent), nothing is sent.
bool vc_advertise(vc_controller *controller, const struct vc_advertisement *advertisement);
/// Plays a recorded HCI event (H4). An LE advertising report is sent only while scanning, each of its reports in the
/// form that the running scan asks for; what a legacy scan cannot hear is left out, an event whose lengths disagree is
/// sent as it is. Other events are sent as they are; what is no event is dropped. False: nothing was sent.
bool vc_play(vc_controller *controller, const uint8_t *packet, size_t size);

// Faults.

/// Answers the next `times` commands of this opcode with the status and does not carry them out (-1: until told
/// otherwise, 0: no more).
void vc_fail_command(vc_controller *controller, uint16_t opcode, uint8_t status, int times);
/// Does not answer the next `times` commands of this opcode (-1: until told otherwise). Opcode 0: any.
void vc_ignore_command(vc_controller *controller, uint16_t opcode, int times);
/// Legacy scan commands get 0x0C, command disallowed, as from a controller that was set up with extended ones
/// (or the other way round).
void vc_refuse_legacy(vc_controller *controller, bool refuse);
void vc_refuse_extended(vc_controller *controller, bool refuse);
/// Scanning stays enabled as far as the host can tell, but no report comes (a silent stop). Ends with a reset of the
/// controller if `until_reset`, else when told.
void vc_set_silent(vc_controller *controller, bool is_silent, bool until_reset);
/// The HCI Hardware Error event; the controller stops scanning.
void vc_hardware_error(vc_controller *controller, uint8_t code);
/// Another host program switched scanning off: the command complete of a command that this host did not send.
void vc_scan_off_by_other(vc_controller *controller);
/// Another host program reset the controller.
void vc_reset_by_other(vc_controller *controller);
/// Sends `count` copies of the event, scanning or not.
void vc_flood(vc_controller *controller, const uint8_t *packet, size_t size, unsigned count);
