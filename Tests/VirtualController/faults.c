// Faults, on demand: what controllers and other programs on the same machine do to a host.
#include "internal.h"

struct fault vc_take_fault(vc_controller *controller, uint16_t opcode) {
  for (size_t i = 0; i < FAULTS_MAX; i++) {
    struct fault *fault = &controller->faults[i];
    const bool is_any = fault->is_ignored && fault->opcode == 0;
    if (fault->times == 0 || (fault->opcode != opcode && !is_any)) continue;
    const struct fault taken = *fault;
    if (fault->times > 0) fault->times--;
    return taken;
  }
  return (struct fault){.times = 0};
}

static void set_fault(vc_controller *controller, struct fault fault) {
  struct fault *free_slot = NULL;
  for (size_t i = 0; i < FAULTS_MAX; i++) {
    struct fault *slot = &controller->faults[i];
    if (slot->opcode == fault.opcode && slot->is_ignored == fault.is_ignored) slot->times = 0;
    if (free_slot == NULL && slot->times == 0) free_slot = slot;
  }
  if (free_slot != NULL) *free_slot = fault;
}

void vc_fail_command(vc_controller *controller, uint16_t opcode, uint8_t status, int times) {
  set_fault(controller, (struct fault){.opcode = opcode, .status = status, .times = times < 0 ? -1 : times});
}

void vc_ignore_command(vc_controller *controller, uint16_t opcode, int times) {
  set_fault(controller, (struct fault){.opcode = opcode, .is_ignored = true, .times = times < 0 ? -1 : times});
}

void vc_refuse_legacy(vc_controller *controller, bool refuse) { controller->refuses_legacy = refuse; }
void vc_refuse_extended(vc_controller *controller, bool refuse) { controller->refuses_extended = refuse; }

void vc_set_silent(vc_controller *controller, bool is_silent, bool until_reset) {
  controller->is_silent = is_silent;
  controller->is_silent_until_reset = is_silent && until_reset;
}

void vc_power_on(vc_controller *controller) {
  vc_reset(controller);
  controller->is_silent = controller->is_silent_until_reset = false;
}

void vc_hardware_error(vc_controller *controller, uint8_t code) {
  controller->scan.scan = VC_SCAN_OFF;
  const uint8_t packet[] = {PACKET_EVENT, EVENT_HARDWARE_ERROR, 1, code};
  controller->emit(controller->context, packet, sizeof packet);
}

void vc_scan_off_by_other(vc_controller *controller) {
  const bool is_extended = controller->scan.scan == VC_SCAN_EXTENDED;
  controller->scan.scan = VC_SCAN_OFF;
  vc_complete(controller, is_extended ? LE_SET_EXTENDED_SCAN_ENABLE : LE_SET_SCAN_ENABLE, SUCCESS, NULL, 0);
}

void vc_reset_by_other(vc_controller *controller) {
  vc_reset(controller);
  vc_complete(controller, RESET, SUCCESS, NULL, 0);
}
