import Advertisement

/// From the bytes of an HCI event to the sightings in it.
final class ParseStage: Stage {
  static let name = "parse"

  private let trace: PacketTrace
  private var parser = EventParser()
  private var next = 0

  init(trace: PacketTrace) throws(Failure) {
    self.trace = trace
  }

  func run(count: Int) throws(Failure) -> UInt64 {
    let (bytes, starts) = (trace.bytes, trace.starts)
    var check: UInt64 = 0
    for _ in 0..<count {
      let packet = bytes.span.extracting(starts[next]..<starts[next + 1]).bytes
      parser.parse(packet: packet, hasPacketType: true) { report, frame, _ in
        guard let sighting = frame.sighting(rssi: report.rssi) else { return }
        check &+= UInt64(sighting.identity.tail) &+ UInt64(truncatingIfNeeded: sighting.rssi ?? 0)
      }
      next = next + 1 < trace.count ? next + 1 : 0
    }
    return check
  }
}
