// Eddystone frames: service data of 0xFEAA, multi-byte values big-endian (google/eddystone, protocol-specification.md).

/// Reads the frame whose type byte is at `start`; `length` bytes lie within `data` from there.
func readEddystone(
  _ data: RawSpan, at start: Int, length: Int, place: Int, discards: inout DiscardCounts
) -> Frame? {
  guard length >= 1 else {
    discards.count(.eddystoneShort, at: place)
    return nil
  }
  // The type is the high nibble; the low one is reserved and must be 0.
  switch data.byte(start) {
  case 0x00:
    // Power, namespace (10), instance (6); newer frames add two reserved bytes.
    guard length >= 18 else { break }
    let identity = BeaconIdentity(
      kind: .eddystoneUID, length: 16, high: data.bigEndian64(start + 2), low: data.bigEndian64(start + 10), tail: 0)
    return .eddystoneUID(EddystoneFrame(identity: identity, powerAtZero: data.signedByte(start + 1)))
  case 0x10:
    // Power, scheme, at least one byte of text.
    guard length >= 4 else { break }
    guard let identity = readURL(data, at: start + 2, length: length - 2) else {
      discards.count(.eddystoneURLInvalid, at: place)
      return nil
    }
    return .eddystoneURL(EddystoneFrame(identity: identity, powerAtZero: data.signedByte(start + 1)))
  case 0x20:
    return readTelemetry(data, at: start, length: length, place: place, discards: &discards)
  case 0x30:
    // Power, ephemeral identifier (8).
    guard length >= 10 else { break }
    let identity = BeaconIdentity(
      kind: .eddystoneEID, length: 8, high: data.bigEndian64(start + 2), low: 0, tail: 0)
    return .eddystoneEID(EddystoneFrame(identity: identity, powerAtZero: data.signedByte(start + 1)))
  default:
    discards.count(.eddystoneReservedType, at: place)
    return nil
  }
  discards.count(.eddystoneShort, at: place)
  return nil
}

/// - Parameter length: bytes of scheme and text.
private func readURL(_ data: RawSpan, at start: Int, length: Int) -> BeaconIdentity? {
  let textLength = length - 1
  guard data.byte(start) < EddystoneURL.schemeCount, textLength <= EddystoneURL.maximumTextLength else { return nil }
  for index in 1..<length where EddystoneURL.isReserved(data.byte(start + index)) { return nil }
  let tail = data.bigEndianPadded(start + 16, count: length - 16)
  return BeaconIdentity(
    kind: .eddystoneURL, length: UInt8(truncatingIfNeeded: length),
    high: data.bigEndianPadded(start, count: length), low: data.bigEndianPadded(start + 8, count: length - 8),
    tail: UInt32(truncatingIfNeeded: tail >> 32))
}

private func readTelemetry(
  _ data: RawSpan, at start: Int, length: Int, place: Int, discards: inout DiscardCounts
) -> Frame? {
  guard length >= 2 else {
    discards.count(.eddystoneShort, at: place)
    return nil
  }
  switch data.byte(start + 1) {
  case 0x00:
    guard length >= 14 else { break }
    let battery = data.bigEndian16(start + 2)
    let temperature = data.bigEndian16(start + 4)
    return .eddystoneTLM(
      EddystoneTelemetry(
        battery: battery == 0 ? nil : battery,
        temperature: temperature == 0x8000 ? nil : Int16(bitPattern: temperature),
        advertisements: data.bigEndian32(start + 6), uptime: data.bigEndian32(start + 10)))
  case 0x01:
    guard length >= 18 else { break }
    return .eddystoneEncryptedTLM(
      EddystoneEncryptedTelemetry(
        cipherHigh: data.bigEndian64(start + 2), cipherLow: data.bigEndian32(start + 10),
        salt: data.bigEndian16(start + 14), check: data.bigEndian16(start + 16)))
  default:
    discards.count(.eddystoneTelemetryVersion, at: place)
    return nil
  }
  discards.count(.eddystoneShort, at: place)
  return nil
}
