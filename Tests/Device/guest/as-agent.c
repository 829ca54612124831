// as-agent [--capable] PROGRAM [ARGUMENT...]: runs a program as the user "agent" (1000), without any capability or with
// CAP_NET_RAW and CAP_NET_ADMIN alone, as systemd does with User= and AmbientCapabilities=.
#include <grp.h>
#include <linux/capability.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { AGENT = 1000, CAPABILITIES = 1 << CAP_NET_RAW | 1 << CAP_NET_ADMIN };

static int check(int result, const char *what) {
  if (result < 0) perror(what);
  return result;
}

int main(int count, char **arguments) {
  const int is_capable = count > 1 && strcmp(arguments[1], "--capable") == 0;
  char **program = arguments + 1 + is_capable;
  if (*program == NULL) return 2;
  if (check(prctl(PR_SET_KEEPCAPS, is_capable, 0, 0, 0), "keep capabilities") < 0) return 1;
  if (check(setgroups(0, NULL), "setgroups") < 0 || check(setgid(AGENT), "setgid") < 0) return 1;
  if (check(setuid(AGENT), "setuid") < 0) return 1;
  if (is_capable) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct data[2] = {
      {.effective = CAPABILITIES, .permitted = CAPABILITIES, .inheritable = CAPABILITIES},
    };
    if (check((int)syscall(SYS_capset, &header, data), "capset") < 0) return 1;
    if (check(prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_NET_RAW, 0, 0), "ambient CAP_NET_RAW") < 0) return 1;
    if (check(prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_NET_ADMIN, 0, 0), "ambient CAP_NET_ADMIN") < 0) return 1;
  }
  execvp(*program, program);
  perror(*program);
  return 1;
}
