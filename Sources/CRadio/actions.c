#define _GNU_SOURCE
#include "cradio.h"

#include <bluetooth/bluetooth.h>
#include <bluetooth/hci.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

struct bd_action {
  enum bd_action_kind kind;
  uint16_t index;
  int descriptor;
  int result;
  atomic_bool is_done;
  /// The thread and whoever began the action; the last one frees it.
  atomic_int owners;
};

void bd_action_release(bd_action *action) {
  if (!action || atomic_fetch_sub(&action->owners, 1) > 1) return;
  close(action->descriptor);
  free(action);
}

static int carry_out(const bd_action *action) {
  static const unsigned long requests[] = {
    [BD_ACTION_UP] = HCIDEVUP, [BD_ACTION_DOWN] = HCIDEVDOWN, [BD_ACTION_RESET] = HCIDEVRESET};
  int control = socket(AF_BLUETOOTH, SOCK_RAW | SOCK_CLOEXEC, BTPROTO_HCI);
  if (control < 0) return -errno;
  int result = ioctl(control, requests[action->kind], (unsigned long)action->index) == 0 ? 0 : -errno;
  close(control);
  return result;
}

static void *run(void *argument) {
  bd_action *action = argument;
  action->result = carry_out(action);
  atomic_store(&action->is_done, true);
  uint64_t one = 1;
  // The counter of a new eventfd has room for it.
  (void)!write(action->descriptor, &one, sizeof one);
  bd_action_release(action);
  return NULL;
}

static int start_thread(bd_action *action) {
  pthread_attr_t attributes;
  int error = pthread_attr_init(&attributes);
  if (error) return error;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  // It makes three system calls: the least stack that glibc allows on every board is plenty, and memory stays small.
  pthread_attr_setstacksize(&attributes, 128 * 1024);
  // The process's signals are the main thread's; one that landed here would be lost, and would interrupt the call.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  error = pthread_create(&thread, &attributes, run, action);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return error;
}

bd_action *bd_action_begin(enum bd_action_kind kind, uint16_t index, int *ret_error) {
  *ret_error = ENOMEM;
  bd_action *action = calloc(1, sizeof *action);
  if (!action) return NULL;
  action->kind = kind;
  action->index = index;
  action->descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (action->descriptor < 0) {
    *ret_error = errno;
    free(action);
    return NULL;
  }
  atomic_init(&action->is_done, false);
  atomic_init(&action->owners, 2);
  int error = start_thread(action);
  if (error) {
    *ret_error = error;
    close(action->descriptor);
    free(action);
    return NULL;
  }
  return action;
}

int bd_action_descriptor(const bd_action *action) { return action->descriptor; }

bool bd_action_result(const bd_action *action, int *ret_result) {
  if (!atomic_load(&action->is_done)) return false;
  *ret_result = action->result;
  return true;
}
