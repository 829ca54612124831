/// The text form of a UUID (RFC 9562 section 4) from its two halves, big-endian:
/// "6c1f6a4e-6a0d-4c3b-9d57-0f3b6f0a2c11".
public func uuidText(high: UInt64, low: UInt64) -> String {
  var bytes: [UInt8] = []
  bytes.appendUUID(high: high, low: low)
  return String(decoding: bytes, as: UTF8.self)
}

extension [UInt8] {
  mutating func appendUUID(high: UInt64, low: UInt64) {
    appendHex(high >> 32, digits: 8)
    append(0x2D)
    appendHex(high >> 16, digits: 4)
    append(0x2D)
    appendHex(high, digits: 4)
    append(0x2D)
    appendHex(low >> 48, digits: 4)
    append(0x2D)
    appendHex(low, digits: 12)
  }
}
