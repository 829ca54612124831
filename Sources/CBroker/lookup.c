#define _GNU_SOURCE
#include "cbroker.h"

#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct bd_lookup {
  struct gaicb request;
  struct addrinfo hints;
  struct addrinfo *addresses;
  const struct addrinfo *next;
  bool busy;
  int error;
  char port[8];
  char host[];
};

bd_lookup *bd_lookup_begin(const char *host, int port) {
  size_t size = strlen(host) + 1;
  bd_lookup *lookup = calloc(1, sizeof *lookup + size);
  if (!lookup) return NULL;
  memcpy(lookup->host, host, size);
  snprintf(lookup->port, sizeof lookup->port, "%d", port & 0xFFFF);
  lookup->hints.ai_socktype = SOCK_STREAM;

  lookup->hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
  if (getaddrinfo(lookup->host, lookup->port, &lookup->hints, &lookup->addresses) == 0) {
    lookup->next = lookup->addresses;
    return lookup;
  }
  lookup->addresses = NULL;
  lookup->hints.ai_flags = AI_NUMERICSERV;
  lookup->request.ar_name = lookup->host;
  lookup->request.ar_service = lookup->port;
  lookup->request.ar_request = &lookup->hints;
  struct gaicb *list[] = {&lookup->request};
  lookup->error = getaddrinfo_a(GAI_NOWAIT, list, 1, NULL);
  lookup->busy = lookup->error == 0;
  return lookup;
}

int bd_lookup_step(bd_lookup *lookup, int wait) {
  if (lookup->busy) {
    const struct gaicb *list[] = {&lookup->request};
    struct timespec time = {wait / 1000, (long)(wait % 1000) * 1000000};
    if (wait > 0) gai_suspend(list, 1, &time);
    int error = gai_error(&lookup->request);
    if (error == EAI_INPROGRESS) return 0;
    lookup->busy = false;
    lookup->error = error;
    lookup->addresses = error == 0 ? lookup->request.ar_result : NULL;
    lookup->next = lookup->addresses;
  }
  if (lookup->error == 0) return 1;
  return lookup->error < 0 ? lookup->error : -lookup->error;
}

const char *bd_lookup_error_text(int error) {
  const char *text = gai_strerror(error);
  return text ? text : "unknown error";
}

bool bd_lookup_next(bd_lookup *lookup, char *ret_address, size_t size) {
  while (lookup->next) {
    const struct addrinfo *info = lookup->next;
    lookup->next = info->ai_next;
    if (size > 0xFFFF) size = 0xFFFF;
    if (getnameinfo(info->ai_addr, info->ai_addrlen, ret_address, (socklen_t)size, NULL, 0, NI_NUMERICHOST) == 0)
      return true;
  }
  return false;
}

void bd_lookup_end(bd_lookup *lookup) {
  if (!lookup) return;
  if (lookup->busy) {
    // A request that glibc's thread is working on can't be called back, and the thread writes into it when it is done:
    // then it is left to the process (some hundred bytes, only when a broker is given up within a look-up).
    int canceled = gai_cancel(&lookup->request);
    if (canceled == EAI_NOTCANCELED) return;
    if (canceled == EAI_ALLDONE && gai_error(&lookup->request) == 0) lookup->addresses = lookup->request.ar_result;
  }
  if (lookup->addresses) freeaddrinfo(lookup->addresses);
  free(lookup);
}
