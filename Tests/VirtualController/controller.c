// The controller's side of HCI: commands and their answers.
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/// The size of parameters that depends on their content.
enum { ANY_SIZE = 0xFF };

/// The commands that there are: size of the parameters, and of the return parameters after the status; where they stand
/// among the supported commands (octet, bit).
static const struct command {
  uint16_t opcode;
  uint8_t size;
  uint8_t returned;
  uint8_t octet;
  uint8_t bit;
  bool is_extended;
} commands[] = {
  {SET_EVENT_MASK, 8, 0, 5, 6, false},
  {RESET, 0, 0, 5, 7, false},
  {READ_LOCAL_VERSION, 0, 8, 14, 3, false},
  {READ_LOCAL_COMMANDS, 0, 64, 14, 4, false},
  {READ_LOCAL_FEATURES, 0, 8, 14, 5, false},
  {READ_ADDRESS, 0, 6, 15, 1, false},
  {LE_SET_EVENT_MASK, 8, 0, 25, 0, false},
  {LE_READ_BUFFER_SIZE, 0, 3, 25, 1, false},
  {LE_READ_LOCAL_FEATURES, 0, 8, 25, 2, false},
  {LE_SET_RANDOM_ADDRESS, 6, 0, 25, 4, false},
  {LE_SET_SCAN_PARAMETERS, 7, 0, 26, 2, false},
  {LE_SET_SCAN_ENABLE, 2, 0, 26, 3, false},
  {LE_READ_ACCEPT_LIST_SIZE, 0, 1, 26, 6, false},
  {LE_CLEAR_ACCEPT_LIST, 0, 0, 26, 7, false},
  {LE_READ_SUPPORTED_STATES, 0, 8, 28, 3, false},
  {LE_READ_MAXIMUM_ADVERTISING_LENGTH, 0, 2, 36, 6, true},
  {LE_READ_ADVERTISING_SETS, 0, 1, 36, 7, true},
  {LE_SET_EXTENDED_SCAN_PARAMETERS, ANY_SIZE, 0, 37, 5, true},
  {LE_SET_EXTENDED_SCAN_ENABLE, 6, 0, 37, 6, true},
};

/// Commands that the specification answers with Command Status; an unknown one of them is refused with it too.
static const uint16_t answered_by_status[] = {
  0x0401, 0x0405, 0x0406, 0x0411, 0x0413, 0x0419, 0x041B, 0x041D,
  0x200D, 0x2013, 0x2016, 0x2019, 0x2032, 0x2043, 0x2044,
};

static const struct command *find_command(const vc_controller *controller, uint16_t opcode) {
  for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
    if (commands[i].opcode != opcode) continue;
    return commands[i].is_extended && !controller->has_extended ? NULL : &commands[i];
  }
  return NULL;
}

static uint16_t read16(const uint8_t *bytes) { return (uint16_t)(bytes[0] | bytes[1] << 8); }

static uint64_t read64(const uint8_t *bytes) {
  uint64_t value = 0;
  for (int i = 7; i >= 0; i--) value = value << 8 | bytes[i];
  return value;
}

void vc_complete(
  vc_controller *controller, uint16_t opcode, uint8_t status, const uint8_t *returned, size_t size
) {
  uint8_t packet[EVENT_MAX] = {PACKET_EVENT, EVENT_COMMAND_COMPLETE, (uint8_t)(4 + size), 1,
                               (uint8_t)opcode, (uint8_t)(opcode >> 8), status};
  if (size > 0) memcpy(packet + 7, returned, size);
  controller->emit(controller->context, packet, 7 + size);
}

static void answer_status(vc_controller *controller, uint16_t opcode, uint8_t status) {
  for (size_t i = 0; i < sizeof answered_by_status / sizeof answered_by_status[0]; i++) {
    if (answered_by_status[i] != opcode) continue;
    const uint8_t packet[] = {
      PACKET_EVENT, EVENT_COMMAND_STATUS, 4, status, 1, (uint8_t)opcode, (uint8_t)(opcode >> 8),
    };
    controller->emit(controller->context, packet, sizeof packet);
    return;
  }
  // What a command returns comes with a failure as well, as zeros: the length is the same.
  const uint8_t zeros[64] = {0};
  const struct command *command = find_command(controller, opcode);
  vc_complete(controller, opcode, status, zeros, command ? command->returned : 0);
}

void vc_reset(vc_controller *controller) {
  controller->scan = (struct vc_scan_state){.scan = VC_SCAN_OFF};
  controller->own_address_type = 0;
  controller->filter_policy = 0;
  controller->has_random_address = false;
  controller->used_legacy = false;
  controller->used_extended = false;
  // The defaults of the specification (7.3.1 and 7.8.1): LE events off, extended reports off.
  controller->event_mask = 0x00001FFFFFFFFFFF;
  controller->le_event_mask = 0x1F;
  if (controller->is_silent_until_reset) controller->is_silent = controller->is_silent_until_reset = false;
  vc_forget_heard(controller);
}

static bool is_timing(uint16_t interval, uint16_t window, uint16_t maximum) {
  return interval >= 4 && interval <= maximum && window >= 4 && window <= interval;
}

static uint8_t set_parameters(
  vc_controller *controller, const uint8_t *timing, uint8_t own_address_type, uint8_t policy, uint16_t maximum
) {
  if (controller->scan.scan != VC_SCAN_OFF) return COMMAND_DISALLOWED;
  const uint16_t interval = read16(timing + 1), window = read16(timing + 3);
  if (timing[0] > 1 || own_address_type > 3 || policy > 3 || !is_timing(interval, window, maximum)) {
    return INVALID_PARAMETERS;
  }
  controller->scan.is_active = timing[0] == 1;
  controller->scan.interval = interval;
  controller->scan.window = window;
  controller->own_address_type = own_address_type;
  controller->filter_policy = policy;
  return SUCCESS;
}

static uint8_t set_extended_parameters(vc_controller *controller, const uint8_t *parameters, size_t size) {
  enum { HEADER = 3, PER_PHY = 5 };
  if (size < HEADER) return INVALID_PARAMETERS;
  const uint8_t phys = parameters[2];
  const size_t count = (phys & 1u) + (phys >> 2 & 1u);  // 1M and Coded; the others cannot carry primary channels
  if ((phys & ~5u) != 0 || count == 0 || size != HEADER + PER_PHY * count) return INVALID_PARAMETERS;
  return set_parameters(controller, parameters + HEADER, parameters[0], parameters[1], 0xFFFF);
}

static uint8_t set_enable(vc_controller *controller, const uint8_t *parameters, enum vc_scan form) {
  const bool is_enabled = parameters[0] == 1;
  if (parameters[0] > 1 || parameters[1] > (form == VC_SCAN_EXTENDED ? 2 : 1)) return INVALID_PARAMETERS;
  if (!is_enabled) {
    controller->scan.scan = VC_SCAN_OFF;
    return SUCCESS;
  }
  // A random own address needs to have been set (7.8.11).
  if ((controller->own_address_type & 1) != 0 && !controller->has_random_address) return INVALID_PARAMETERS;
  if (controller->scan.interval == 0) controller->scan.interval = controller->scan.window = 16;  // their default
  controller->scan.scan = form;
  controller->scan.filters_duplicates = parameters[1] != 0;
  vc_forget_heard(controller);
  return SUCCESS;
}

/// Whether the command belongs to a family that the controller was not set up with, or refuses by order.
static bool is_disallowed(const vc_controller *controller, uint16_t opcode) {
  const bool is_legacy = opcode == LE_SET_SCAN_PARAMETERS || opcode == LE_SET_SCAN_ENABLE;
  const bool is_extended = opcode == LE_SET_EXTENDED_SCAN_PARAMETERS || opcode == LE_SET_EXTENDED_SCAN_ENABLE;
  if (is_legacy) return controller->refuses_legacy || (controller->used_extended && !controller->refuses_extended);
  if (is_extended) return controller->refuses_extended || (controller->used_legacy && !controller->refuses_legacy);
  return false;
}

static void list_commands(const vc_controller *controller, uint8_t octets[64]) {
  for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
    if (commands[i].is_extended && !controller->has_extended) continue;
    octets[commands[i].octet] |= (uint8_t)(1u << commands[i].bit);
  }
}

/// Carries the command out; `returned` takes what it returns after the status.
static uint8_t carry_out(
  vc_controller *controller, uint16_t opcode, const uint8_t *parameters, size_t size, uint8_t returned[64]
) {
  switch (opcode) {
  case RESET:
    vc_reset(controller);
    return SUCCESS;
  case SET_EVENT_MASK:
    controller->event_mask = read64(parameters);
    return SUCCESS;
  case LE_SET_EVENT_MASK:
    controller->le_event_mask = read64(parameters);
    return SUCCESS;
  case READ_LOCAL_VERSION:  // HCI and LMP 5.0, manufacturer 0x05F1 (Linux Foundation)
    memcpy(returned, (const uint8_t[]){9, 0, 0, 9, 0xF1, 0x05, 0, 0}, 8);
    return SUCCESS;
  case READ_LOCAL_COMMANDS:
    list_commands(controller, returned);
    return SUCCESS;
  case READ_LOCAL_FEATURES:  // LE supported, BR/EDR not supported
    returned[4] = 0x60;
    return SUCCESS;
  case READ_ADDRESS:
    memcpy(returned, controller->address, 6);
    return SUCCESS;
  case LE_READ_BUFFER_SIZE:  // 3 packets of 27 bytes
    memcpy(returned, (const uint8_t[]){27, 0, 3}, 3);
    return SUCCESS;
  case LE_READ_LOCAL_FEATURES:  // LE Extended Advertising
    if (controller->has_extended) returned[1] = 0x10;
    return SUCCESS;
  case LE_SET_RANDOM_ADDRESS:
    if (controller->scan.scan != VC_SCAN_OFF) return COMMAND_DISALLOWED;
    controller->has_random_address = true;
    return SUCCESS;
  case LE_SET_SCAN_PARAMETERS:
    return set_parameters(controller, parameters, parameters[5], parameters[6], 0x4000);
  case LE_SET_SCAN_ENABLE:
    return set_enable(controller, parameters, VC_SCAN_LEGACY);
  case LE_SET_EXTENDED_SCAN_PARAMETERS:
    return set_extended_parameters(controller, parameters, size);
  case LE_SET_EXTENDED_SCAN_ENABLE:
    return set_enable(controller, parameters, VC_SCAN_EXTENDED);
  case LE_READ_ACCEPT_LIST_SIZE:
    returned[0] = 8;
    return SUCCESS;
  case LE_CLEAR_ACCEPT_LIST:
    return controller->scan.scan == VC_SCAN_OFF ? SUCCESS : COMMAND_DISALLOWED;
  case LE_READ_SUPPORTED_STATES:
    memset(returned, 0xFF, 5);
    return SUCCESS;
  case LE_READ_MAXIMUM_ADVERTISING_LENGTH:
    returned[0] = 31;
    return SUCCESS;
  case LE_READ_ADVERTISING_SETS:
    returned[0] = 1;
    return SUCCESS;
  default:
    return UNKNOWN_COMMAND;
  }
}

static void note_family(vc_controller *controller, uint16_t opcode, bool is_extended) {
  if (is_extended) controller->used_extended = true;
  if (opcode == LE_SET_SCAN_PARAMETERS || opcode == LE_SET_SCAN_ENABLE) controller->used_legacy = true;
}

void vc_receive(vc_controller *controller, const uint8_t *packet, size_t size) {
  if (size < 4 || packet[0] != PACKET_COMMAND) return;
  const uint16_t opcode = read16(packet + 1);
  const uint8_t *parameters = packet + 4;
  controller->received++;
  controller->counts[opcode]++;

  const struct fault fault = vc_take_fault(controller, opcode);
  if (fault.times != 0) {
    if (!fault.is_ignored) answer_status(controller, opcode, fault.status);
    return;
  }
  const struct command *command = find_command(controller, opcode);
  if (command == NULL) {
    answer_status(controller, opcode, UNKNOWN_COMMAND);
  } else if (size != 4u + packet[3] || (command->size != ANY_SIZE && packet[3] != command->size)) {
    answer_status(controller, opcode, INVALID_PARAMETERS);
  } else if (is_disallowed(controller, opcode)) {
    answer_status(controller, opcode, COMMAND_DISALLOWED);
  } else {
    uint8_t returned[64] = {0};
    const uint8_t status = carry_out(controller, opcode, parameters, packet[3], returned);
    if (status == SUCCESS) {
      note_family(controller, opcode, command->is_extended);
      vc_complete(controller, opcode, status, returned, command->returned);
    } else {
      answer_status(controller, opcode, status);
    }
  }
}

vc_controller *vc_create(vc_emit emit, void *context) {
  vc_controller *controller = calloc(1, sizeof *controller);
  if (controller == NULL) return NULL;
  controller->emit = emit;
  controller->context = context;
  memcpy(controller->address, (const uint8_t[]){0x01, 0x00, 0x00, 0xEE, 0xFF, 0xC0}, 6);
  vc_reset(controller);
  return controller;
}

void vc_destroy(vc_controller *controller) { free(controller); }

void vc_set_address(vc_controller *controller, const uint8_t address[6]) { memcpy(controller->address, address, 6); }
void vc_set_extended(vc_controller *controller, bool is_supported) { controller->has_extended = is_supported; }
void vc_set_masks_honoured(vc_controller *controller, bool is_honoured) { controller->honours_masks = is_honoured; }

struct vc_scan_state vc_scan_state(const vc_controller *controller) { return controller->scan; }
unsigned vc_command_count(const vc_controller *controller, uint16_t opcode) { return controller->counts[opcode]; }
unsigned vc_commands_received(const vc_controller *controller) { return controller->received; }
