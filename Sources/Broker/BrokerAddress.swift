import Host

/// Where a broker listens.
public struct BrokerAddress: Hashable, Sendable {
  /// The port that IANA gives to MQTT without TLS.
  public static let defaultPort = 1_883

  /// A host name or an address in digits; an IPv6 address without its brackets.
  public var host: String
  /// 1…65,535.
  public var port: Int

  public init(host: String, port: Int = Self.defaultPort) {
    self.host = host
    self.port = port
  }

  /// Reads `HOST`, `HOST:PORT`, `[IPV6]` or `[IPV6]:PORT`.
  public static func parse(_ text: String) throws(BrokerError) -> BrokerAddress {
    let bytes = Array(text.utf8)
    let colons = bytes.count { $0 == 0x3A }
    if bytes.first == 0x5B {
      guard let end = bytes.firstIndex(of: 0x5D) else {
        throw BrokerError("broker address '\(text)': the bracket isn't closed; write [IPV6]:PORT")
      }
      let rest = bytes[(end + 1)...]
      guard rest.isEmpty || rest.first == 0x3A else {
        throw BrokerError("broker address '\(text)': behind ']' only :PORT may follow")
      }
      return try make(text, host: bytes[1..<end], port: rest.isEmpty ? nil : rest.dropFirst(), isBracketed: true)
    }
    if colons > 1 {
      throw BrokerError("broker address '\(text)': an IPv6 address needs brackets: [IPV6]:PORT")
    }
    guard let colon = bytes.firstIndex(of: 0x3A) else {
      return try make(text, host: bytes[...], port: nil, isBracketed: false)
    }
    return try make(text, host: bytes[..<colon], port: bytes[(colon + 1)...], isBracketed: false)
  }

  private static func make(
    _ text: String, host: ArraySlice<UInt8>, port: ArraySlice<UInt8>?, isBracketed: Bool
  ) throws(BrokerError) -> BrokerAddress {
    guard !host.isEmpty else { throw BrokerError("broker address '\(text)': the host is missing; write HOST:PORT") }
    // 253 is the longest host name that DNS knows (RFC 1035 section 3.1, as text).
    guard host.count <= 253 else { throw BrokerError("broker address: the host is longer than 253 bytes") }
    for byte in host where !isHostByte(byte, isBracketed: isBracketed) {
      throw BrokerError("broker address '\(text)': the host may not contain \(name(of: byte))")
    }
    let address = BrokerAddress(host: String(decoding: host, as: UTF8.self))
    guard let port else { return address }
    guard let number = decimal(port), 1...65_535 ~= number else {
      throw BrokerError("broker address '\(text)': the port must be a number from 1 to 65535")
    }
    return BrokerAddress(host: address.host, port: number)
  }

  /// Letters, digits and `-._`; within brackets also `:` and `%` (an IPv6 scope). Other scripts come as UTF-8.
  private static func isHostByte(_ byte: UInt8, isBracketed: Bool) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
    case 0x3A, 0x25: isBracketed
    default: byte >= 0x80
    }
  }

  private static func decimal(_ digits: ArraySlice<UInt8>) -> Int? {
    guard 1...5 ~= digits.count else { return nil }
    var number = 0
    for digit in digits {
      guard 0x30...0x39 ~= digit else { return nil }
      number = number * 10 + Int(digit - 0x30)
    }
    return number
  }

  /// The address as it is written: `HOST:PORT` or `[IPV6]:PORT`.
  public var text: String {
    host.utf8.contains(0x3A) ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}

/// A byte in words that cannot upset a terminal.
func name(of byte: UInt8) -> String {
  0x21...0x7E ~= byte
    ? "'" + String(decoding: CollectionOfOne(byte), as: UTF8.self) + "'" : "the byte 0x" + String(byte, radix: 16)
}
