import Agent
import FixedPoint
import Foundation
import Host
import Lines

@testable import Motion

/// What was told for the log.
final class Log {
  var lines: [String] = []
  func report(_ level: LogLevel, _ text: String) { lines.append("\(level.text): \(text)") }
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

/// A motion input driven by a clock that the test moves.
final class Driver {
  let input: any MotionInput
  var now: Milliseconds
  /// "time: report", in order.
  var reports: [String] = []

  init(_ input: any MotionInput, now: Milliseconds = 0) {
    self.input = input
    self.now = now
  }

  func step() {
    input.step(now: now) { source, report in
      reports.append("\(now): \(source.text) \(report)")
    }
  }

  func run(until end: Milliseconds) { run(until: end) { _ in } }

  /// Steps at each deadline up to `end`; before it `prepare` is told the time.
  func run(until end: Milliseconds, _ prepare: (Milliseconds) throws -> Void) rethrows {
    while let deadline = input.deadline, deadline <= end {
      now = max(now, deadline)
      try prepare(now)
      step()
    }
    now = end
  }

  func take() -> [String] {
    defer { reports = [] }
    return reports
  }
}

/// One input line in memory.
final class FakeInput: LineSource {
  final class Line: InputLine {
    let place = LinePlace(chip: "gpiochip0", label: "fake", name: "GPIO5", offset: 5)
    let descriptor: Int32?
    var isActive = false
    /// There was a change since the last reading.
    var hasChanged = false
    var failure: LineError?
    var isOpen = true
    var reads = 0

    init(descriptor: Int32?) { self.descriptor = descriptor }

    func read() throws(LineError) -> Bool {
      reads += 1
      if let failure { throw failure }
      defer { hasChanged = false }
      return isActive || hasChanged
    }

    func close() { isOpen = false }
  }

  var descriptor: Int32?
  var trouble: LineError.Reason?
  var line: Line?
  var attempts = 0

  init(descriptor: Int32? = 7) { self.descriptor = descriptor }

  func openOutput(_ address: LineAddress) throws(LineError) -> any OutputLine {
    throw LineError(address, .failed(code: 22))
  }

  func openInput(_ address: LineAddress) throws(LineError) -> any InputLine {
    attempts += 1
    if let trouble { throw LineError(address, trouble) }
    let line = Line(descriptor: descriptor)
    self.line = line
    return line
  }
}

/// A directory like /sys/bus/iio/devices, taken away at the end.
final class SensorFolder {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("iio-\(UUID().uuidString)")
  var path: String { folder.path }

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Writes into the file itself, as the kernel changes what an attribute says: an open descriptor sees it.
  func write(_ name: String, _ text: String) throws {
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
  }

  /// An accelerometer as the LIS3DH's driver shows it, lying flat: 1 step is 9.582 mm/s², gravity 1,023 steps.
  func addSensor(_ name: String = "iio:device0") throws {
    try write("\(name)/in_accel_scale", "0.009582000\n")
    try write("\(name)/in_accel_x_raw", "3\n")
    try write("\(name)/in_accel_y_raw", "-7\n")
    try write("\(name)/in_accel_z_raw", "1023\n")
  }
}
