import FixedPoint
import Host

/// A value that cannot be taken; says what is expected in its place, or what else is wrong.
struct ValueFault: Error {
  enum Kind {
    /// Goes on "…; expected ".
    case expected
    /// Stands for itself.
    case other
  }

  var kind: Kind
  var text: String

  static func expected(_ text: Phrase) -> ValueFault { ValueFault(kind: .expected, text: text.text) }
  static func other(_ text: Phrase) -> ValueFault { ValueFault(kind: .other, text: text.text) }
}

/// A text of the file in quotes for a message, cut after 60 bytes.
func quoted(_ text: String) -> String { "\"" + shortened(text, to: 60) + "\"" }

// The values of a configuration in words, and back. Each reader throws what is expected in the value's place.

enum Values {
  // MARK: Numbers

  /// A whole number in decimal digits.
  static func number(_ text: String, in range: ClosedRange<Int>) throws(ValueFault) -> Int {
    let bytes = Array(text.utf8)
    guard let value = digits(bytes[...]), range.contains(value) else {
      throw .expected("a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  /// Up to 15 decimal digits and nothing else.
  private static func digits(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard (1...15).contains(bytes.count) else { return nil }
    var value = 0
    for byte in bytes {
      guard (0x30...0x39).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    return value
  }

  /// A number with up to three decimals, in thousandths; and what follows it, without blanks around.
  private static func thousandths(_ text: String) -> (value: Int, unit: String)? {
    let bytes = Array(text.utf8)
    let end = bytes.firstIndex { !(0x30...0x39).contains($0) && $0 != 0x2E } ?? bytes.count
    let point = bytes[..<end].firstIndex(of: 0x2E) ?? end
    guard point <= 12, let whole = digits(bytes[..<point]) else { return nil }
    var value = whole * 1_000
    if point < end {
      let decimals = bytes[(point + 1)..<end]
      guard decimals.count <= 3, let fraction = digits(decimals) else { return nil }
      value += fraction * [100, 10, 1][decimals.count - 1]
    }
    return (value, trimmed(String(decoding: bytes[end...], as: UTF8.self)))
  }

  static func trimmed(_ text: String) -> String {
    var bytes = text.utf8[...]
    while let first = bytes.first, first == 0x20 || first == 0x09 { bytes = bytes.dropFirst() }
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes = bytes.dropLast() }
    return String(bytes) ?? text
  }

  // MARK: Quantities

  private static let durationUnits: [(name: String, size: Int)] = [
    ("h", 3_600_000), ("min", 60_000), ("s", 1_000), ("ms", 1),
  ]
  private static let sizeUnits: [(name: String, size: Int)] = [
    ("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000),
  ]

  /// A duration in ms; `never` is 0 where it is allowed.
  static func duration(
    _ text: String, in range: ClosedRange<Milliseconds>, orNever isNeverAllowed: Bool = false
  ) throws(ValueFault) -> Milliseconds {
    if isNeverAllowed && text == "never" { return 0 }
    if let value = quantity(text, durationUnits).map({ Milliseconds($0) }), range.contains(value) { return value }
    let (least, most) = (durationText(range.lowerBound), durationText(range.upperBound))
    throw .expected(
      "a duration with its unit (ms, s, min, h) from \(least) to \(most)\(isNeverAllowed ? ", or never" : "")")
  }

  static func durationText(_ value: Milliseconds, orNever isNeverAllowed: Bool = false) -> String {
    isNeverAllowed && value == 0 ? "never" : quantityText(Int(value), durationUnits)
  }

  /// A size in bytes.
  static func size(_ text: String, in range: ClosedRange<Int>) throws(ValueFault) -> Int {
    if let value = quantity(text, sizeUnits), range.contains(value) { return value }
    throw .expected(
      "a size with its unit (kB, MB, GB) from \(sizeText(range.lowerBound)) to \(sizeText(range.upperBound))")
  }

  static func sizeText(_ value: Int) -> String { quantityText(value, sizeUnits) }

  private static func quantity(_ text: String, _ units: [(name: String, size: Int)]) -> Int? {
    guard let (value, name) = thousandths(text), let unit = units.first(where: { $0.name == name }) else { return nil }
    let (product, overflow) = value.multipliedReportingOverflow(by: unit.size)
    // Whole in the smallest unit: what is shown is what was set.
    return overflow || product % (1_000 * (units.last?.size ?? 1)) != 0 ? nil : product / 1_000
  }

  private static func quantityText(_ value: Int, _ units: [(name: String, size: Int)]) -> String {
    for unit in units where value % unit.size == 0 && (value != 0 || unit.size == units.last?.size) {
      return String(value / unit.size) + " " + unit.name
    }
    let unit = units.last ?? ("", 1)
    return String(value / unit.size) + " " + unit.name
  }

  // MARK: Choices

  static func choice(_ text: String, _ words: [String]) throws(ValueFault) -> Int {
    if let index = words.firstIndex(of: text) { return index }
    throw .expected("\(alternatives(words))")
  }

  /// "a, b or c".
  static func alternatives(_ words: [String]) -> String {
    var text = ""
    for (index, word) in words.enumerated() {
      if index > 0 { text += index == words.count - 1 ? " or " : ", " }
      text += word
    }
    return text
  }

  static func flag(_ text: String) throws(ValueFault) -> Bool {
    switch text {
    case "yes", "true", "on", "1": return true
    case "no", "false", "off", "0": return false
    default: throw .expected("yes or no")
    }
  }

  static func flagText(_ value: Bool) -> String { value ? "yes" : "no" }

  // MARK: Texts

  /// An absolute path of 1…4,095 bytes (PATH_MAX without its final zero).
  static func path(_ text: String) throws(ValueFault) -> String {
    guard text.utf8.first == 0x2F, text.utf8.count < 4_096 else {
      throw .expected("an absolute path, beginning with /")
    }
    return text
  }

  static func text(_ text: String, limit: Int, _ what: String) throws(ValueFault) -> String {
    guard (1...limit).contains(text.utf8.count) else { throw .expected("\(what) of 1 to \(limit) bytes") }
    return text
  }

  // MARK: Hexadecimal

  /// Exactly `count` bytes in hexadecimal digits; dashes between them count for nothing.
  static func bytes(_ text: String, count: Int) -> [UInt8]? {
    var result: [UInt8] = []
    var high: UInt8?
    for byte in text.utf8 where byte != 0x2D {
      guard let digit = hexDigit(byte), result.count < count else { return nil }
      if let first = high {
        result.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return high == nil && result.count == count ? result : nil
  }

  static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }

  /// The lowest `digits` hexadecimal digits.
  static func hexText(_ value: UInt64, digits: Int, isUpperCase: Bool = false) -> String {
    var bytes: [UInt8] = []
    for index in 0..<digits {
      let digit = UInt8(value >> UInt64(4 * (digits - 1 - index)) & 0xF)
      bytes.append(digit < 10 ? 0x30 + digit : (isUpperCase ? 0x37 : 0x57) + digit)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A UUID's halves, big-endian.
  static func uuid(_ text: String) throws(ValueFault) -> (high: UInt64, low: UInt64) {
    guard let bytes = bytes(text, count: 16) else { throw .expected("a UUID: 32 hexadecimal digits") }
    return (integer(bytes[0..<8]), integer(bytes[8..<16]))
  }

  static func integer(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  static func uuidText(high: UInt64, low: UInt64) -> String {
    var text = hexText(high >> 32, digits: 8)
    for (value, digits) in [(high >> 16, 4), (high, 4), (low >> 48, 4), (low, 12)] {
      text += "-" + hexText(value, digits: digits)
    }
    return text
  }
}

extension Values {
  // MARK: Scan timing

  /// Units of 0.625 ms in µs.
  private static let timingUnit = 625

  /// "30/40 ms": window and interval in units of 0.625 ms, each the nearest.
  static func timing(_ text: String) throws(ValueFault) -> (window: UInt16, interval: UInt16) {
    let parts = text.utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
    if parts.count == 2, let first = String(parts[0]), let second = String(parts[1]),
      let window = thousandths(trimmed(first)), let interval = thousandths(trimmed(second)),
      window.unit.isEmpty || window.unit == "ms", interval.unit == "ms"
    {
      let units = (window: units(window.value), interval: units(interval.value))
      let range = 4...16_384
      if range.contains(units.window), range.contains(units.interval), units.window <= units.interval {
        return (UInt16(units.window), UInt16(units.interval))
      }
    }
    throw .expected("window/interval, such as 30/40 ms, each from 2.5 to 10240 ms, the window at most the interval")
  }

  private static func units(_ microseconds: Int) -> Int { (microseconds + timingUnit / 2) / timingUnit }

  static func timingText(window: UInt16, interval: UInt16) -> String {
    millisecondText(Int(window) * timingUnit) + "/" + millisecondText(Int(interval) * timingUnit) + " ms"
  }

  /// µs as ms without needless zeros.
  private static func millisecondText(_ microseconds: Int) -> String {
    var (fraction, digits) = (microseconds % 1_000, 3)
    while digits > 0, fraction % 10 == 0 {
      fraction /= 10
      digits -= 1
    }
    guard digits > 0 else { return String(microseconds / 1_000) }
    let text = String(fraction)
    return String(microseconds / 1_000) + "." + String(repeating: "0", count: digits - text.utf8.count) + text
  }
}
