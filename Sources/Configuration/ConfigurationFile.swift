import CConfiguration
import Host

/// A configuration file taken apart: headings and values with their lines.
struct ConfigurationFile {
  enum Item {
    case section(String)
    case value(key: String, text: String)
    /// A line that is neither; what is wrong with it. A heading that cannot be read takes its keys with it.
    case fault(Phrase, isHeading: Bool)
  }

  /// Bytes of a file: a hundred times what an operator writes.
  static let limit = 262_144

  private(set) var items: [(line: Int, item: Item)] = []

  /// `nil` when there is no memory.
  init?(bytes: [UInt8]) {
    let parsed = bytes.withUnsafeBytes { bytes -> OpaquePointer? in
      guard let base = bytes.baseAddress else { return nil }
      return bd_lines_parse(base.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    guard let lines = parsed else {
      if bytes.isEmpty { return }
      return nil
    }
    defer { bd_lines_free(lines) }
    let count = bd_lines_count(lines)
    items.reserveCapacity(count)
    for index in 0..<count { items.append((Int(bd_lines_number(lines, index)), Self.item(lines, index))) }
  }

  private static func item(_ lines: OpaquePointer, _ index: Int) -> Item {
    let kind = bd_lines_kind(lines, index)
    let name = String(cString: bd_lines_name(lines, index))
    let value = String(cString: bd_lines_value(lines, index))
    // What is no UTF-8 was replaced by U+FFFD, which nobody writes on purpose.
    guard !name.unicodeScalars.contains("\u{FFFD}"), !value.unicodeScalars.contains("\u{FFFD}") else {
      return .fault("the line is not UTF-8 text; save the file as UTF-8", isHeading: kind == bd_line_section)
    }
    switch kind {
    case bd_line_section:
      return .section(name)
    case bd_line_value:
      return .value(key: name, text: value)
    case bd_line_bad_section:
      return .fault(
        "the heading \(quoted(name)) is not closed at the line's end; expected [section] alone on the line",
        isHeading: true)
    case bd_line_without_value:
      return .fault("\(quoted(name)) has no value; expected key = value, or # before a comment", isHeading: false)
    case bd_line_without_key:
      return .fault("the value \(quoted(value)) has no key; expected key = value", isHeading: false)
    case bd_line_with_control:
      return .fault("the line has a control character in it; expected text", isHeading: false)
    default:
      return .fault("the line is longer than \(bd_longest_line) bytes", isHeading: false)
    }
  }
}
