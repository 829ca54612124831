#define _GNU_SOURCE
#include "cbroker.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/sockios.h>
#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

struct waiting {
  int id;      // 0: this place is free (MQTT packet ids begin with 1)
  int reason;
  bool answered;
};

struct bd_link {
  struct mosquitto *client;
  enum bd_link_phase phase;
  int keep_alive;
  struct waiting waiting[BD_LINK_WINDOW];
  bool disconnecting;
  const char *refusal;
  int error;   // errno of a TCP connection that could not be made, else 0
  char reason[160];
};

static void end(bd_link *link, enum bd_link_phase phase, const char *reason) {
  // The first reason is the cause; what follows are its consequences.
  if (link->phase == BD_LINK_REFUSED || link->phase == BD_LINK_ENDED) return;
  link->phase = phase;
  snprintf(link->reason, sizeof link->reason, "%s", reason);
}

/// Ends the link when a call of the library says so.
static void check(bd_link *link, int result, int error) {
  const char *before = link->phase == BD_LINK_GREETING ? " before it answered CONNECT" : "";
  char text[160];
  switch (result) {
    case MOSQ_ERR_SUCCESS:
      return;
    case MOSQ_ERR_ERRNO:
      snprintf(text, sizeof text, "connection lost%s: %s", before, strerror(error));
      break;
    case MOSQ_ERR_CONN_LOST:
    case MOSQ_ERR_NO_CONN:
      snprintf(text, sizeof text, "the broker closed the connection%s", before);
      break;
    case MOSQ_ERR_KEEPALIVE:
      snprintf(text, sizeof text, "no answer to a ping within %d s", link->keep_alive);
      break;
    case MOSQ_ERR_PROTOCOL:
    case MOSQ_ERR_MALFORMED_PACKET:
    case MOSQ_ERR_MALFORMED_UTF8:
    case MOSQ_ERR_DUPLICATE_PROPERTY:
      snprintf(text, sizeof text, "the answer is not valid MQTT 5%s", before);
      break;
    default:
      snprintf(text, sizeof text, "%s", mosquitto_strerror(result));
  }
  end(link, BD_LINK_ENDED, text);
}

const char *bd_reason_text(int reason) {
  const char *text = mosquitto_reason_string(reason);
  return text ? text : "unknown reason";
}

static void on_connect(
  struct mosquitto *client, void *context, int reason, int flags, const mosquitto_property *properties) {
  (void)client, (void)flags, (void)properties;
  bd_link *link = context;
  if (reason != 0) return end(link, BD_LINK_REFUSED, bd_reason_text(reason));
  if (link->phase == BD_LINK_GREETING) link->phase = BD_LINK_CONNECTED;
}

static void on_disconnect(struct mosquitto *client, void *context, int reason, const mosquitto_property *properties) {
  (void)client, (void)properties;
  bd_link *link = context;
  if (link->disconnecting) return end(link, BD_LINK_ENDED, "disconnected");
  // From 0x80 on the reason came from the broker; below are the library's own errors, which its calls return too.
  if (reason >= 0x80) end(link, BD_LINK_ENDED, bd_reason_text(reason));
}

static void on_publish(
  struct mosquitto *client, void *context, int id, int reason, const mosquitto_property *properties) {
  (void)client, (void)properties;
  bd_link *link = context;
  for (int place = 0; place < BD_LINK_WINDOW; place++) {
    if (link->waiting[place].id != id) continue;
    link->waiting[place].reason = reason;
    link->waiting[place].answered = true;
    return;
  }
}

static bool prepare_library(void) {
  static bool ready;
  if (ready) return true;
  // The library writes with write(2): without this, a broker that goes away ends the process.
  struct sigaction action;
  if (sigaction(SIGPIPE, NULL, &action) == 0 && action.sa_handler == SIG_DFL) signal(SIGPIPE, SIG_IGN);
  ready = mosquitto_lib_init() == MOSQ_ERR_SUCCESS;
  return ready;
}

/// The library's settings, which it copies. The first call that fails ends the list.
static int configure(
  bd_link *link, const char *username, const char *password, const char *will_topic, const void *will, int will_size) {
  struct mosquitto *client = link->client;
  int result = mosquitto_int_option(client, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5);
  if (!result) result = mosquitto_int_option(client, MOSQ_OPT_TCP_NODELAY, 1);
  if (!result) result = mosquitto_int_option(client, MOSQ_OPT_SEND_MAXIMUM, BD_LINK_WINDOW);
  if (!result && username) result = mosquitto_username_pw_set(client, username, password);
  if (!result) result = mosquitto_will_set_v5(client, will_topic, will_size, will, 1, true, NULL);
  mosquitto_connect_v5_callback_set(client, on_connect);
  mosquitto_disconnect_v5_callback_set(client, on_disconnect);
  mosquitto_publish_v5_callback_set(client, on_publish);
  return result;
}

bd_link *bd_link_open(
  const char *address, int port, int keep_alive, const char *client_id, const char *username, const char *password,
  const char *will_topic, const void *will, int will_size, const char **ret_reason) {
  *ret_reason = "out of memory";
  if (!prepare_library()) return NULL;
  bd_link *link = calloc(1, sizeof *link);
  if (!link) return NULL;
  link->keep_alive = keep_alive;
  link->client = mosquitto_new(client_id, /* clean start */ true, link);
  if (!link->client) {
    if (errno == EINVAL) *ret_reason = "the client id is not valid";
    bd_link_close(link);
    return NULL;
  }
  int result = configure(link, username, password, will_topic, will, will_size);
  // Despite its description, the asynchronous call needs no thread: it makes a non-blocking socket, begins to connect
  // and queues CONNECT. Only the name look-up would block, and there is none for an address in digits.
  if (!result) {
    result = mosquitto_connect_async(link->client, address, port, keep_alive);
    if (result == MOSQ_ERR_ERRNO || result == MOSQ_ERR_EAI || result == MOSQ_ERR_CONN_LOST) {
      // No route, refused at once: an end of this link as it might have come a moment later.
      link->error = errno;
      end(link, BD_LINK_ENDED, errno ? strerror(errno) : mosquitto_strerror(result));
      return link;
    }
  }
  if (result > 0) {
    *ret_reason = mosquitto_strerror(result);
    bd_link_close(link);
    return NULL;
  }
  // A program that the agent starts must not keep the connection open.
  fcntl(mosquitto_socket(link->client), F_SETFD, FD_CLOEXEC);
  return link;
}

/// Looks whether the TCP connection is there.
static void reach(bd_link *link, int socket) {
  int error = 0;
  socklen_t size = sizeof error;
  if (getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) != 0) error = errno;
  link->error = error;
  if (error != 0) return end(link, BD_LINK_ENDED, strerror(error));
  link->phase = BD_LINK_GREETING;
  // What a dead network has swallowed must not come out minutes later: the kernel gives up after the keep-alive time.
  unsigned timeout = (unsigned)link->keep_alive * 1000;
  setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &timeout, sizeof timeout);
}

int bd_link_socket(const bd_link *link) {
  return link->phase == BD_LINK_REFUSED || link->phase == BD_LINK_ENDED ? -1 : mosquitto_socket(link->client);
}

bool bd_link_has_no_network(const bd_link *link) {
  switch (link->error) {
    case ENETDOWN:
    case ENETUNREACH:
    case EHOSTUNREACH:
    case EADDRNOTAVAIL:
      return true;
    default:
      return false;
  }
}

bool bd_link_wants_write(const bd_link *link) {
  return link->phase == BD_LINK_REACHING || mosquitto_want_write(link->client);
}

enum bd_link_phase bd_link_step(bd_link *link, int wait) {
  if (link->phase == BD_LINK_REFUSED || link->phase == BD_LINK_ENDED) return link->phase;
  int socket = mosquitto_socket(link->client);
  if (socket < 0) {
    check(link, MOSQ_ERR_CONN_LOST, 0);
    return link->phase;
  }
  struct pollfd entry = {socket, (short)(POLLIN | (bd_link_wants_write(link) ? POLLOUT : 0)), 0};
  int count = poll(&entry, 1, wait < 0 ? 0 : wait);
  if (count < 0 && errno != EINTR) check(link, MOSQ_ERR_ERRNO, errno);
  if (link->phase == BD_LINK_REACHING) {
    if (count > 0) reach(link, socket);
    if (link->phase != BD_LINK_GREETING) return link->phase;
  }
  if (count > 0 && (entry.revents & POLLOUT)) {
    errno = 0;
    int result = mosquitto_loop_write(link->client, 1);
    check(link, result, errno);
  }
  if (count > 0 && (entry.revents & (POLLIN | POLLHUP | POLLERR)) && link->phase <= BD_LINK_CONNECTED) {
    errno = 0;
    int result = mosquitto_loop_read(link->client, 1);
    check(link, result, errno);
  }
  if (link->phase <= BD_LINK_CONNECTED) check(link, mosquitto_loop_misc(link->client), errno);
  return link->phase;
}

enum bd_link_phase bd_link_phase_now(const bd_link *link) { return link->phase; }

const char *bd_link_reason(const bd_link *link) { return link->reason; }

enum bd_publish_result bd_link_publish(
  bd_link *link, const char *topic, const void *payload, int size, int qos, bool retain, int *ret_id) {
  if (link->phase != BD_LINK_CONNECTED) return BD_PUBLISH_NOT_NOW;
  struct waiting *place = NULL;
  if (qos > 0) {
    for (int index = 0; index < BD_LINK_WINDOW && !place; index++)
      if (link->waiting[index].id == 0) place = &link->waiting[index];
    if (!place) return BD_PUBLISH_NOT_NOW;
  }
  int id = 0;
  errno = 0;
  int result = mosquitto_publish_v5(link->client, &id, topic, size, payload, qos, retain, NULL);
  switch (result) {
    case MOSQ_ERR_SUCCESS:
      if (place) *place = (struct waiting){id, 0, false};
      *ret_id = id;
      return BD_PUBLISH_TAKEN;
    case MOSQ_ERR_INVAL:
    case MOSQ_ERR_MALFORMED_UTF8:
    case MOSQ_ERR_PAYLOAD_SIZE:
    case MOSQ_ERR_OVERSIZE_PACKET:
    case MOSQ_ERR_QOS_NOT_SUPPORTED:
    case MOSQ_ERR_RETAIN_NOT_SUPPORTED:
      link->refusal = mosquitto_strerror(result);
      return BD_PUBLISH_REFUSED;
    default:
      check(link, result, errno);
      return BD_PUBLISH_NOT_NOW;
  }
}

const char *bd_link_refusal(const bd_link *link) { return link->refusal ? link->refusal : ""; }

bool bd_link_next_acknowledged(bd_link *link, int *ret_id, int *ret_reason) {
  for (int place = 0; place < BD_LINK_WINDOW; place++) {
    if (!link->waiting[place].answered) continue;
    *ret_id = link->waiting[place].id;
    *ret_reason = link->waiting[place].reason;
    link->waiting[place] = (struct waiting){0, 0, false};
    return true;
  }
  return false;
}

int bd_link_unconfirmed(bd_link *link) {
  if (mosquitto_want_write(link->client)) return INT_MAX;
  int socket = mosquitto_socket(link->client);
  int bytes = 0;
  if (socket < 0 || ioctl(socket, SIOCOUTQ, &bytes) != 0) return INT_MAX;
  return bytes;
}

void bd_link_disconnect(bd_link *link) {
  if (link->phase != BD_LINK_CONNECTED) return;
  link->disconnecting = true;
  errno = 0;
  int result = mosquitto_disconnect_v5(link->client, 0, NULL);
  check(link, result, errno);
}

void bd_link_close(bd_link *link) {
  if (!link) return;
  if (link->client) mosquitto_destroy(link->client);
  free(link);
}
