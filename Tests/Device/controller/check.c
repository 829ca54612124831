// Checks the virtual controller itself: the answers that Linux needs, the rules a real controller keeps, and a fuzz.
// Built with the sanitizers and run by Tests/Device/check-controller.
#include "virtualcontroller.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint8_t last[4096];
static size_t last_size;
static unsigned emitted;
static int failures;

static void take(void *context, const uint8_t *packet, size_t size) {
  (void)context;
  emitted++;
  last_size = size < sizeof last ? size : sizeof last;
  volatile uint8_t sum = 0;
  for (size_t i = 0; i < size; i++) sum ^= packet[i];  // so that the sanitizer sees every byte read
  memcpy(last, packet, last_size);
}

static size_t from_hex(const char *hex, uint8_t *bytes) {
  size_t size = 0;
  unsigned value;
  for (; *hex; hex += 2) {
    while (*hex == ' ') hex++;
    if (sscanf(hex, "%2x", &value) != 1) break;
    bytes[size++] = (uint8_t)value;
  }
  return size;
}

static void expect_emitted(int line, const char *hex) {
  uint8_t wanted[512];
  const size_t size = from_hex(hex, wanted);
  if (emitted == (size > 0) && (size == 0 || (size == last_size && memcmp(wanted, last, size) == 0))) return;
  failures++;
  printf("check.c:%d: %u packets instead of \"%s\"; the last one:", line, emitted, hex);
  for (size_t i = 0; i < last_size; i++) printf(" %02x", last[i]);
  printf("\n");
}

static void command(int line, vc_controller *controller, const char *hex, const char *answer) {
  uint8_t bytes[300];
  const size_t size = from_hex(hex, bytes);
  emitted = 0;
  vc_receive(controller, bytes, size);
  expect_emitted(line, answer);
}
#define COMMAND(hex, answer) command(__LINE__, controller, hex, answer)

static void play(int line, vc_controller *controller, const char *hex, const char *answer) {
  uint8_t bytes[300];
  const size_t size = from_hex(hex, bytes);
  emitted = 0;
  const bool is_sent = vc_play(controller, bytes, size);
  if (is_sent != (*answer != 0)) { failures++; printf("check.c:%d: vc_play returned %d\n", line, is_sent); }
  expect_emitted(line, answer);
}
#define PLAY(hex, answer) play(__LINE__, controller, hex, answer)

#define EXPECT(condition) \
  do { if (!(condition)) { failures++; printf("check.c:%d: not so: %s\n", __LINE__, #condition); } } while (0)

#define LEGACY_SCAN "01 0c 20 02 01 00"
#define LEGACY_OFF "01 0c 20 02 00 00"
#define LEGACY_PARAMETERS "01 0b 20 07 00 4000 3000 00 00"
#define EXTENDED_PARAMETERS "01 41 20 08 00 00 01 00 4000 3000"
#define EXTENDED_SCAN "01 42 20 06 01 00 0000 0000"
// One report, ADV_NONCONN_IND, public address C4…01, AD 02 01 06, RSSI -47, in both forms.
#define LEGACY_REPORT "04 3e 0f 02 01 03 00 0100000000c4 03 020106 d1"
#define EXTENDED_REPORT "04 3e 1d 0d 01 1000 00 0100000000c4 01 00 ff 7f d1 0000 00 000000000000 03 020106"

static void check_bring_up(void) {
  vc_controller *controller = vc_create(take, NULL);
  COMMAND("01 03 0c 00", "04 0e 04 01 030c 00");
  COMMAND("01 03 10 00", "04 0e 0c 01 0310 00 0000000060000000");
  COMMAND("01 01 10 00", "04 0e 0c 01 0110 00 09 0000 09 f105 0000");
  COMMAND("01 09 10 00", "04 0e 0a 01 0910 00 010000eeffc0");
  COMMAND("01 03 20 00", "04 0e 0c 01 0320 00 0000000000000000");
  COMMAND("01 02 20 00", "04 0e 07 01 0220 00 1b00 03");
  COMMAND("01 1c 20 00", "04 0e 0c 01 1c20 00 ffffffffff000000");
  COMMAND("01 01 0c 08 ffffffffffffffff", "04 0e 04 01 010c 00");
  COMMAND("01 01 20 08 ffffffffffffffff", "04 0e 04 01 0120 00");
  emitted = 0;
  vc_receive(controller, (const uint8_t[]){1, 2, 0x10, 0}, 4);
  EXPECT(emitted == 1 && last_size == 71 && last[2] == 68 && last[6] == 0);
  EXPECT((last[7 + 26] & 0x0C) == 0x0C && (last[7 + 37] & 0x60) == 0);
  vc_set_extended(controller, true);
  vc_receive(controller, (const uint8_t[]){1, 2, 0x10, 0}, 4);
  EXPECT((last[7 + 37] & 0x60) == 0x60);
  COMMAND("01 03 20 00", "04 0e 0c 01 0320 00 0010000000000000");
  COMMAND("01 3b 20 00", "04 0e 05 01 3b20 00 01");
  EXPECT(vc_command_count(controller, 0x2003) == 2 && vc_commands_received(controller) == 13);
  vc_destroy(controller);
}

static void check_refusals(void) {
  vc_controller *controller = vc_create(take, NULL);
  COMMAND("01 34 12 00", "04 0e 04 01 3412 01");                       // unknown
  COMMAND("01 05 04 00", "04 0f 04 01 01 0504");                       // unknown, answered by status
  COMMAND(EXTENDED_PARAMETERS, "04 0e 04 01 4120 01");                 // not supported
  COMMAND("01 0b 20 06 00 4000 3000 00", "04 0e 04 01 0b20 12");       // too short
  COMMAND("01 0b 20 07 00 3000 4000 00 00", "04 0e 04 01 0b20 12");    // window above the interval
  COMMAND("01 0b 20 07 00 0300 0300 00 00", "04 0e 04 01 0b20 12");    // below 2.5 ms
  COMMAND(LEGACY_PARAMETERS, "04 0e 04 01 0b20 00");
  COMMAND(LEGACY_SCAN, "04 0e 04 01 0c20 00");
  COMMAND(LEGACY_PARAMETERS, "04 0e 04 01 0b20 0c");                   // while scanning
  EXPECT(vc_scan_state(controller).scan == VC_SCAN_LEGACY && vc_scan_state(controller).interval == 64);
  EXPECT(vc_scan_state(controller).window == 48 && !vc_scan_state(controller).is_active);
  vc_set_extended(controller, true);
  COMMAND(EXTENDED_PARAMETERS, "04 0e 04 01 4120 0c");                 // the families do not mix
  COMMAND("01 03 0c 00", "04 0e 04 01 030c 00");
  EXPECT(vc_scan_state(controller).scan == VC_SCAN_OFF);
  COMMAND(EXTENDED_PARAMETERS, "04 0e 04 01 4120 00");
  COMMAND(EXTENDED_SCAN, "04 0e 04 01 4220 00");
  COMMAND(EXTENDED_PARAMETERS, "04 0e 04 01 4120 0c");
  COMMAND(LEGACY_OFF, "04 0e 04 01 0c20 0c");
  vc_refuse_extended(controller, true);
  COMMAND(EXTENDED_PARAMETERS, "04 0e 04 01 4120 0c");
  COMMAND(LEGACY_OFF, "04 0e 04 01 0c20 00");                          // then the legacy family does
  vc_refuse_legacy(controller, true);
  COMMAND(LEGACY_OFF, "04 0e 04 01 0c20 0c");
  COMMAND("04 0e 04 01 0c20 00", "");                                  // no command
  COMMAND("01 0c", "");
  vc_destroy(controller);
}

static void check_reports(void) {
  vc_controller *controller = vc_create(take, NULL);
  const uint8_t data[] = {2, 1, 6};
  const struct vc_advertisement advertisement = {{1, 0, 0, 0, 0, 0xC4}, false, 3, -47, data, sizeof data};
  PLAY(LEGACY_REPORT, "");
  EXPECT(!vc_advertise(controller, &advertisement));
  COMMAND(LEGACY_PARAMETERS, "04 0e 04 01 0b20 00");
  COMMAND(LEGACY_SCAN, "04 0e 04 01 0c20 00");
  PLAY(LEGACY_REPORT, LEGACY_REPORT);
  PLAY(EXTENDED_REPORT, LEGACY_REPORT);
  PLAY("04 3e 1d 0d 01 0000 00 0100000000c4 01 00 ff 7f d1 0000 00 000000000000 03 020106", "");  // not a legacy PDU
  emitted = 0;
  EXPECT(vc_advertise(controller, &advertisement));
  expect_emitted(__LINE__, LEGACY_REPORT);
  PLAY("04 3e 02 02 01", "04 3e 02 02 01");                            // lengths that disagree go out as they are
  PLAY("04 3e 0f 02 01 03 00 0100000000c4 ff 020106 d1", "04 3e 0f 02 01 03 00 0100000000c4 ff 020106 d1");
  vc_set_silent(controller, true, true);
  PLAY(LEGACY_REPORT, "");
  COMMAND("01 03 0c 00", "04 0e 04 01 030c 00");
  vc_set_extended(controller, true);
  COMMAND(EXTENDED_PARAMETERS, "04 0e 04 01 4120 00");
  COMMAND(EXTENDED_SCAN, "04 0e 04 01 4220 00");
  PLAY(LEGACY_REPORT, EXTENDED_REPORT);
  PLAY(EXTENDED_REPORT, EXTENDED_REPORT);
  emitted = 0;
  EXPECT(vc_advertise(controller, &advertisement));
  expect_emitted(__LINE__, EXTENDED_REPORT);
  // Two reports in one event: each on its own in the other form.
  uint8_t two[300];
  const size_t size = from_hex(
    "04 3e 1c 02 02 03 00 0200000000c4 03 020106 d2 03 00 0100000000c4 03 020106 d1", two);
  emitted = 0;
  EXPECT(vc_play(controller, two, size) && emitted == 2 && last_size == 32 && last[18] == 0xd1);
  PLAY("04 10 01 42", "04 10 01 42");
  PLAY("01 0c 20 02 01 00", "");
  vc_destroy(controller);
}

static void check_filter_and_masks(void) {
  vc_controller *controller = vc_create(take, NULL);
  vc_set_masks_honoured(controller, true);
  COMMAND(LEGACY_PARAMETERS, "04 0e 04 01 0b20 00");
  COMMAND("01 0c 20 02 01 01", "04 0e 04 01 0c20 00");
  PLAY(LEGACY_REPORT, "");                                             // LE events are masked after a reset
  COMMAND("01 01 0c 08 ffffffffffffffff", "04 0e 04 01 010c 00");
  PLAY(LEGACY_REPORT, LEGACY_REPORT);
  PLAY(LEGACY_REPORT, "");                                             // the duplicate filter
  COMMAND("01 0c 20 02 01 00", "04 0e 04 01 0c20 00");
  PLAY(LEGACY_REPORT, LEGACY_REPORT);
  PLAY(LEGACY_REPORT, LEGACY_REPORT);
  emitted = 0;
  vc_reset_by_other(controller);
  expect_emitted(__LINE__, "04 0e 04 01 030c 00");
  EXPECT(vc_scan_state(controller).scan == VC_SCAN_OFF);
  vc_destroy(controller);
}

static void check_faults(void) {
  vc_controller *controller = vc_create(take, NULL);
  vc_fail_command(controller, 0x200B, 0x0C, 1);
  COMMAND(LEGACY_PARAMETERS, "04 0e 04 01 0b20 0c");
  COMMAND(LEGACY_PARAMETERS, "04 0e 04 01 0b20 00");
  vc_ignore_command(controller, 0x200C, 2);
  COMMAND(LEGACY_SCAN, "");
  COMMAND(LEGACY_SCAN, "");
  EXPECT(vc_scan_state(controller).scan == VC_SCAN_OFF && vc_command_count(controller, 0x200C) == 2);
  COMMAND(LEGACY_SCAN, "04 0e 04 01 0c20 00");
  vc_ignore_command(controller, 0, -1);
  COMMAND("01 03 0c 00", "");
  vc_ignore_command(controller, 0, 0);
  emitted = 0;
  vc_scan_off_by_other(controller);
  expect_emitted(__LINE__, "04 0e 04 01 0c20 00");
  COMMAND(LEGACY_SCAN, "04 0e 04 01 0c20 00");
  emitted = 0;
  vc_hardware_error(controller, 0x42);
  expect_emitted(__LINE__, "04 10 01 42");
  EXPECT(vc_scan_state(controller).scan == VC_SCAN_OFF);
  emitted = 0;
  const uint8_t report[] = {4, 0x3e, 1, 2};
  vc_flood(controller, report, sizeof report, 1000);
  EXPECT(emitted == 1000);
  vc_destroy(controller);
}

static uint64_t random_state = 0x9E3779B97F4A7C15;
static uint32_t next_random(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return (uint32_t)(random_state >> 16);
}

/// Random packets, most of them with a plausible head; each in a block of its own size.
static void fuzz(unsigned rounds) {
  static const uint16_t opcodes[] = {0x0C03, 0x200B, 0x200C, 0x2041, 0x2042, 0x2005, 0x0C01, 0x2001, 0x1002};
  vc_controller *controller = vc_create(take, NULL);
  for (unsigned round = 0; round < rounds; round++) {
    if (round % 997 == 0) {
      vc_set_extended(controller, round & 1);
      vc_set_masks_honoured(controller, (next_random() & 7) == 0);
    }
    if (round % 101 == 0) {
      vc_receive(controller, (const uint8_t[]){1, 0x0B, 0x20, 7, 0, 64, 0, 48, 0, 0, 0}, 11);
      vc_receive(controller, (const uint8_t[]){1, 0x0C, 0x20, 2, 1, (uint8_t)(next_random() & 1)}, 6);
      vc_receive(controller, (const uint8_t[]){1, 0x42, 0x20, 6, 1, 0, 0, 0, 0, 0}, 10);
    }
    const size_t size = next_random() % (round % 3 == 0 ? 300 : 60);
    uint8_t *packet = malloc(size ? size : 1);
    for (size_t i = 0; i < size; i++) packet[i] = (uint8_t)next_random();
    const bool is_command = next_random() & 1;
    if (size >= 6 && (next_random() & 7) != 0) {
      packet[0] = is_command ? 1 : 4;
      if (is_command) {
        const uint16_t opcode = opcodes[next_random() % (sizeof opcodes / sizeof opcodes[0])];
        packet[1] = (uint8_t)opcode;
        packet[2] = (uint8_t)(opcode >> 8);
        packet[3] = (uint8_t)(size - 4);
      } else {
        packet[1] = 0x3E;
        packet[2] = (uint8_t)(size - 3);
        packet[3] = next_random() & 1 ? 0x02 : 0x0D;
        packet[4] = (uint8_t)(next_random() % 3);
        if (size > 14) packet[13] = (uint8_t)(next_random() % 40);
        if (size > 29) packet[28] = (uint8_t)(next_random() % 40);
        packet[5] = (uint8_t)(next_random() % 5);
      }
    }
    if (is_command) vc_receive(controller, packet, size); else vc_play(controller, packet, size);
    free(packet);
  }
  vc_destroy(controller);
}

int main(int count, char **arguments) {
  check_bring_up();
  check_refusals();
  check_reports();
  check_filter_and_masks();
  check_faults();
  fuzz(count > 1 ? (unsigned)atoi(arguments[1]) : 2000000);
  if (failures > 0) printf("virtual controller: %d checks failed\n", failures);
  else printf("virtual controller: all checks passed\n");
  return failures > 0;
}
