import FixedPoint

/// A session's receptions as HCI event packets in memory, the way a board's controller would deliver them.
struct PacketTrace {
  let session: Session
  let place: SessionSite
  /// All packets, one after the other.
  let bytes: [UInt8]
  /// Where each packet begins; one more than there are packets, the last being the end.
  let starts: [Int]
  /// Time from the first packet to one tick after the last: playing the trace again continues this much later.
  let span: Milliseconds

  var count: Int { starts.count - 1 }

  init(_ session: Session) {
    self.session = session
    place = SessionSite(session)
    var bytes: [UInt8] = []
    var starts = [0]
    for event in session.events {
      Self.append(event, to: &bytes)
      starts.append(bytes.count)
    }
    self.bytes = bytes
    self.starts = starts
    let (first, last) = (session.events.first?.time ?? 0, session.events.last?.time ?? 0)
    span = last - first + Session.tick
  }

  /// One LE Advertising Report of one iBeacon (Core Specification 5.4, volume 4, part E, 7.7.65.2), with its H4 type.
  private static func append(_ event: Session.Event, to bytes: inout [UInt8]) {
    let identity = SessionSite.identity(ofBeacon: event.beacon)
    let power = UInt8(bitPattern: SessionSite.advertisedPower)
    // Flags; manufacturer data of Apple (0x004C), type iBeacon (0x02), 21 bytes.
    let data: [UInt8] = [2, 1, 6, 26, 0xFF, 0x4C, 0, 0x02, 21] + (0..<20).map(identity.byte) + [power]
    let minor = identity.minor
    let address: [UInt8] = [UInt8(minor & 255), UInt8(minor >> 8), 1, 0, 0, 0xC0]
    // ADV_NONCONN_IND from a random address.
    let report: [UInt8] = [3, 1] + address + [UInt8(data.count)] + data + [UInt8(bitPattern: event.rssi)]
    bytes += [0x04, 0x3E, UInt8(report.count + 2), 0x02, 1] + report
  }
}
