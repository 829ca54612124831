// Advertising reports: in which form they go out, and what of a recording the running scan would hear.
#include "internal.h"

#include <string.h>

enum {
  /// Legacy report: event type, address type, address, data length (Core Specification Vol 4 Part E, 7.7.65.2); after
  /// the data the RSSI.
  LEGACY_HEADER = 9,
  /// Extended report up to and including the data length (7.7.65.13).
  EXTENDED_HEADER = 24,
  /// Subevent and number of reports.
  META_HEADER = 2,
  LEGACY_DATA_MAX = 31,
  /// In the event type of an extended report: made of a legacy advertisement.
  IS_LEGACY = 0x10,
  SCAN_RESPONSE = 4,
  MASK_BIT_LE_META = 61,
};

/// A report in either form; `type` as in an extended report.
struct report {
  uint16_t type;
  uint8_t address_type;
  uint8_t address[6];
  /// Primary PHY to TX power, then periodic interval to direct address: as recorded.
  uint8_t radio[4];
  uint8_t rest[9];
  uint8_t rssi;
  const uint8_t *data;
  size_t size;
};

/// Extended event types of the legacy ones 0…4.
static const uint16_t extended_types[] = {0x13, 0x15, 0x12, 0x10, 0x1B};

bool vc_is_hearing(const vc_controller *controller, uint8_t subevent) {
  if (controller->scan.scan == VC_SCAN_OFF || controller->is_silent) return false;
  if ((controller->filter_policy & 1) != 0) return false;  // by accept list, and that is always empty here
  if (!controller->honours_masks) return true;
  const bool is_on = (controller->event_mask >> MASK_BIT_LE_META & 1) != 0;
  return is_on && (controller->le_event_mask >> (subevent - 1) & 1) != 0;
}

void vc_forget_heard(vc_controller *controller) { controller->heard_count = 0; }

/// Whether the duplicate filter holds the report back.
static bool is_repeat(vc_controller *controller, const struct report *report) {
  if (!controller->scan.filters_duplicates) return false;
  const bool is_response = (report->type & 8) != 0;
  for (size_t i = 0; i < controller->heard_count; i++) {
    const struct heard *heard = &controller->heard[i];
    if (heard->address_type == report->address_type && heard->is_response == is_response &&
        memcmp(heard->address, report->address, 6) == 0) {
      return true;
    }
  }
  if (controller->heard_count < HEARD_MAX) {
    struct heard *heard = &controller->heard[controller->heard_count++];
    heard->address_type = report->address_type;
    heard->is_response = is_response;
    memcpy(heard->address, report->address, 6);
  }
  return false;
}

/// Takes the legacy report at the start of the bytes; returns its size, 0 when it does not fit.
static size_t read_legacy(const uint8_t *bytes, size_t size, struct report *report) {
  if (size < LEGACY_HEADER || size < LEGACY_HEADER + bytes[8] + 1u || bytes[0] > SCAN_RESPONSE) return 0;
  *report = (struct report){
    .type = extended_types[bytes[0]], .address_type = bytes[1], .data = bytes + LEGACY_HEADER, .size = bytes[8],
    .radio = {1, 0, 0xFF, 0x7F},  // heard on 1M; no secondary PHY, no advertising set, TX power unknown
    .rssi = bytes[LEGACY_HEADER + bytes[8]],
  };
  memcpy(report->address, bytes + 2, 6);
  return LEGACY_HEADER + report->size + 1;
}

static size_t read_extended(const uint8_t *bytes, size_t size, struct report *report) {
  if (size < EXTENDED_HEADER || size < EXTENDED_HEADER + (size_t)bytes[23]) return 0;
  *report = (struct report){
    .type = (uint16_t)(bytes[0] | bytes[1] << 8), .address_type = bytes[2], .rssi = bytes[13],
    .data = bytes + EXTENDED_HEADER, .size = bytes[23],
  };
  memcpy(report->address, bytes + 3, 6);
  memcpy(report->radio, bytes + 9, sizeof report->radio);
  memcpy(report->rest, bytes + 14, sizeof report->rest);
  return EXTENDED_HEADER + report->size;
}

/// The legacy event type of a report; -1 for one that no legacy scan hears.
static int legacy_type(const struct report *report) {
  if (report->size > LEGACY_DATA_MAX || report->address_type > 3 || (report->type & IS_LEGACY) == 0) return -1;
  if (report->type == 0x1A) return SCAN_RESPONSE;  // to a scannable, not connectable advertisement
  for (int type = 0; type <= SCAN_RESPONSE; type++) {
    if (extended_types[type] == report->type) return type;
  }
  return -1;
}

static bool send_report(vc_controller *controller, const struct report *report) {
  uint8_t packet[EVENT_MAX] = {PACKET_EVENT, EVENT_LE_META};
  uint8_t *at = packet + EVENT_HEADER;
  if (controller->scan.scan == VC_SCAN_LEGACY) {
    const int type = legacy_type(report);
    if (type < 0 || !vc_is_hearing(controller, SUBEVENT_REPORT)) return false;
    const uint8_t header[] = {SUBEVENT_REPORT, 1, (uint8_t)type, report->address_type};
    memcpy(at, header, sizeof header);
    memcpy(at + 4, report->address, 6);
    at[10] = (uint8_t)report->size;
    if (report->size > 0) memcpy(at + 11, report->data, report->size);
    at[11 + report->size] = report->rssi;
    at += META_HEADER + LEGACY_HEADER + report->size + 1;
  } else {
    if (META_HEADER + EXTENDED_HEADER + report->size > 255) return false;
    if (!vc_is_hearing(controller, SUBEVENT_EXTENDED_REPORT)) return false;
    const uint8_t header[] = {
      SUBEVENT_EXTENDED_REPORT, 1, (uint8_t)report->type, (uint8_t)(report->type >> 8), report->address_type,
    };
    memcpy(at, header, sizeof header);
    memcpy(at + 5, report->address, 6);
    memcpy(at + 11, report->radio, sizeof report->radio);
    at[15] = report->rssi;
    memcpy(at + 16, report->rest, sizeof report->rest);
    at[25] = (uint8_t)report->size;
    if (report->size > 0) memcpy(at + 26, report->data, report->size);
    at += META_HEADER + EXTENDED_HEADER + report->size;
  }
  if (is_repeat(controller, report)) return false;
  const size_t size = (size_t)(at - packet);
  packet[2] = (uint8_t)(size - EVENT_HEADER);
  controller->emit(controller->context, packet, size);
  return true;
}

bool vc_advertise(vc_controller *controller, const struct vc_advertisement *advertisement) {
  if (advertisement->type > SCAN_RESPONSE || advertisement->size > LEGACY_DATA_MAX) return false;
  struct report report = {
    .type = extended_types[advertisement->type], .address_type = advertisement->is_random_address ? 1 : 0,
    .radio = {1, 0, 0xFF, 0x7F}, .rssi = (uint8_t)advertisement->rssi,
    .data = advertisement->data, .size = advertisement->size,
  };
  memcpy(report.address, advertisement->address, 6);
  return controller->scan.scan != VC_SCAN_OFF && send_report(controller, &report);
}

/// Walks the reports of an event; with a controller they are sent. False: the lengths disagree.
static bool walk_reports(vc_controller *controller, const uint8_t *parameters, size_t size, bool *is_sent) {
  const bool is_extended = parameters[0] == SUBEVENT_EXTENDED_REPORT;
  size_t at = META_HEADER;
  for (unsigned left = parameters[1]; left > 0; left--) {
    struct report report;
    const size_t taken = (is_extended ? read_extended : read_legacy)(parameters + at, size - at, &report);
    if (taken == 0) return false;
    at += taken;
    if (controller != NULL && send_report(controller, &report)) *is_sent = true;
  }
  return at == size && parameters[1] > 0;
}

bool vc_play(vc_controller *controller, const uint8_t *packet, size_t size) {
  if (size < EVENT_HEADER || packet[0] != PACKET_EVENT) return false;
  const uint8_t *parameters = packet + EVENT_HEADER;
  const size_t parameter_size = size - EVENT_HEADER;
  const uint8_t subevent = packet[1] == EVENT_LE_META && parameter_size > 0 ? parameters[0] : 0;
  const bool is_report = subevent == SUBEVENT_REPORT || subevent == SUBEVENT_EXTENDED_REPORT;

  if (is_report || subevent == SUBEVENT_DIRECTED_REPORT) {
    const uint8_t running = controller->scan.scan == VC_SCAN_EXTENDED ? SUBEVENT_EXTENDED_REPORT : SUBEVENT_REPORT;
    if (!vc_is_hearing(controller, running)) return false;
    bool is_sent = false;
    const bool is_whole = is_report && parameter_size == packet[2] && parameter_size >= META_HEADER &&
                          walk_reports(NULL, parameters, parameter_size, &is_sent);
    if (is_whole && (subevent != running || controller->scan.filters_duplicates)) {
      walk_reports(controller, parameters, parameter_size, &is_sent);
      return is_sent;
    }
  }
  controller->emit(controller->context, packet, size);
  return true;
}

void vc_flood(vc_controller *controller, const uint8_t *packet, size_t size, unsigned count) {
  for (unsigned i = 0; i < count; i++) controller->emit(controller->context, packet, size);
}
