// Starting a program.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cservice.h"

/// Strings, ended by NULL.
typedef struct {
  char **items;
  size_t count;
} list;

struct bd_command {
  list arguments, environment;
};

static int append(list *list, char *text) {
  char **items = text ? realloc(list->items, (list->count + 2) * sizeof *items) : NULL;
  if (!items) {
    free(text);
    return -ENOMEM;
  }
  list->items = items;
  list->items[list->count++] = text;
  list->items[list->count] = NULL;
  return 0;
}

static void clear(list *list) {
  for (size_t index = 0; index < list->count; index++) free(list->items[index]);
  free(list->items);
}

static bool begins_with(const char *variable, const char *name) {
  size_t length = strlen(name);
  return strncmp(variable, name, length) == 0 && variable[length] == '=';
}

/// What the program must not get: it could speak for us, or learn our secrets.
static bool is_ours(const char *variable) {
  static const char *const names[] = {
    "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC",        "LISTEN_PID",       "LISTEN_FDS",
    "LISTEN_FDNAMES", "MAINPID",     "CREDENTIALS_DIRECTORY", "BLUEDOT_PASSWORD",
  };
  for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
    if (begins_with(variable, names[index])) return true;
  }
  return false;
}

void bd_command_destroy(bd_command *command) {
  clear(&command->arguments);
  clear(&command->environment);
  free(command);
}

bd_command *bd_command_create(void) {
  bd_command *command = calloc(1, sizeof *command);
  if (!command) return NULL;
  for (char **variable = environ; variable && *variable; variable++) {
    if (is_ours(*variable)) continue;
    if (append(&command->environment, strdup(*variable)) == 0) continue;
    bd_command_destroy(command);
    return NULL;
  }
  return command;
}

int bd_command_add_argument(bd_command *command, const char *text) {
  return append(&command->arguments, strdup(text));
}

int bd_command_set_variable(bd_command *command, const char *name, const char *value) {
  char *variable = NULL;
  if (asprintf(&variable, "%s=%s", name, value) < 0) return -ENOMEM;
  list *environment = &command->environment;
  for (size_t index = 0; index < environment->count; index++) {
    if (!begins_with(environment->items[index], name)) continue;
    free(environment->items[index]);
    environment->items[index] = variable;
    return 0;
  }
  return append(environment, variable);
}

int bd_command_start(const bd_command *command) {
  static char *const nothing[] = {NULL};
  if (command->arguments.count == 0) return -EINVAL;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return -error;
  error = posix_spawnattr_init(&attributes);
  if (error != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return -error;
  }
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  error = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  if (error == 0) error = posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
  pid_t process = -1;
  if (error == 0) {
    char **arguments = command->arguments.items;
    char *const *environment = command->environment.count > 0 ? command->environment.items : nothing;
    error = posix_spawn(&process, arguments[0], &actions, &attributes, arguments, environment);
  }
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error == 0 ? process : -error;
}
