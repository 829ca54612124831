import Host

/// A line of a text recording.
///
/// - One packet: pairs of hex digits of either case, the H4 packet type first; spaces and tabs may stand between pairs.
/// - A label: `V` and digits, then anything (`V01 good iBeacon`); it names the next packet and is skipped. `V` is no
///   hex digit, so a label can't be taken for a packet.
/// - Empty, or a comment from `#` on; a comment may also follow a packet.
///
/// Anything else is an error, for a line that is silently skipped would be a packet silently lost.
enum HexLine {
  /// Nothing on the line.
  case empty
  /// A packet: `bytes` holds it.
  case packet
  /// - Parameters:
  ///   - column: from 1, in bytes.
  ///   - problem: what is wrong there.
  case wrong(column: Int, problem: String)

  /// Reads `line` (without its end) and leaves the packet in `bytes`.
  static func read(_ line: [UInt8], into bytes: inout [UInt8]) -> HexLine {
    bytes.removeAll(keepingCapacity: true)
    var index = 0
    while index < line.count, isSpace(line[index]) { index += 1 }
    if isLabel(line, at: index) { return .empty }
    while index < line.count, line[index] != UInt8(ascii: "#") {
      if isSpace(line[index]) {
        index += 1
        continue
      }
      guard let high = digit(line[index]) else { return wrong(line, index) }
      guard index + 1 < line.count, !isSpace(line[index + 1]), line[index + 1] != UInt8(ascii: "#") else {
        return .wrong(column: index + 1, problem: "half a byte; expected pairs of hex digits")
      }
      guard let low = digit(line[index + 1]) else { return wrong(line, index + 1) }
      bytes.append(high << 4 | low)
      index += 2
    }
    return bytes.isEmpty ? .empty : .packet
  }

  private static func wrong(_ line: [UInt8], _ index: Int) -> HexLine {
    let byte = line[index]
    let found = byte > 0x20 && byte < 0x7F ? "'\(Character(Unicode.Scalar(byte)))'" : "byte \(byte)"
    return .wrong(
      column: index + 1,
      problem: "\(found) is no hex digit; expected a packet in hex, a comment (#) or a label (V01 …)")
  }

  private static func isLabel(_ line: [UInt8], at start: Int) -> Bool {
    guard start < line.count, line[start] == UInt8(ascii: "V") || line[start] == UInt8(ascii: "v") else { return false }
    var index = start + 1
    while index < line.count, line[index] >= UInt8(ascii: "0"), line[index] <= UInt8(ascii: "9") { index += 1 }
    return index > start + 1 && (index == line.count || isSpace(line[index]))
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
