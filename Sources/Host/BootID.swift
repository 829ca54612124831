extension Clock {
  /// The kernel's id of this boot (proc(5), random/boot_id), big-endian halves; zero where it cannot be read. Boot times
  /// compare only within one boot.
  public static var bootID: (high: UInt64, low: UInt64) {
    guard let bytes = try? readWholeFile(path: "/proc/sys/kernel/random/boot_id", limit: 64) else { return (0, 0) }
    return uuid(bytes) ?? (0, 0)
  }

  /// The 32 hexadecimal digits of a UUID, hyphens and the end of the line passed over; `nil` for anything else.
  static func uuid(_ text: [UInt8]) -> (high: UInt64, low: UInt64)? {
    var high: UInt64 = 0
    var low: UInt64 = 0
    var digits = 0
    for byte in text where byte != 0x2D && byte != 0x0A {
      guard let digit = hexadecimalDigit(byte), digits < 32 else { return nil }
      high = high << 4 | low >> 60
      low = low << 4 | UInt64(digit)
      digits += 1
    }
    return digits == 32 ? (high, low) : nil
  }

  private static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
