import Advertisement
import Agent
import FixedPoint

/// The whole path: from the bytes of an HCI event to the agent's events.
final class PathStage: Stage {
  static let name = "path"

  private let trace: PacketTrace
  private var parser = EventParser()
  private var agent: LocationAgent
  private var cursor = TraceCursor()

  init(trace: PacketTrace) throws(Failure) {
    self.trace = trace
    agent = LocationAgent(site: trace.place.site)
  }

  func run(count: Int) throws(Failure) -> UInt64 {
    let (bytes, starts) = (trace.bytes, trace.starts)
    var check: UInt64 = 0
    for _ in 0..<count {
      let (index, time) = cursor.next(trace)
      let packet = bytes.span.extracting(starts[index]..<starts[index + 1]).bytes
      parser.parse(packet: packet, hasPacketType: true) { report, frame, _ in
        guard let sighting = frame.sighting(rssi: report.rssi) else { return }
        agent.hear(sighting, at: time)
      }
      check &+= agent.takeEvents().checksum
    }
    return check
  }
}

extension [AgentEvent] {
  /// A value that depends on every position told.
  var checksum: UInt64 {
    var check: UInt64 = 0
    for case .location(let location) in self {
      check &+= UInt64(truncatingIfNeeded: location.position.x.raw) ^ UInt64(truncatingIfNeeded: location.time)
    }
    return check
  }
}
