// The operating system behind Bluedot: files, streams, clocks, signals. Every call that can fail is checked here;
// a negative return value is -errno.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Opens a file for reading without waiting for a named pipe's writer; returns a descriptor or -errno.
int bd_open_read(const char *path);
/// Creates or truncates a file for writing; returns a descriptor or -errno (ENXIO for a named pipe without a reader).
int bd_open_write(const char *path);
/// Waits for and reads up to `size` bytes; 0 at the end, -EINTR once a stop signal arrived, or -errno.
int64_t bd_read(int descriptor, void *buffer, size_t size);
/// Writes all `size` bytes, waiting for a slow reader; 0 or -errno. Half a second after a stop signal it gives up with
/// -EINTR.
int bd_write_all(int descriptor, const void *buffer, size_t size);
/// Writes what the reader takes within `patience` ms; returns the number of bytes written, or -errno.
int64_t bd_write_within(int descriptor, const void *buffer, size_t size, int64_t patience);
/// A descriptor for the same pipe or terminal whose writes don't block, without changing the one that other processes
/// share; the same descriptor where there is no need or no way.
int bd_open_writer(int descriptor);
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

/// Permission bits of a file (0644 and the like), or -errno.
int bd_file_mode(const char *path);
/// A folder whose names are read one by one; NULL and -errno in `error` when it cannot be opened.
typedef struct bd_folder bd_folder;
bd_folder *bd_folder_open(const char *path, int *error);
/// The next name but "." and "..", valid until the next call; NULL at the end.
const char *bd_folder_next(bd_folder *folder);
void bd_folder_close(bd_folder *folder);

/// Replaces a file by one with these bytes, as a whole or not at all, also over a power cut; 0 or -errno.
int bd_replace_file(const char *path, const void *bytes, size_t size);
/// Reads the first `size` bytes of a regular file; their number, or -errno (EINVAL for a pipe or a device).
int64_t bd_load_file(const char *path, void *buffer, size_t size);

int bd_is_terminal(int descriptor);
/// A terminal's size in characters; 0, or -errno where it has none.
int bd_terminal_size(int descriptor, int *columns, int *rows);
/// Text for an errno value (positive); never NULL.
const char *bd_error_text(int error);
/// Value of an environment variable, or NULL.
const char *bd_environment(const char *name);

/// The host's name, with a final zero; 0 or -errno.
int bd_host_name(char *buffer, size_t size);

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

/// From now on SIGINT and SIGTERM set a flag, and end waits, instead of ending the process; SIGPIPE is ignored.
void bd_catch_stop_signals(void);
/// The stop signal that arrived (with an event loop: that the loop took), or 0.
int bd_stop_signal(void);

/// Waits for descriptors, a time and signals together. One for each process.
typedef struct bd_loop bd_loop;
/// Blocks SIGTERM, SIGINT, SIGHUP and SIGCHLD for the calling thread and those it starts, to take them from the loop,
/// and ignores SIGPIPE. NULL and -errno in `error` when the kernel refuses.
bd_loop *bd_loop_create(int *error);
void bd_loop_destroy(bd_loop *loop);
/// Adds a descriptor, or changes how it is watched; `token` is 0 or greater. 0 or -errno (EPERM for a regular file).
int bd_loop_watch(bd_loop *loop, int descriptor, bool writing, int32_t token);
/// Ends the watching, also of a descriptor that is closed already; it isn't among those found ready any more either.
void bd_loop_forget(bd_loop *loop, int descriptor);
/// Waits until something is ready, a signal arrives, or the boot time `deadline` in ms (negative: never); returns how
/// many descriptors are ready.
int bd_loop_wait(bd_loop *loop, int64_t deadline);
/// The token of a ready descriptor; -1 for one that was forgotten since, and beyond the last.
int32_t bd_loop_token(const bd_loop *loop, int index);
bool bd_loop_is_readable(const bd_loop *loop, int index);
bool bd_loop_is_writable(const bd_loop *loop, int index);
/// The other end is gone, or the device has an error.
bool bd_loop_is_closed(const bd_loop *loop, int index);
/// A signal's number, each once however often it arrived; 0 when there is none.
int bd_loop_take_signal(bd_loop *loop);

/// True when what is written to the descriptor goes to the systemd journal (JOURNAL_STREAM names it).
bool bd_is_journal(int descriptor);
/// The wall clock as "13:05:59" local time or "2025-01-31T13:05:59Z"; at most 20 bytes and a final zero.
void bd_clock_text(char text[32], bool is_local);

/// Ends the process at once with this code.
void bd_exit(int code) __attribute__((noreturn));

/// Number of the program's arguments, the program's name included.
int bd_argument_count(void);
/// Argument `index`, or NULL beyond the last.
const char *bd_argument(int index);
