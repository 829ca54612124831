// The operating system behind Bluedot: files, streams, clocks, signals. Every call that can fail is checked here;
// a negative return value is -errno.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Opens a file for reading; returns a descriptor or -errno.
int bd_open_read(const char *path);
/// Creates or truncates a file for writing; returns a descriptor or -errno.
int bd_open_write(const char *path);
/// Reads up to `size` bytes, retrying interrupted calls; 0 at the end, or -errno.
int64_t bd_read(int descriptor, void *buffer, size_t size);
/// Writes all `size` bytes, retrying interrupted and short writes; 0 or -errno.
int bd_write_all(int descriptor, const void *buffer, size_t size);
void bd_close(int descriptor);
/// Where the next byte goes in an open file, or -errno (a pipe has no position).
int64_t bd_file_position(int descriptor);
/// Cuts an open file to `size` bytes; 0 or -errno.
int bd_truncate(int descriptor, int64_t size);
/// Size of an open regular file in bytes; -1 when it has none (a pipe, a terminal).
int64_t bd_file_size(int descriptor);
/// 1 when the path is a directory, 0 when it is not, -errno when it cannot be examined.
int bd_is_directory(const char *path);
/// 1 when the path is a regular file, 0 when it is not, -errno when it cannot be examined.
int bd_is_regular_file(const char *path);

int bd_is_terminal(int descriptor);
/// Text for an errno value (positive); never NULL.
const char *bd_error_text(int error);
/// Value of an environment variable, or NULL.
const char *bd_environment(const char *name);

/// CLOCK_BOOTTIME in milliseconds: never jumps, counts while suspended.
int64_t bd_boot_milliseconds(void);
/// CLOCK_REALTIME in milliseconds since 1970.
int64_t bd_wall_milliseconds(void);
/// Whether the kernel holds the wall clock for synchronised (a time service disciplines it).
int bd_clock_is_synchronised(void);
/// Sleeps; returns early (with the time left unslept) when a stop signal arrives.
void bd_sleep_milliseconds(int64_t duration);
/// Fills the buffer with random bytes from the kernel; 0 or -errno.
int bd_random(void *buffer, size_t size);

/// From now on SIGINT and SIGTERM set a flag instead of ending the process; SIGPIPE is ignored.
void bd_catch_stop_signals(void);
/// The stop signal that arrived, or 0.
int bd_stop_signal(void);

/// Ends the process at once with this code.
void bd_exit(int code) __attribute__((noreturn));

/// Number of the program's arguments, the program's name included.
int bd_argument_count(void);
/// Argument `index`, or NULL beyond the last.
const char *bd_argument(int index);
