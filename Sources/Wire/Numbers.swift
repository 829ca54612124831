extension [UInt8] {
  /// Appends `raw` / 10^`decimals` in decimal with exactly `decimals` (0…20; held within) digits behind the point.
  mutating func appendDecimal(_ raw: Int, decimals: Int = 0) {
    let places = Swift.min(Swift.max(decimals, 0), 20)
    if raw < 0 { append(0x2D) }

    // Digits fall out lowest first, so they are written in that order and then turned round.
    let start = count
    var rest = raw.magnitude
    var written = 0
    repeat {
      if written == places && places > 0 { append(0x2E) }
      append(0x30 &+ UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
      written += 1
    } while rest > 0 || written <= places
    self[start...].reverse()
  }

  /// Appends the lowest `digits` decimal digits of a value that isn't negative, with leading zeros.
  mutating func appendPadded(_ value: Int, digits: Int) {
    var divisor = 1
    for _ in 1..<digits { divisor *= 10 }
    while divisor > 0 {
      append(0x30 &+ UInt8(truncatingIfNeeded: value / divisor % 10))
      divisor /= 10
    }
  }

  /// Appends the lowest `digits` (1…16) hexadecimal digits of `value`, lower case, with leading zeros.
  mutating func appendHex(_ value: UInt64, digits: Int) {
    var shift = 4 * digits
    while shift > 0 {
      shift -= 4
      let digit = UInt8(truncatingIfNeeded: value >> UInt64(shift)) & 0xF
      append(digit < 10 ? 0x30 &+ digit : 0x57 &+ digit)
    }
  }
}

/// A whole number of 10^-`decimals` units as a decimal number: 1234 with 2 decimals is "12.34".
public func decimalText(_ raw: Int, decimals: Int) -> String {
  var bytes: [UInt8] = []
  bytes.appendDecimal(raw, decimals: decimals)
  return String(decoding: bytes, as: UTF8.self)
}
