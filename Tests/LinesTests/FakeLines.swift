import FixedPoint
import Host
import Lamps
import Lines

/// Lines in memory, with the faults that real ones have.
final class FakeLines: LineSource {
  final class Line: OutputLine, InputLine {
    let place: LinePlace
    let descriptor: Int32? = nil
    var isActive = false
    var isOpen = true
    /// How often the level was written.
    var writes = 0
    var failure: LineError?

    init(_ place: LinePlace) { self.place = place }

    func set(active: Bool) throws(LineError) {
      if let failure { throw failure }
      isActive = active
      writes += 1
    }

    func read() throws(LineError) -> Bool {
      if let failure { throw failure }
      return isActive
    }

    func close() {
      isActive = false
      isOpen = false
    }
  }

  /// What hinders the opening of a line, by offset.
  var troubles: [UInt32: LineError.Reason] = [:]
  /// The line that was opened last, by offset.
  var lines: [UInt32: Line] = [:]
  var attempts = 0

  private func open(_ address: LineAddress) throws(LineError) -> Line {
    attempts += 1
    guard case .offset(let offset) = address.line else { throw LineError(address, .failed(code: 22)) }
    if let trouble = troubles[offset] { throw LineError(address, trouble) }
    let line = Line(LinePlace(chip: "gpiochip0", label: "fake", name: "GPIO\(offset)", offset: offset))
    lines[offset] = line
    return line
  }

  func openOutput(_ address: LineAddress) throws(LineError) -> any OutputLine { try open(address) }
  func openInput(_ address: LineAddress) throws(LineError) -> any InputLine { try open(address) }

  func isLit(_ offset: UInt32) -> Bool { lines[offset]?.isActive ?? false }
}

/// What was told for the log.
final class Log {
  var lines: [String] = []
  func report(_ level: LogLevel, _ text: String) { lines.append("\(level.text): \(text)") }
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

extension LineAddress {
  static func fake(_ offset: UInt32) -> LineAddress { LineAddress(chip: "fake", line: .offset(offset)) }
}

extension LampOptions {
  /// Four lamps on lines 1 to 4.
  static var four: LampOptions {
    var options = LampOptions()
    options.status = .fake(1)
    options.radio = .fake(2)
    options.network = .fake(3)
    options.event = .fake(4)
    return options
  }
}
