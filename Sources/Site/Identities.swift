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
func word(_ bytes: [UInt8], from start: Int) -> UInt64 {
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

/// The identity of a beacon that sends `url` as an Eddystone-URL frame, encoded as short as the codes allow; `nil` when
/// it does not fit a frame or has a character that a URL cannot have.
func eddystoneURLIdentity(_ url: String) -> BeaconIdentity? {
  let text = Array(url.utf8)
  return BeaconIdentity(eddystoneURL: text.span)
}
