// The event loop: epoll for descriptors, one timerfd on CLOCK_BOOTTIME for the next deadline, one signalfd.
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "chost.h"
#include "internal.h"

/// More are found in the next wait; the kernel takes turns.
enum { batch_size = 64 };
/// In place of a token for our own descriptors.
enum { timer_token = -1, signal_token = -2 };

struct bd_loop {
  int epoll, timer, signals;
  /// Readable while a stop signal is pending: for writes that wait beside the loop. Never read.
  int stop;
  /// The timer's deadline, or -1.
  int64_t armed;
  /// Bits of the signals read and not taken yet.
  uint64_t pending;
  int count;
  struct epoll_event batch[batch_size];
};

static uint64_t pack(int descriptor, int32_t token) { return (uint64_t)(uint32_t)token << 32 | (uint32_t)descriptor; }
static int32_t token_of(const struct epoll_event *event) { return (int32_t)(event->data.u64 >> 32); }
static int descriptor_of(const struct epoll_event *event) { return (int)(uint32_t)event->data.u64; }

static int add(bd_loop *loop, int descriptor, int32_t token) {
  struct epoll_event event = {EPOLLIN, {.u64 = pack(descriptor, token)}};
  return epoll_ctl(loop->epoll, EPOLL_CTL_ADD, descriptor, &event);
}

static void close_if_open(int descriptor) {
  if (descriptor >= 0) close(descriptor);
}

void bd_loop_destroy(bd_loop *loop) {
  if (bd_stop_descriptor == loop->stop) bd_stop_descriptor = -1;
  close_if_open(loop->epoll);
  close_if_open(loop->timer);
  close_if_open(loop->signals);
  close_if_open(loop->stop);
  free(loop);
}

bd_loop *bd_loop_create(int *error) {
  bd_loop *loop = calloc(1, sizeof *loop);
  if (!loop) {
    *error = -ENOMEM;
    return NULL;
  }
  loop->armed = -1;
  loop->timer = loop->signals = loop->stop = -1;
  sigset_t ours, stops;
  sigemptyset(&stops);
  sigaddset(&stops, SIGTERM);
  sigaddset(&stops, SIGINT);
  ours = stops;
  // Under nohup a terminal may go without us.
  struct sigaction action;
  if (sigaction(SIGHUP, NULL, &action) != 0 || action.sa_handler != SIG_IGN) sigaddset(&ours, SIGHUP);
  sigaddset(&ours, SIGCHLD);
  loop->epoll = epoll_create1(EPOLL_CLOEXEC);
  if (loop->epoll >= 0) loop->timer = timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC);
  if (loop->timer >= 0) loop->signals = signalfd(-1, &ours, SFD_NONBLOCK | SFD_CLOEXEC);
  if (loop->signals >= 0) loop->stop = signalfd(-1, &stops, SFD_NONBLOCK | SFD_CLOEXEC);
  if (loop->stop < 0 || add(loop, loop->timer, timer_token) != 0 || add(loop, loop->signals, signal_token) != 0) {
    *error = -errno;
    bd_loop_destroy(loop);
    return NULL;
  }
  pthread_sigmask(SIG_BLOCK, &ours, NULL);
  signal(SIGPIPE, SIG_IGN);
  // Ignored by the parent, children would vanish without telling how they ended.
  signal(SIGCHLD, SIG_DFL);
  bd_stop_descriptor = loop->stop;
  *error = 0;
  return loop;
}

int bd_loop_watch(bd_loop *loop, int descriptor, bool writing, int32_t token) {
  if (token < 0) return -EINVAL;
  struct epoll_event event = {EPOLLIN | (writing ? EPOLLOUT : 0), {.u64 = pack(descriptor, token)}};
  int result = epoll_ctl(loop->epoll, EPOLL_CTL_ADD, descriptor, &event);
  if (result != 0 && errno == EEXIST) result = epoll_ctl(loop->epoll, EPOLL_CTL_MOD, descriptor, &event);
  return result == 0 ? 0 : -errno;
}

void bd_loop_forget(bd_loop *loop, int descriptor) {
  epoll_ctl(loop->epoll, EPOLL_CTL_DEL, descriptor, NULL);
  for (int index = 0; index < loop->count; index++) {
    if (descriptor_of(&loop->batch[index]) != descriptor) continue;
    loop->batch[index].events = 0;
    loop->batch[index].data.u64 = pack(descriptor, -1);
  }
}

static void read_signals(bd_loop *loop) {
  struct signalfd_siginfo information;
  while (read(loop->signals, &information, sizeof information) == sizeof information) {
    if (information.ssi_signo >= 64) continue;
    loop->pending |= (uint64_t)1 << information.ssi_signo;
    if (information.ssi_signo == SIGTERM || information.ssi_signo == SIGINT) bd_stop_flag = (int)information.ssi_signo;
  }
}

/// The time that epoll_wait gets: 0 when there is no reason to wait, else -1 with the timer armed.
static int arm(bd_loop *loop, int64_t deadline) {
  if (loop->pending != 0) return 0;
  if (deadline >= 0 && deadline <= bd_boot_milliseconds()) return 0;
  if (deadline < 0) deadline = -1;
  if (deadline == loop->armed) return -1;
  // Seconds beyond what the kernel takes are as good as never; all zero disarms.
  struct itimerspec time = {{0, 0}, {0, 0}};
  if (deadline >= 0 && deadline / 1000 < (int64_t)1 << 32) {
    time.it_value.tv_sec = deadline / 1000;
    time.it_value.tv_nsec = deadline % 1000 * 1000000;
  }
  loop->armed = deadline;
  if (timerfd_settime(loop->timer, TFD_TIMER_ABSTIME, &time, NULL) == 0) return -1;
  loop->armed = -1;
  return 100;  // A broken timer makes the loop slow and not deaf.
}

int bd_loop_wait(bd_loop *loop, int64_t deadline) {
  loop->count = 0;
  int timeout = arm(loop, deadline), found;
  do found = epoll_wait(loop->epoll, loop->batch, batch_size, timeout);
  while (found < 0 && errno == EINTR);
  for (int index = 0; index < found; index++) {
    struct epoll_event event = loop->batch[index];
    switch (token_of(&event)) {
      case timer_token: {
        uint64_t expirations;
        ssize_t count = read(loop->timer, &expirations, sizeof expirations);
        (void)count;
        loop->armed = -1;
        break;
      }
      case signal_token:
        read_signals(loop);
        break;
      default:
        loop->batch[loop->count++] = event;
    }
  }
  return loop->count;
}

static const struct epoll_event *at(const bd_loop *loop, int index) {
  return index >= 0 && index < loop->count ? &loop->batch[index] : NULL;
}

int32_t bd_loop_token(const bd_loop *loop, int index) {
  const struct epoll_event *event = at(loop, index);
  return event ? token_of(event) : -1;
}

static bool has(const bd_loop *loop, int index, uint32_t flags) {
  const struct epoll_event *event = at(loop, index);
  return event && (event->events & flags) != 0;
}

bool bd_loop_is_readable(const bd_loop *loop, int index) { return has(loop, index, EPOLLIN); }
bool bd_loop_is_writable(const bd_loop *loop, int index) { return has(loop, index, EPOLLOUT); }
bool bd_loop_is_closed(const bd_loop *loop, int index) { return has(loop, index, EPOLLHUP | EPOLLERR); }

int bd_loop_take_signal(bd_loop *loop) {
  for (int number = 1; number < 64; number++) {
    uint64_t bit = (uint64_t)1 << number;
    if ((loop->pending & bit) == 0) continue;
    loop->pending &= ~bit;
    return number;
  }
  return 0;
}
