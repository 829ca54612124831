import Advertisement

/// The sightings of one packet. An event holds 255 bytes and a report at least 10, so 25 is more than enough.
struct PacketSightings {
  private var list = InlineArray<32, Sighting?>(repeating: nil)
  private(set) var count = 0

  mutating func add(_ sighting: Sighting) {
    guard count < list.count else { return }
    list[count] = sighting
    count += 1
  }

  subscript(index: Int) -> Sighting {
    list[index]
      ?? Sighting(
        identity: BeaconIdentity(kind: .iBeacon, length: 0, high: 0, low: 0, tail: 0), rssi: nil, measuredPower: nil)
  }
}
