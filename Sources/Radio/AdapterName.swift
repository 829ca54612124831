extension RadioOptions.Adapter {
  /// The adapter that people name "first", "hci0", "AA:BB:CC:DD:EE:FF" or "unix:/PATH"; `nil` for anything else.
  public init?(name: String) {
    if name == "first" {
      self = .first
    } else if let index = Self.index(name) {
      self = .index(index)
    } else if name.utf8.starts(with: "unix:/".utf8), name.utf8.count <= 5 + Self.longestPath {
      self = .socket(path: String(name.dropFirst(5)))
    } else if let address = Self.address(name) {
      self = .address(address)
    } else {
      return nil
    }
  }

  /// What a name may be, for messages.
  public static var expectedName: String { "first, hci0, an address such as AA:BB:CC:DD:EE:FF, or unix:/PATH" }

  /// Bytes that a socket's address holds (unix(7)), without the final zero.
  private static var longestPath: Int { 107 }

  private static func index(_ name: String) -> UInt16? {
    guard name.utf8.starts(with: "hci".utf8) else { return nil }
    let digits = name.utf8.dropFirst(3)
    // A sign would pass for a number.
    guard digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    return UInt16(String(decoding: digits, as: UTF8.self))
  }

  /// Six bytes in hexadecimal with colons between them.
  private static func address(_ name: String) -> UInt64? {
    let parts = name.utf8.split(separator: 0x3A, omittingEmptySubsequences: false)
    guard parts.count == 6 else { return nil }
    var address: UInt64 = 0
    for part in parts {
      guard part.count == 2, let high = part.first.flatMap(hexDigit), let low = part.last.flatMap(hexDigit) else {
        return nil
      }
      address = address << 8 | UInt64(high << 4 | low)
    }
    return address
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
