// modules: Advertisement
// seeds: packets
// Any bytes as a series of HCI packets for one parser, so that fragments of several packets meet. The input is cut into
// packets by 2-byte lengths (little-endian); the top bit of the second says that the packet type is missing.
import Advertisement

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = UnsafeRawBufferPointer(start: start, count: count)
  var parser = EventParser()
  var offset = 0
  while offset + 2 <= count {
    let length = min(Int(input[offset]) | Int(input[offset + 1] & 0x7F) << 8, count - offset - 2)
    let hasPacketType = input[offset + 1] & 0x80 == 0
    let packet = UnsafeRawBufferPointer(rebasing: input[(offset + 2)..<(offset + 2 + length)])
    let before = parser.discards.total
    let visited = parser.parse(packet: packet.bytes, hasPacketType: hasPacketType) { report, frame, data in
      check(report.address >> 48 == 0, "an address has 48 bits")
      check(data.byteCount <= 1_650, "no advertising data is longer than the specification allows")
      if let rssi = report.rssi { check(rssi >= -127 && rssi <= 20, "an RSSI lies in its range") }
      guard let sighting = frame.sighting(rssi: report.rssi) else { return }
      check(sighting.identity.length >= 1 && sighting.identity.length <= 20, "an identity has 1 to 20 bytes")
      checkURL(sighting.identity)
    }
    // A packet that yields nothing is counted, unless it is a fragment that waits: 27 bytes at least.
    if visited == 0 && length < 27 { check(parser.discards.total > before, "nothing is dropped without a count") }
    offset += 2 + length
  }
  return 0
}

/// A URL that is expanded and encoded again is the same URL, for each has one shortest encoding.
private func checkURL(_ identity: BeaconIdentity) {
  var url: [UInt8] = []
  identity.expandURL { url.append($0) }
  guard identity.kind == .eddystoneURL else {
    check(url.isEmpty, "only a URL frame has a URL")
    return
  }
  check(url.count <= 12 + 17 * 6, "a URL has a scheme and 17 codes at most")
  guard let again = BeaconIdentity(eddystoneURL: url.span) else {
    check(false, "an expanded URL can be encoded")
    return
  }
  check(again.length <= identity.length, "an encoded URL is the shortest")
  var second: [UInt8] = []
  again.expandURL { second.append($0) }
  check(second == url, "an encoded URL expands to itself")
}
