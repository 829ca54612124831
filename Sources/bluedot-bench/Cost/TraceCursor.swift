import Advertisement
import FixedPoint

/// Walks over a trace without end; time goes on from one lap to the next.
struct TraceCursor {
  private var index = 0
  private var lapStart: Milliseconds = 0

  /// The next packet's index and its time.
  mutating func next(_ trace: PacketTrace) -> (index: Int, time: Milliseconds) {
    let current = (index, lapStart + trace.session.events[index].time)
    index += 1
    if index == trace.count {
      index = 0
      lapStart += trace.span
    }
    return current
  }
}

extension PacketTrace {
  /// What the packets parse to.
  var sightings: [Sighting] { session.events.map { SessionSite.sighting(ofBeacon: $0.beacon, rssi: $0.rssi) } }
}
