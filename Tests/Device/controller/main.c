// virtual-controller: a Bluetooth controller in software, for the emulated board and for tests on any Linux machine.
#define _GNU_SOURCE
#include "orders.h"

#include <errno.h>
#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static const char usage[] =
  "Plays a Bluetooth LE controller: answers HCI commands and puts advertisements on the air.\n"
  "\n"
  "Usage: virtual-controller --vhci | --unix PATH [--control PATH] [--extended] [--log]\n"
  "       virtual-controller --tell PATH ORDER...\n"
  "\n"
  "  --vhci           the host is this machine's kernel, through /dev/vhci: an adapter hciN appears\n"
  "  --unix PATH      the host is a program that connects to this socket (SOCK_SEQPACKET, one H4 packet per message)\n"
  "  --control PATH   take orders at this Unix socket, a line each (default: standard input)\n"
  "  --extended       can scan extended as well, from the start\n"
  "  --log            write every command and every change of the scan to standard error, with the boot time in ms\n"
  "  --tell PATH      give one order to a running virtual-controller and print its answer; exit code 1 for an error\n"
  "\n"
  "Orders, each answered by a line \"ok ...\" or \"error: ...\":\n";

enum { CLIENTS_MAX = 8, LINE_MAX_SIZE = 4096 };

struct client {
  int descriptor;  ///< -1: free
  FILE *answer;
  char line[LINE_MAX_SIZE];
  size_t size;
};

static struct front front = {.listener = -1, .descriptor = -1, .index = -1};
static struct air air;
static struct desk desk;
static struct client clients[CLIENTS_MAX];
static bool is_logging;

/// Microseconds since boot.
static int64_t boot_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_BOOTTIME, &time);
  return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static void emit(void *context, const uint8_t *packet, size_t size) { front_send(context, packet, size); }

static void log_command(const uint8_t *packet, int size) {
  fprintf(stderr, "%lld command %02x%02x", (long long)boot_time() / 1000, packet[2], packet[1]);
  for (int i = 4; i < size; i++) fprintf(stderr, " %02x", packet[i]);
  fputc('\n', stderr);
}

static void log_scan(struct vc_scan_state before) {
  static const char *const names[] = {"off", "legacy", "extended"};
  const struct vc_scan_state now = vc_scan_state(desk.controller);
  if (now.scan == before.scan) return;
  fprintf(stderr, "%lld scan %s window=%u interval=%u\n", (long long)boot_time() / 1000, names[now.scan], now.window,
          now.interval);
}

static void serve_host(void) {
  uint8_t packet[2048];
  int size;
  while (front.descriptor >= 0 && (size = front_read(&front, packet, sizeof packet)) != 0) {
    if (size < 0) return;
    const struct vc_scan_state before = vc_scan_state(desk.controller);
    if (is_logging && size >= 4 && packet[0] == 1) log_command(packet, size);
    vc_receive(desk.controller, packet, (size_t)size);
    if (is_logging) log_scan(before);
  }
}

static void forget_client(struct client *client) {
  if (client->answer != NULL && client->answer != stdout) fclose(client->answer);
  else if (client->descriptor > 0) close(client->descriptor);
  *client = (struct client){.descriptor = -1};
}

static void serve_client(struct client *client) {
  const ssize_t size = read(client->descriptor, client->line + client->size, LINE_MAX_SIZE - 1 - client->size);
  if (size < 0 && errno == EINTR) return;
  if (size <= 0) return forget_client(client);
  client->size += (size_t)size;
  char *end;
  while ((end = memchr(client->line, '\n', client->size)) != NULL) {
    *end = 0;
    const struct vc_scan_state before = vc_scan_state(desk.controller);
    carry_out_order(&desk, client->line, boot_time(), client->answer);
    fflush(client->answer);
    if (is_logging) log_scan(before);
    client->size -= (size_t)(end + 1 - client->line);
    memmove(client->line, end + 1, client->size);
  }
  if (client->size == LINE_MAX_SIZE - 1) {
    fprintf(client->answer, "error: a line of more than %d bytes\n", LINE_MAX_SIZE - 1);
    forget_client(client);
  }
}

static bool control_address(const char *path, struct sockaddr_un *address) {
  *address = (struct sockaddr_un){.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address->sun_path) {
    fprintf(stderr, "virtual-controller: %s: longer than a socket's path can be\n", path);
    return false;
  }
  memcpy(address->sun_path, path, strlen(path) + 1);
  return true;
}

static int open_control(const char *path) {
  struct sockaddr_un address;
  if (!control_address(path, &address)) return -1;
  const int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  unlink(path);
  const struct sockaddr *name = (const struct sockaddr *)&address;
  if (bind(listener, name, sizeof address) == 0 && listen(listener, 8) == 0) return listener;
  fprintf(stderr, "virtual-controller: %s: %s\n", path, strerror(errno));
  return -1;
}

static void accept_client(int listener) {
  const int descriptor = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
  if (descriptor < 0) return;
  for (size_t i = 0; i < CLIENTS_MAX; i++) {
    if (clients[i].descriptor >= 0) continue;
    FILE *answer = fdopen(descriptor, "r+");
    if (answer == NULL) break;
    clients[i] = (struct client){.descriptor = descriptor, .answer = answer};
    return;
  }
  close(descriptor);
}

/// The --tell form.
static int tell(const char *path, char **words, int count) {
  struct sockaddr_un address;
  if (!control_address(path, &address)) return 1;
  const int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connect(descriptor, (const struct sockaddr *)&address, sizeof address) != 0) {
    fprintf(stderr, "virtual-controller: %s: %s\n", path, strerror(errno));
    return 1;
  }
  FILE *stream = fdopen(descriptor, "r+");
  if (stream == NULL) return 1;
  for (int i = 0; i < count; i++) fprintf(stream, "%s%s", i > 0 ? " " : "", words[i]);
  fputc('\n', stream);
  fflush(stream);
  char line[65536];
  if (fgets(line, sizeof line, stream) == NULL) {
    fprintf(stderr, "virtual-controller: it ended without an answer\n");
    return 1;
  }
  const bool is_fine = strncmp(line, "ok", 2) == 0;
  fputs(line, is_fine ? stdout : stderr);
  return is_fine ? 0 : 1;
}

static void run(int control) {
  while (!desk.is_done) {
    const int64_t due = air_advance(&air, boot_time());
    const int64_t wait = due == INT64_MAX ? 1000000 : due - boot_time();
    struct timespec timeout = {0};
    if (wait > 0) timeout = (struct timespec){.tv_sec = wait / 1000000, .tv_nsec = wait % 1000000 * 1000};
    struct pollfd polled[3 + CLIENTS_MAX] = {
      {.fd = front.descriptor, .events = POLLIN},
      {.fd = front.descriptor < 0 ? front.listener : -1, .events = POLLIN},
      {.fd = control, .events = POLLIN},
    };
    for (size_t i = 0; i < CLIENTS_MAX; i++) {
      polled[3 + i] = (struct pollfd){.fd = clients[i].descriptor, .events = POLLIN};
    }
    if (ppoll(polled, 3 + CLIENTS_MAX, &timeout, NULL) < 0 && errno != EINTR) return;
    if (polled[0].revents != 0) serve_host();
    if (polled[1].revents != 0) front_accept(&front);
    if (polled[2].revents != 0) accept_client(control);
    for (size_t i = 0; i < CLIENTS_MAX && !desk.is_done; i++) {
      if (polled[3 + i].fd >= 0 && polled[3 + i].revents != 0) serve_client(&clients[i]);
    }
  }
}

static int refuse_usage(const char *what) {
  fprintf(stderr, "virtual-controller: %s; see --help\n", what);
  return 2;
}

int main(int count, char **arguments) {
  static const struct option options[] = {
    {"vhci", no_argument, NULL, 'v'}, {"unix", required_argument, NULL, 'u'},
    {"control", required_argument, NULL, 'c'}, {"extended", no_argument, NULL, 'x'},
    {"log", no_argument, NULL, 'l'}, {"tell", required_argument, NULL, 't'}, {"help", no_argument, NULL, 'h'}, {0},
  };
  const char *control_path = NULL;
  bool is_vhci = false;
  for (int option; (option = getopt_long(count, arguments, "+h", options, NULL)) >= 0;) {
    switch (option) {
    case 'v': is_vhci = true; break;
    case 'u': front.path = optarg; break;
    case 'c': control_path = optarg; break;
    case 'x': desk.is_extended = true; break;
    case 'l': is_logging = true; break;
    case 't': return tell(optarg, arguments + optind, count - optind);
    case 'h': return printf("%s%s", usage, orders_help) < 0;
    default: return 2;
    }
  }
  if (optind < count) return refuse_usage("too many arguments");
  if (is_vhci == (front.path != NULL)) return refuse_usage("give either --vhci or --unix PATH");

  signal(SIGPIPE, SIG_IGN);
  desk.controller = vc_create(emit, &front);
  if (desk.controller == NULL) return 1;
  desk.front = &front;
  desk.air = &air;
  air.controller = desk.controller;
  vc_set_extended(desk.controller, desk.is_extended);
  vc_set_masks_honoured(desk.controller, is_vhci);
  for (size_t i = 0; i < CLIENTS_MAX; i++) clients[i].descriptor = -1;
  int control = -1;
  if (control_path == NULL) clients[0] = (struct client){.descriptor = 0, .answer = stdout};
  else if ((control = open_control(control_path)) < 0) return 1;
  if (!front_open(&front)) return 1;
  run(control);
  front_close(&front);
  if (control_path != NULL) unlink(control_path);
  return 0;
}
