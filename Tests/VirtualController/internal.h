// What the files of the controller share.
#pragma once
#include "virtualcontroller.h"

enum {
  PACKET_COMMAND = 0x01,
  PACKET_EVENT = 0x04,

  EVENT_COMMAND_COMPLETE = 0x0E,
  EVENT_COMMAND_STATUS = 0x0F,
  EVENT_HARDWARE_ERROR = 0x10,
  EVENT_LE_META = 0x3E,

  SUBEVENT_REPORT = 0x02,
  SUBEVENT_DIRECTED_REPORT = 0x0B,
  SUBEVENT_EXTENDED_REPORT = 0x0D,

  /// Packet type, event code, length of the parameters.
  EVENT_HEADER = 3,
  EVENT_MAX = EVENT_HEADER + 255,

  FAULTS_MAX = 32,
  /// Advertisers that the duplicate filter remembers; real ones hold tens to hundreds.
  HEARD_MAX = 256,
};

enum status {
  SUCCESS = 0x00,
  UNKNOWN_COMMAND = 0x01,
  COMMAND_DISALLOWED = 0x0C,
  INVALID_PARAMETERS = 0x12,
};

enum opcode {
  SET_EVENT_MASK = 0x0C01,
  RESET = 0x0C03,
  READ_LOCAL_VERSION = 0x1001,
  READ_LOCAL_COMMANDS = 0x1002,
  READ_LOCAL_FEATURES = 0x1003,
  READ_ADDRESS = 0x1009,
  LE_SET_EVENT_MASK = 0x2001,
  LE_READ_BUFFER_SIZE = 0x2002,
  LE_READ_LOCAL_FEATURES = 0x2003,
  LE_SET_RANDOM_ADDRESS = 0x2005,
  LE_SET_SCAN_PARAMETERS = 0x200B,
  LE_SET_SCAN_ENABLE = 0x200C,
  LE_READ_ACCEPT_LIST_SIZE = 0x200F,
  LE_CLEAR_ACCEPT_LIST = 0x2010,
  LE_READ_SUPPORTED_STATES = 0x201C,
  LE_READ_MAXIMUM_ADVERTISING_LENGTH = 0x203A,
  LE_READ_ADVERTISING_SETS = 0x203B,
  LE_SET_EXTENDED_SCAN_PARAMETERS = 0x2041,
  LE_SET_EXTENDED_SCAN_ENABLE = 0x2042,
};

/// Commands of one opcode that are to fail or to get no answer.
struct fault {
  uint16_t opcode;
  bool is_ignored;
  uint8_t status;
  int times;  ///< -1: until told otherwise; 0: the slot is free
};

struct heard {
  uint8_t address[6];
  uint8_t address_type;
  bool is_response;
};

struct vc_controller {
  vc_emit emit;
  void *context;

  uint8_t address[6];
  bool has_extended;
  bool honours_masks;
  bool refuses_legacy;
  bool refuses_extended;
  bool is_silent;
  bool is_silent_until_reset;

  // What a reset clears.
  struct vc_scan_state scan;
  uint8_t own_address_type;
  uint8_t filter_policy;
  bool has_random_address;
  /// Legacy and extended commands must not be mixed between two resets (Core Specification Vol 4 Part E, 3.1.1).
  bool used_legacy;
  bool used_extended;
  uint64_t event_mask;
  uint64_t le_event_mask;
  struct heard heard[HEARD_MAX];
  size_t heard_count;

  struct fault faults[FAULTS_MAX];
  unsigned counts[0x10000];
  unsigned received;
};

/// Whether a report of this subevent would reach the host now.
bool vc_is_hearing(const vc_controller *controller, uint8_t subevent);

/// Forgets whom the duplicate filter has let through.
void vc_forget_heard(vc_controller *controller);

/// Sends Command Complete with what the command returns after the status.
void vc_complete(
  vc_controller *controller, uint16_t opcode, uint8_t status, const uint8_t *returned, size_t size);

/// All back to how it is after HCI_Reset.
void vc_reset(vc_controller *controller);

/// The fault that a command of this opcode meets, `times` 0: none; one use of it is taken.
struct fault vc_take_fault(vc_controller *controller, uint16_t opcode);
