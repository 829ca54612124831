import Advertisement
import FixedPoint
import Ranging

/// From a sighting to a filtered level: the look-up of its beam, and one step of the beam's RSSI filter.
struct RangingStage: Stage {
  static let name = "ranging"

  private let trace: PacketTrace
  private let sightings: [Sighting]
  private var slots: [UInt16]
  private var filters: [RSSIFilter]
  private var cursor = TraceCursor()

  init(trace: PacketTrace) throws(Failure) {
    self.trace = trace
    sightings = trace.sightings
    let identities = trace.place.site.identities
    slots = [UInt16](repeating: 0, count: BeamIndex.slotCount(for: identities.count))
    filters = [RSSIFilter](repeating: RSSIFilter(), count: identities.count)
    var span = slots.mutableSpan
    guard BeamIndex.build(identities: identities.span, into: &span) else {
      throw .input("\(trace.session.name): \(identities.count) beacons are more than the index holds")
    }
  }

  mutating func run(count: Int) throws(Failure) -> UInt64 {
    // Locals, so that borrowing them does not lock the filters.
    let (identities, slots) = (trace.place.site.identities, slots)
    var check: UInt64 = 0
    for _ in 0..<count {
      let (index, time) = cursor.next(trace)
      let sighting = sightings[index]
      guard let beam = BeamIndex.find(sighting.identity, identities: identities.span, slots: slots.span),
        let rssi = sighting.rssi
      else { continue }
      let outcome = filters[beam].add(rssi: rssi, at: time)
      check &+= UInt64(truncatingIfNeeded: filters[beam].level?.raw ?? 0) &+ (outcome == .outlier ? 1 : 0)
    }
    return check
  }
}
