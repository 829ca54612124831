// The service manager and child processes behind Bluedot. A negative return value is -errno.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Tells the service manager the state (sd_notify(3)); 1 when told, 0 when there is no manager, or -errno.
int bd_notify(const char *state);
/// The interval of the service manager's watchdog for this process in µs; 0 when it has none.
uint64_t bd_watchdog_interval(void);
/// CLOCK_MONOTONIC in µs, as the service manager wants it with RELOADING=1.
uint64_t bd_monotonic_microseconds(void);

/// A program with its arguments and environment, to be started.
typedef struct bd_command bd_command;
/// NULL when there is no memory. The environment is ours without what belongs to us alone: the service manager's
/// sockets, credentials, the password.
bd_command *bd_command_create(void);
void bd_command_destroy(bd_command *command);
/// Adds an argument; the first is the program's path. 0 or -ENOMEM.
int bd_command_add_argument(bd_command *command, const char *text);
/// Sets a variable of its environment. 0 or -ENOMEM.
int bd_command_set_variable(bd_command *command, const char *name, const char *value);
/// Starts it without a shell: own process group, no signal blocked or ignored, standard input /dev/null, standard
/// output to our standard error, every other descriptor closed. The process id, or -errno.
int bd_command_start(const bd_command *command);

/// How a child process stands.
typedef struct {
  bool has_ended;
  /// Its exit code; or the number of the signal that ended it.
  bool was_killed;
  int code;
} bd_child_state;
/// Looks without taking the process away. 0 or -errno.
int bd_child_look(int process, bd_child_state *state);
/// Takes an ended process away: its id may be given to another from now on.
void bd_child_reap(int process);
/// Sends a signal to all of the child's process group. Only before it is taken away.
void bd_child_signal_group(int process, int signal);
/// "Terminated", "Segmentation fault"; never NULL.
const char *bd_signal_text(int signal);
