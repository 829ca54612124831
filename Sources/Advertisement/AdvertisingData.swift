// Advertising data: AD structures of length, type and value, one after another (Core Specification Vol 3 Part C, 11;
// types: Core Specification Supplement and the Bluetooth SIG's assigned numbers).

/// AD types that can carry or hint at a beacon.
enum ADType {
  static var someServices16: UInt8 { 0x02 }
  static var allServices16: UInt8 { 0x03 }
  static var serviceData16: UInt8 { 0x16 }
  static var manufacturerData: UInt8 { 0xFF }
}

enum CompanyIdentifier {
  static var apple: UInt16 { 0x004C }
  static var estimote: UInt16 { 0x015D }
}

enum ServiceIdentifier {
  static var eddystone: UInt16 { 0xFEAA }
  static var estimote: UInt16 { 0xFE9A }
}

/// Reads the beacon frame out of advertising data in one pass.
///
/// The first frame with an identity wins, else the first without; every other is counted. A zero length ends the
/// significant part, as the specification has it: a beacon after it (field lesson V06) is not looked at, and bytes
/// other than padding zeros after it are counted.
///
/// - Parameter base: offset of `data` in its packet, for the discards' offsets.
func readFrame(in data: RawSpan, base: Int, discards: inout DiscardCounts) -> Frame {
  var found = Frame.unknown(UnknownFrame())
  var other = UnknownFrame()
  var offset = 0
  let end = data.byteCount
  while offset < end {
    let length = Int(data.byte(offset))
    if length == 0 {
      if hasSignificantByte(data, from: offset) { discards.count(.adAfterTermination, at: base + offset) }
      break
    }
    let available = end - offset - 1
    if available == 0 {
      discards.count(.adLoneLength, at: base + offset)
      break
    }
    if length > available {
      discards.count(.adOverrun, at: base + offset)
      break
    }
    let value = offset + 2
    let valueLength = length - 1
    let place = base + offset
    switch data.byte(offset + 1) {
    case ADType.manufacturerData:
      guard valueLength >= 2 else {
        discards.count(.adFieldShort, at: place)
        break
      }
      let company = data.littleEndian16(value)
      if other.company == nil { other.company = company }
      let frame = readManufacturerFrame(
        data, at: value + 2, length: valueLength - 2, company: company, place: place, discards: &discards)
      merge(frame, into: &found, place: place, discards: &discards)
    case ADType.serviceData16:
      guard valueLength >= 2 else {
        discards.count(.adFieldShort, at: place)
        break
      }
      let service = data.littleEndian16(value)
      if other.service == nil { other.service = service }
      let frame = readServiceFrame(
        data, at: value + 2, length: valueLength - 2, service: service, place: place, discards: &discards)
      merge(frame, into: &found, place: place, discards: &discards)
    case ADType.allServices16, ADType.someServices16:
      if other.service == nil, valueLength >= 2 { other.service = data.littleEndian16(value) }
    default:
      break
    }
    offset += length + 1
  }
  return found.isBeacon ? found : .unknown(other)
}

private func hasSignificantByte(_ data: RawSpan, from start: Int) -> Bool {
  for offset in start..<data.byteCount where data.byte(offset) != 0 { return true }
  return false
}

@inline(__always)
private func merge(_ frame: Frame?, into found: inout Frame, place: Int, discards: inout DiscardCounts) {
  guard let frame else { return }
  guard found.isBeacon else {
    found = frame
    return
  }
  discards.count(.secondFrame, at: place)
  if found.identity == nil && frame.identity != nil { found = frame }
}

/// - Parameters:
///   - start: offset in `data` after the company identifier.
///   - length: number of bytes from there to the end of the AD structure, within `data`.
private func readManufacturerFrame(
  _ data: RawSpan, at start: Int, length: Int, company: UInt16, place: Int, discards: inout DiscardCounts
) -> Frame? {
  if length >= 2, data.bigEndian16(start) == 0xBEAC {
    return readAltBeacon(data, at: start, length: length, company: company, place: place, discards: &discards)
  }
  if company == CompanyIdentifier.apple, length >= 2, data.bigEndian16(start) == 0x0215 {
    return readIBeacon(data, at: start, length: length, place: place, discards: &discards)
  }
  if company == CompanyIdentifier.estimote, length >= 1, data.byte(start) == EstimoteNearable.frameType {
    guard length >= EstimoteNearable.byteCount else {
      discards.count(.estimoteShort, at: place)
      return nil
    }
    return .estimoteNearable(EstimoteNearable(data, at: start))
  }
  return nil
}

/// The type (02) and length (15) bytes, UUID, major, minor, measured power: 23 bytes.
private func readIBeacon(
  _ data: RawSpan, at start: Int, length: Int, place: Int, discards: inout DiscardCounts
) -> Frame? {
  guard length >= 23 else {
    discards.count(.iBeaconShort, at: place)
    return nil
  }
  return .iBeacon(
    IBeaconFrame(
      identity: BeaconIdentity(
        kind: .iBeacon, length: 20, high: data.bigEndian64(start + 2), low: data.bigEndian64(start + 10),
        tail: data.bigEndian32(start + 18)),
      measuredPower: data.signedByte(start + 22)))
}

/// The code (BE AC), 20 bytes of identity, measured power, the maker's byte: 24 bytes.
private func readAltBeacon(
  _ data: RawSpan, at start: Int, length: Int, company: UInt16, place: Int, discards: inout DiscardCounts
) -> Frame? {
  guard length >= 24 else {
    discards.count(.altBeaconShort, at: place)
    return nil
  }
  return .altBeacon(
    AltBeaconFrame(
      identity: BeaconIdentity(
        kind: .altBeacon, length: 20, high: data.bigEndian64(start + 2), low: data.bigEndian64(start + 10),
        tail: data.bigEndian32(start + 18)),
      measuredPower: data.signedByte(start + 22), company: company, manufacturerByte: data.byte(start + 23)))
}

private func readServiceFrame(
  _ data: RawSpan, at start: Int, length: Int, service: UInt16, place: Int, discards: inout DiscardCounts
) -> Frame? {
  switch service {
  case ServiceIdentifier.eddystone:
    return readEddystone(data, at: start, length: length, place: place, discards: &discards)
  case ServiceIdentifier.estimote:
    return readEstimote(data, at: start, length: length, place: place, discards: &discards)
  default:
    return nil
  }
}
