import FixedPoint
import Host
import Lamps

/// The lamps' vocabulary for people: a list for the terminal, a table for documents.
enum LedsTable {
  /// Every pattern, in the order of their priority.
  static var patterns: [LampPattern] {
    var list: [LampPattern] = []
    for index in 0..<UInt8(clamping: LampPattern.count) {
      if let pattern = LampPattern(rawValue: index) { list.append(pattern) }
    }
    return list
  }

  static func pattern(named name: String) -> LampPattern? {
    patterns.first { "\($0.name)" == name }
  }

  /// Four seconds of the pattern, a character for each 100 ms.
  static func drawing(_ pattern: LampPattern) -> String {
    var text = ""
    for tenth in 0..<40 { text += pattern.rhythm.isLit(after: Milliseconds(tenth) * 100) ? "█" : "·" }
    return text
  }

  /// "tracking             a position from beacons".
  static func title(_ pattern: LampPattern) -> String {
    padded("\(pattern.name)", 21) + "\(pattern.meaning)"
  }

  /// One line of the list.
  static func row(_ pattern: LampPattern) -> String {
    padded("\(pattern.name)", 21) + drawing(pattern) + "  \(pattern.meaning)"
  }

  /// The list: lamp by lamp, and within a lamp in the order of priority.
  static var list: String {
    var text = ""
    for index in 0..<UInt8(clamping: LampRole.count) {
      guard let role = LampRole(rawValue: index) else { continue }
      text += "\(role.name) lamp\n"
      for pattern in patterns where pattern.role == role { text += "  \(row(pattern))\n" }
    }
    return text + """
      Each character is 0.1 s. What belongs to a lamp that the board lacks, its status lamp tells; faults come first:
      configuration, radio, start, network, clock, then what the agent does. Long flashes tell where a fault is (1 radio,
      2 network, 3 clock), the short ones after them which it is.

      """
  }

  /// The table in Markdown, in the order of priority.
  static var markdown: String {
    var text = "| pattern | lamp | four seconds of it | meaning |\n|---|---|---|---|\n"
    for pattern in patterns {
      text += "| \(pattern.name) | \(pattern.role.name) | `\(drawing(pattern))` | \(pattern.meaning) |\n"
    }
    return text
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.utf8.count, 1))
  }
}
