import Foundation
import Testing

/// What a run of the program left behind.
struct Run {
  var output: String
  var errors: String
  /// The exit code; 128 and the signal's number where a signal ended it, as shells say it.
  var code: Int32
  var seconds: Double

  var lines: [String] { output.split(separator: "\n").map(String.init) }
}

/// The program that was built beside these tests, run as a person would.
///
/// Foundation's Process waits on a run loop, which the threads that tests run on do not have; and these threads block
/// signals, which a child inherits: it would not notice an interrupt.
final class Program {
  private var pid: pid_t = 0
  private let folder: URL
  private let began = Date()

  static func path() throws -> String {
    let tests = URL(fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    let program = tests.deletingLastPathComponent().appendingPathComponent("bluedot").path
    try #require(FileManager.default.isExecutableFile(atPath: program))
    return program
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - executable: this project's by default.
  ///   - input: the file that is standard input.
  ///   - inputMode: O_RDWR for a named pipe that has no writer yet: opening it would wait for one.
  init(
    _ arguments: [String], executable: String? = nil, input: String = "/dev/null", inputMode: Int32 = O_RDONLY
  ) throws {
    folder = try TestFolder.make()
    let executable = try executable ?? Self.path()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, inputMode, 0)
    posix_spawn_file_actions_addopen(&actions, 1, outputFile.path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errorFile.path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    for descriptor in 3..<256 as Range<Int32> { posix_spawn_file_actions_addclose(&actions, descriptor) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var strings: [UnsafeMutablePointer<CChar>?] = ([executable] + arguments).map { strdup($0) }
    defer { for string in strings { free(string) } }
    strings.append(nil)
    let result = posix_spawn(&pid, executable, &actions, &attributes, strings, environ)
    guard result == 0 else { throw CannotStart(program: executable, error: result) }
  }

  struct CannotStart: Error {
    var program: String
    var error: Int32
  }

  deinit {
    if pid > 0 {
      kill(pid, SIGKILL)
      waitpid(pid, nil, 0)
    }
    try? FileManager.default.removeItem(at: folder)
  }

  private var outputFile: URL { folder.appendingPathComponent("output") }
  private var errorFile: URL { folder.appendingPathComponent("errors") }

  /// Standard output so far.
  var output: String { (try? String(contentsOf: outputFile, encoding: .utf8)) ?? "" }
  /// Standard error so far.
  var errors: String { (try? String(contentsOf: errorFile, encoding: .utf8)) ?? "" }

  func send(signal: Int32) {
    if pid > 0 { kill(pid, signal) }
  }

  /// Waits until `condition` holds, 20 s at most; false when it never did.
  func wait(until condition: () -> Bool) -> Bool {
    let deadline = Date() + 20
    while Date() < deadline {
      if condition() { return true }
      usleep(10_000)
    }
    return false
  }

  /// Waits for the end; a program that takes longer than `limit` seconds is ended, which its code tells (137).
  func finish(within limit: Double = 30) -> Run {
    var status: Int32 = 0
    while waitpid(pid, &status, WNOHANG) == 0 {
      if Date().timeIntervalSince(began) > limit { kill(pid, SIGKILL) }
      usleep(2_000)
    }
    pid = 0
    let signal = status & 0x7F
    let code = signal == 0 ? status >> 8 & 0xFF : 128 + signal
    return Run(output: output, errors: errors, code: code, seconds: Date().timeIntervalSince(began))
  }
}

/// Runs `bluedot` to its end.
func bluedot(_ arguments: String..., input: String = "/dev/null") throws -> Run {
  try bluedot(arguments, input: input)
}

func bluedot(_ arguments: [String], input: String = "/dev/null") throws -> Run {
  try Program(arguments, input: input).finish()
}

/// Runs a line of shell; `$BLUEDOT` is the program.
func shell(_ line: String) throws -> Run {
  try Program(["-c", "BLUEDOT='\(try Program.path())'; \(line)"], executable: "/bin/bash").finish()
}

enum TestFolder {
  static func make() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bluedot-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}

/// A new folder with some files in it, taken away when `body` is done.
func withFiles(_ files: [String: [UInt8]], _ body: (URL) throws -> Void) throws {
  let folder = try TestFolder.make()
  defer { try? FileManager.default.removeItem(at: folder) }
  for (name, bytes) in files { try Data(bytes).write(to: folder.appendingPathComponent(name)) }
  try body(folder)
}
