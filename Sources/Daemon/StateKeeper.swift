import FixedPoint
import Host

/// Keeps the agent's memory in a file, sparing the flash: a change is written after a pause in which more may come.
final class StateKeeper {
  /// Changes within this time are written together, ms.
  static let pause: Milliseconds = 5_000
  /// More than any memory takes, bytes.
  static let limit = 65_536

  private let file: StateFile?
  private let report: (LogLevel, String) -> Void
  private var nextWrite: Milliseconds?
  /// What keeps it from keeping; `nil` when all is well.
  private(set) var fault: String?
  /// Writes that succeeded.
  private(set) var writes = 0

  /// - Parameter directory: empty: nothing is kept.
  init(directory: String, report: @escaping (LogLevel, String) -> Void) {
    file = directory.isEmpty ? nil : StateFile(path: "\(directory)/state", limit: Self.limit)
    self.report = report
  }

  /// What an earlier run kept; `nil`: nothing, or nothing that can be read (which is told).
  func read() -> [UInt8]? {
    guard let file else { return nil }
    do throws(HostError) {
      return try file.read()
    } catch {
      report(.warning, "state: \(error.message); begun without it")
      return nil
    }
  }

  var deadline: Milliseconds? { file == nil ? nil : nextWrite }

  /// Something changed that is worth keeping.
  func noteChange(now: Milliseconds) {
    let soon = now.addingSaturating(Self.pause)
    nextWrite = min(nextWrite ?? soon, soon)
  }

  /// Writes what is due; `memory` is asked for only then.
  func step(now: Milliseconds, memory: () -> [UInt8]) {
    guard let due = nextWrite, now >= due else { return }
    nextWrite = nil
    write(memory())
  }

  /// Writes at once: the end of a run, whose age counts from now.
  func finish(memory: () -> [UInt8]) {
    nextWrite = nil
    write(memory())
  }

  private func write(_ bytes: [UInt8]) {
    guard let file else { return }
    do throws(HostError) {
      try file.write(bytes)
      writes += 1
      if fault != nil { report(.info, "state: is kept in \(file.path) again") }
      fault = nil
    } catch {
      // Told once: a read-only root stays read-only.
      let text = "state: \(error.message); regions will not be remembered over a restart"
      if fault != text { report(.warning, text) }
      fault = text
    }
  }
}
