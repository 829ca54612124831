import Foundation

/// A program that the test started; ended by its process id when it is let go.
///
/// Foundation's Process waits on a run loop, which the threads that tests run on do not have.
final class ChildProcess {
  private var pid: pid_t = 0

  /// - Parameter output: the file that gets standard output; none by default. Standard error goes nowhere.
  init(_ program: String, _ arguments: [String], output: String = "/dev/null") throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    // The test's own sockets must end with the test's own end of them.
    for descriptor in 3..<256 as Range<Int32> { posix_spawn_file_actions_addclose(&actions, descriptor) }
    var strings: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
    defer { for string in strings { free(string) } }
    strings.append(nil)
    // The threads that tests run on block signals, and a child would inherit that: SIGTERM would not end it.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let result = posix_spawn(&pid, program, &actions, &attributes, strings, environ)
    guard result == 0 else { throw NoProgram(program: program, error: result) }
  }

  struct NoProgram: Error {
    var program: String
    var error: Int32
  }

  deinit { stop() }

  func stop() {
    guard pid > 0 else { return }
    kill(pid, SIGTERM)
    // mosquitto_sub misses a signal now and then (its handler only asks for a goodbye): then it is ended for good.
    for _ in 0..<100 {
      if waitpid(pid, nil, WNOHANG) == pid {
        pid = 0
        return
      }
      usleep(10_000)
    }
    kill(pid, SIGKILL)
    waitForEnd()
  }

  func waitForEnd() {
    guard pid > 0 else { return }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
    pid = 0
  }
}
