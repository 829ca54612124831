import Advertisement

/// The hexadecimal digits of `text` as `count` bytes, dashes and colons aside; `nil` when they are not exactly that.
func hexBytes(_ text: String, count: Int) -> [UInt8]? {
  var bytes: [UInt8] = []
  var high: UInt8?
  for character in text.utf8 {
    let digit: UInt8
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = character - UInt8(ascii: "A") + 10
    case UInt8(ascii: "-"), UInt8(ascii: ":"): continue
    default: return nil
    }
    if let first = high {
      guard bytes.count < count else { return nil }
      bytes.append(first << 4 | digit)
      high = nil
    } else {
      high = digit
    }
  }
  return high == nil && bytes.count == count ? bytes : nil
}

/// Eight bytes of `bytes` from `start`, big-endian; bytes beyond the end count as 0.
private func word(_ bytes: [UInt8], from start: Int) -> UInt64 {
  var value: UInt64 = 0
  for index in start..<(start + 8) { value = value << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0) }
  return value
}

/// The identity made of up to 20 bytes.
private func identity(_ kind: BeaconKind, _ bytes: [UInt8]) -> BeaconIdentity {
  BeaconIdentity(
    kind: kind, length: UInt8(truncatingIfNeeded: bytes.count), high: word(bytes, from: 0), low: word(bytes, from: 8),
    tail: UInt32(truncatingIfNeeded: word(bytes, from: 16) >> 32))
}

func iBeaconIdentity(uuid: [UInt8], major: Int, minor: Int) -> BeaconIdentity {
  BeaconIdentity(
    iBeaconUUIDHigh: word(uuid, from: 0), uuidLow: word(uuid, from: 8), major: UInt16(truncatingIfNeeded: major),
    minor: UInt16(truncatingIfNeeded: minor))
}

func eddystoneUIDIdentity(namespace: [UInt8], instance: [UInt8]) -> BeaconIdentity {
  identity(.eddystoneUID, namespace + instance)
}

/// A UUID as it is usually written: lower case, 8-4-4-4-12.
func uuidText(_ bytes: [UInt8]) -> String {
  var text = ""
  for (index, byte) in bytes.enumerated() {
    if index == 4 || index == 6 || index == 8 || index == 10 { text += "-" }
    text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
  return text
}

// Codes of the Eddystone-URL specification (google/eddystone, eddystone-url/README.md): the scheme's prefix is the
// first byte; in the text a byte 0…13 stands for an ending, with the slash for 0…6.
private let schemes = ["http://www.", "https://www.", "http://", "https://"]
private let endings = [
  ".com/", ".org/", ".edu/", ".net/", ".info/", ".biz/", ".gov/", ".com", ".org", ".edu", ".net", ".info", ".biz",
  ".gov",
]

/// Text bytes that fit an Eddystone-URL frame after its scheme.
private let urlTextLimit = 17

/// The identity of a beacon that sends `url` as an Eddystone-URL frame, encoded as short as the codes allow; `nil` when
/// it does not fit a frame or has a character that a URL cannot have.
func eddystoneURLIdentity(_ url: String) -> BeaconIdentity? {
  let text = Array(url.utf8)
  guard let scheme = schemes.firstIndex(where: { starts(text, at: 0, with: $0) }) else { return nil }
  var bytes = [UInt8(truncatingIfNeeded: scheme)]
  var position = schemes[scheme].utf8.count
  while position < text.count {
    if let code = endings.firstIndex(where: { starts(text, at: position, with: $0) }) {
      bytes.append(UInt8(truncatingIfNeeded: code))
      position += endings[code].utf8.count
    } else {
      guard (0x21...0x7E).contains(text[position]) else { return nil }
      bytes.append(text[position])
      position += 1
    }
    guard bytes.count <= 1 + urlTextLimit else { return nil }
  }
  return bytes.count > 1 ? identity(.eddystoneURL, bytes) : nil
}

private func starts(_ text: [UInt8], at position: Int, with prefix: String) -> Bool {
  var index = position
  for byte in prefix.utf8 {
    guard index < text.count, text[index] == byte else { return false }
    index += 1
  }
  return true
}
