#define _GNU_SOURCE
#include "orders.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const char orders_help[] =
  "  play FILE [SPEED] [loop] [from S] [until S]\n"
  "                                play a btsnoop recording, or a part of it, SPEED times as fast (1)\n"
  "  stop                          end the recording, all beacons, floods and crowds\n"
  "  adv ADDRESS RSSI HEX          one advertisement (ADV_NONCONN_IND, random address)\n"
  "  beacon ADDRESS RSSI HEX MS    the same every MS milliseconds\n"
  "  beacon ADDRESS off            no more\n"
  "  flood N [RATE]                N copies of one advertisement, RATE a second (default: at once)\n"
  "  random N [RATE]               N advertisements from fresh random addresses, RATE a second (1000)\n"
  "  fail OPCODE STATUS TIMES      answer the next TIMES commands with the status (-1: all)\n"
  "  ignore OPCODE TIMES           do not answer them; opcode 0: any\n"
  "  silent on|off|until-reset     the scan goes on, and nothing is heard\n"
  "  hardware-error CODE           the event, and the scan ends\n"
  "  scan-off-by-other             another program on the host switched the scan off\n"
  "  reset-by-other                another program on the host reset the controller\n"
  "  refuse legacy|extended on|off answer the family's commands with 0x0C, command disallowed\n"
  "  extended on|off               whether the controller can scan extended; the kernel looks when it is plugged in\n"
  "  masks on|off                  whether reports need the event masks (on with --vhci)\n"
  "  unplug                        the adapter disappears\n"
  "  plug [other]                  and comes back, powered up anew; \"other\": with another index\n"
  "  state                         scan, adapter, counts of commands by opcode\n"
  "  quit\n"
  "OPCODE, STATUS and CODE are hexadecimal, such as 200c and 0c.\n";

enum { WORDS_MAX = 8 };

struct order {
  struct desk *desk;
  char *words[WORDS_MAX];
  int count;
  int64_t now;
  FILE *answer;
};

static void __attribute__((format(printf, 2, 3))) refuse(struct order *order, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("error: ", order->answer);
  vfprintf(order->answer, format, arguments);
  fputc('\n', order->answer);
  va_end(arguments);
}

static void accept_order(struct order *order) { fputs("ok\n", order->answer); }

static bool read_number(const char *text, int base, long minimum, long maximum, long *value) {
  char *end;
  errno = 0;
  *value = strtol(text, &end, base);
  return errno == 0 && end != text && *end == 0 && *value >= minimum && *value <= maximum;
}

/// The number in the word, or an answer that says what is wrong.
static bool take_number(struct order *order, int index, const char *name, int base, long low, long high, long *value) {
  if (index < order->count && read_number(order->words[index], base, low, high, value)) return true;
  const char *word = index < order->count ? order->words[index] : "";
  if (base == 16) refuse(order, "%s \"%s\" is not a hexadecimal number %lx…%lx", name, word, low, high);
  else refuse(order, "%s \"%s\" is not a number %ld…%ld", name, word, low, high);
  return false;
}

static bool take_address(struct order *order, uint8_t address[6]) {
  unsigned bytes[6];
  char rest;
  const char *text = order->count > 1 ? order->words[1] : "";
  const int found = sscanf(text, "%2x:%2x:%2x:%2x:%2x:%2x%c", &bytes[5], &bytes[4], &bytes[3], &bytes[2], &bytes[1],
                           &bytes[0], &rest);
  if (found != 6) {
    refuse(order, "\"%s\" is no address such as C4:00:00:00:00:01", text);
    return false;
  }
  for (int i = 0; i < 6; i++) address[i] = (uint8_t)bytes[i];
  return true;
}

static bool take_advertisement(struct order *order, struct beacon *beacon) {
  long rssi;
  if (!take_address(order, beacon->address)) return false;
  if (!take_number(order, 2, "RSSI", 10, -128, 127, &rssi)) return false;
  beacon->rssi = (int8_t)rssi;
  const char *hex = order->count > 3 ? order->words[3] : "";
  beacon->size = strlen(hex) / 2;
  if (strlen(hex) % 2 != 0 || beacon->size == 0 || beacon->size > sizeof beacon->data ||
      strspn(hex, "0123456789abcdefABCDEF") != strlen(hex)) {
    refuse(order, "\"%s\" is not 1 to 31 bytes in hexadecimal", hex);
    return false;
  }
  for (size_t i = 0; i < beacon->size; i++) {
    const char digits[] = {hex[2 * i], hex[2 * i + 1], 0};
    beacon->data[i] = (uint8_t)strtol(digits, NULL, 16);
  }
  return true;
}

static bool take_switch(struct order *order, int index, bool *is_on) {
  const char *text = index < order->count ? order->words[index] : "";
  *is_on = strcmp(text, "on") == 0;
  if (*is_on || strcmp(text, "off") == 0) return true;
  refuse(order, "\"%s\" is neither on nor off", text);
  return false;
}

static void order_play(struct order *order) {
  double speed = 1;
  long from = 0, until = 1000000;
  bool is_looping = false;
  if (order->count < 2) return refuse(order, "play FILE [SPEED] [loop] [from S] [until S]");
  for (int i = 2; i < order->count; i++) {
    char *end;
    if (strcmp(order->words[i], "loop") == 0) {
      is_looping = true;
    } else if (strcmp(order->words[i], "from") == 0) {
      if (!take_number(order, ++i, "S", 10, 0, until - 1, &from)) return;
    } else if (strcmp(order->words[i], "until") == 0) {
      if (!take_number(order, ++i, "S", 10, from + 1, 1000000, &until)) return;
    } else if (speed = strtod(order->words[i], &end), *end != 0 || !(speed >= 0.01 && speed <= 10000)) {
      return refuse(order, "the speed \"%s\" is not a number 0.01…10000", order->words[i]);
    }
  }
  struct recording recording;
  const char *problem = recording_load(&recording, order->words[1]);
  if (problem != NULL) return refuse(order, "%s: %s", order->words[1], problem);
  recording_cut(&recording, from * 1000000, until * 1000000);
  const size_t count = recording.count;
  if (count == 0) {
    recording_free(&recording);
    return refuse(order, "%s has nothing from %ld to %ld s", order->words[1], from, until);
  }
  const double seconds = (double)recording.records[count - 1].time / 1e6 / speed;
  air_play(order->desk->air, recording, speed, is_looping, order->now);
  fprintf(order->answer, "ok %zu events in %.1f s\n", count, seconds);
}

static void order_stop(struct order *order) {
  air_stop(order->desk->air);
  accept_order(order);
}

static void order_adv(struct order *order) {
  struct beacon beacon = {0};
  if (!take_advertisement(order, &beacon)) return;
  const uint64_t heard = order->desk->air->heard;
  air_advertise(order->desk->air, &beacon);
  if (order->desk->air->heard == heard) return refuse(order, "not heard: nobody scans");
  accept_order(order);
}

static void order_beacon(struct order *order) {
  struct beacon beacon = {.left = -1, .due = order->now};
  if (order->count == 3 && strcmp(order->words[2], "off") == 0) {
    if (!take_address(order, beacon.address)) return;
    if (!air_remove(order->desk->air, beacon.address)) return refuse(order, "there is no beacon %s", order->words[1]);
    return accept_order(order);
  }
  long period;
  if (!take_advertisement(order, &beacon) || !take_number(order, 4, "MS", 10, 1, 3600000, &period)) return;
  beacon.period = period * 1000;
  if (!air_add(order->desk->air, &beacon)) return refuse(order, "there are %d beacons already", BEACONS_MAX);
  accept_order(order);
}

/// `flood` and `random`.
static void order_many(struct order *order) {
  struct beacon beacon = {
    .address = {0xFE, 0, 0, 0, 0, 0xC4}, .rssi = -80, .due = order->now,
    .data = {2, 1, 6, 3, 3, 0xAA, 0xFE}, .size = 7,
    .is_crowd = strcmp(order->words[0], "random") == 0,
  };
  long count, rate = beacon.is_crowd ? 1000 : 1000000;
  if (!take_number(order, 1, "N", 10, 1, 100000000, &count)) return;
  if (order->count > 2 && !take_number(order, 2, "RATE", 10, 1, 1000000, &rate)) return;
  beacon.left = count;
  beacon.period = 1000000 / rate;
  if (!air_add(order->desk->air, &beacon)) return refuse(order, "there are %d beacons already", BEACONS_MAX);
  accept_order(order);
}

static void order_fail(struct order *order) {
  long opcode, status, times;
  if (!take_number(order, 1, "OPCODE", 16, 1, 0xFFFF, &opcode)) return;
  if (!take_number(order, 2, "STATUS", 16, 0, 0xFF, &status)) return;
  if (!take_number(order, 3, "TIMES", 10, -1, 1000000, &times)) return;
  vc_fail_command(order->desk->controller, (uint16_t)opcode, (uint8_t)status, (int)times);
  accept_order(order);
}

static void order_ignore(struct order *order) {
  long opcode, times;
  if (!take_number(order, 1, "OPCODE", 16, 0, 0xFFFF, &opcode)) return;
  if (!take_number(order, 2, "TIMES", 10, -1, 1000000, &times)) return;
  vc_ignore_command(order->desk->controller, (uint16_t)opcode, (int)times);
  accept_order(order);
}

static void order_silent(struct order *order) {
  const bool until_reset = order->count > 1 && strcmp(order->words[1], "until-reset") == 0;
  bool is_silent = true;
  if (!until_reset && !take_switch(order, 1, &is_silent)) return;
  vc_set_silent(order->desk->controller, is_silent, until_reset);
  accept_order(order);
}

static void order_hardware_error(struct order *order) {
  long code;
  if (!take_number(order, 1, "CODE", 16, 0, 0xFF, &code)) return;
  vc_hardware_error(order->desk->controller, (uint8_t)code);
  accept_order(order);
}

static void order_scan_off_by_other(struct order *order) {
  vc_scan_off_by_other(order->desk->controller);
  accept_order(order);
}

static void order_reset_by_other(struct order *order) {
  vc_reset_by_other(order->desk->controller);
  accept_order(order);
}

static void order_refuse(struct order *order) {
  bool is_on;
  const char *family = order->count > 1 ? order->words[1] : "";
  if (!take_switch(order, 2, &is_on)) return;
  if (strcmp(family, "legacy") == 0) vc_refuse_legacy(order->desk->controller, is_on);
  else if (strcmp(family, "extended") == 0) vc_refuse_extended(order->desk->controller, is_on);
  else return refuse(order, "\"%s\" is neither legacy nor extended", family);
  accept_order(order);
}

static void order_extended(struct order *order) {
  if (!take_switch(order, 1, &order->desk->is_extended)) return;
  vc_set_extended(order->desk->controller, order->desk->is_extended);
  accept_order(order);
}

static void order_masks(struct order *order) {
  bool is_on;
  if (!take_switch(order, 1, &is_on)) return;
  vc_set_masks_honoured(order->desk->controller, is_on);
  accept_order(order);
}

static void order_unplug(struct order *order) {
  front_close(order->desk->front);
  accept_order(order);
}

static void order_plug(struct order *order) {
  struct front *front = order->desk->front;
  const bool is_other = order->count > 1 && strcmp(order->words[1], "other") == 0;
  if (front->descriptor >= 0 || front->listener >= 0) return refuse(order, "it is plugged in already; unplug it first");
  vc_power_on(order->desk->controller);
  if (!(is_other ? front_open_as_another(front) : front_open(front))) return refuse(order, "it could not be opened");
  accept_order(order);
}

static void order_state(struct order *order) {
  static const char *const names[] = {"off", "legacy", "extended"};
  const struct desk *desk = order->desk;
  const struct vc_scan_state scan = vc_scan_state(desk->controller);
  FILE *answer = order->answer;
  fprintf(answer, "ok scan=%s active=%d filter=%d window=%u interval=%u", names[scan.scan], scan.is_active,
          scan.filters_duplicates, scan.window, scan.interval);
  fprintf(answer, " host=%d index=%d offered=%llu heard=%llu lost=%u playing=%zu/%zu commands=%u",
          desk->front->descriptor >= 0, desk->front->index, (unsigned long long)desk->air->offered,
          (unsigned long long)desk->air->heard, desk->front->lost, desk->air->next, desk->air->recording.count,
          vc_commands_received(desk->controller));
  for (unsigned opcode = 0; opcode <= 0xFFFF; opcode++) {
    const unsigned count = vc_command_count(desk->controller, (uint16_t)opcode);
    if (count > 0) fprintf(answer, " %04x=%u", opcode, count);
  }
  fputc('\n', answer);
}

static void order_quit(struct order *order) {
  order->desk->is_done = true;
  accept_order(order);
}

static const struct {
  const char *name;
  void (*carry_out)(struct order *order);
} orders[] = {
  {"play", order_play}, {"stop", order_stop}, {"adv", order_adv}, {"beacon", order_beacon}, {"flood", order_many},
  {"random", order_many}, {"fail", order_fail}, {"ignore", order_ignore}, {"silent", order_silent},
  {"hardware-error", order_hardware_error}, {"scan-off-by-other", order_scan_off_by_other},
  {"reset-by-other", order_reset_by_other}, {"refuse", order_refuse}, {"extended", order_extended},
  {"masks", order_masks}, {"unplug", order_unplug}, {"plug", order_plug}, {"state", order_state}, {"quit", order_quit},
};

void carry_out_order(struct desk *desk, char *line, int64_t now, FILE *answer) {
  struct order order = {.desk = desk, .now = now, .answer = answer};
  for (char *rest = NULL, *word = strtok_r(line, " \t\r\n", &rest); word; word = strtok_r(NULL, " \t\r\n", &rest)) {
    if (order.count == WORDS_MAX) return refuse(&order, "more than %d words", WORDS_MAX);
    order.words[order.count++] = word;
  }
  if (order.count == 0) return refuse(&order, "an empty line");
  for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
    if (strcmp(orders[i].name, order.words[0]) == 0) return orders[i].carry_out(&order);
  }
  refuse(&order, "unknown order \"%s\"; --help lists them", order.words[0]);
}
