// An MQTT 5 connection over libmosquitto, driven step by step from one thread, and a name look-up that doesn't block.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Finds a host's addresses; one per host name and attempt.
typedef struct bd_lookup bd_lookup;

/// Begins to look up `host`. An address in digits is done at once; a name is resolved by glibc's own helper thread
/// (getaddrinfo_a), because a resolver that gets no answer blocks its caller for 10 s and more. NULL: out of memory.
bd_lookup *bd_lookup_begin(const char *host, int port);
/// Waits up to `wait` ms. 1: done, 0: still busy, negative: failed, see bd_lookup_error_text.
int bd_lookup_step(bd_lookup *lookup, int wait);
const char *bd_lookup_error_text(int error);
/// Writes the next address in digits with a final zero; false when there are no more.
bool bd_lookup_next(bd_lookup *lookup, char *ret_address, size_t size);
void bd_lookup_end(bd_lookup *lookup);

/// One attempt at a connection and, if it succeeds, the connection. Never connects again by itself; nothing outlives it.
typedef struct bd_link bd_link;

enum bd_link_phase {
  BD_LINK_REACHING,   ///< the TCP connection is being made
  BD_LINK_GREETING,   ///< CONNECT is sent, CONNACK isn't here yet
  BD_LINK_CONNECTED,
  BD_LINK_REFUSED,    ///< the broker said no; see bd_link_reason
  BD_LINK_ENDED,      ///< the connection is gone; see bd_link_reason
};

/// Messages of QoS 1 that may wait for their PUBACK at one time (libmosquitto's own default).
#define BD_LINK_WINDOW 20

/// Opens a connection to an address in digits without waiting for it. `username`, `password` may be NULL; the will is
/// retained, QoS 1. NULL with `ret_reason` set to a static text when the library refuses the arguments.
bd_link *bd_link_open(
  const char *address, int port, int keep_alive, const char *client_id, const char *username, const char *password,
  const char *will_topic, const void *will, int will_size, const char **ret_reason);
/// Moves what can be moved, waiting up to `wait` ms for something to do.
enum bd_link_phase bd_link_step(bd_link *link, int wait);
enum bd_link_phase bd_link_phase_now(const bd_link *link);
/// The connection's descriptor, for an event loop; -1 without one. Not constant over steps.
int bd_link_socket(const bd_link *link);
/// Whether the descriptor is to be watched for writing as well.
bool bd_link_wants_write(const bd_link *link);
/// Whether the attempt ended because the machine has no network, or no way to the address.
bool bd_link_has_no_network(const bd_link *link);
/// Why the link is refused or ended.
const char *bd_link_reason(const bd_link *link);

enum bd_publish_result {
  BD_PUBLISH_TAKEN,
  BD_PUBLISH_REFUSED,    ///< this message can never be sent here (too large, QoS or retain not supported)
  BD_PUBLISH_NOT_NOW,    ///< the window is full or the link has ended
};

/// Hands a message over. With QoS 1, `ret_id` is what bd_link_next_acknowledged gives back.
enum bd_publish_result bd_link_publish(
  bd_link *link, const char *topic, const void *payload, int size, int qos, bool retain, int *ret_id);
/// Text for a message that was refused, by the library or in a PUBACK.
const char *bd_link_refusal(const bd_link *link);
/// Takes a message that the broker answered; `ret_reason` is 0x80 or more when the broker refused it. False: none.
bool bd_link_next_acknowledged(bd_link *link, int *ret_id, int *ret_reason);
const char *bd_reason_text(int reason);
/// Bytes that the other side hasn't confirmed yet, in the library (counted as INT_MAX) and in the kernel.
int bd_link_unconfirmed(bd_link *link);

/// Says goodbye, so that the broker doesn't send the will. Then step until the phase is BD_LINK_ENDED.
void bd_link_disconnect(bd_link *link);
/// Closes and frees. Without bd_link_disconnect the broker sends the will.
void bd_link_close(bd_link *link);
