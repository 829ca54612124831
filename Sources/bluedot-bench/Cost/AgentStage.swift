import Advertisement
import Agent
import FixedPoint

/// From a sighting to the agent's events: look-up, filter, and every 500 ms the tick with surface, zones and messages.
final class AgentStage: Stage {
  static let name = "agent"

  private let trace: PacketTrace
  private let sightings: [Sighting]
  private var agent: LocationAgent
  private var cursor = TraceCursor()

  init(trace: PacketTrace) throws(Failure) {
    self.trace = trace
    sightings = trace.sightings
    agent = LocationAgent(site: trace.place.site)
  }

  func run(count: Int) throws(Failure) -> UInt64 {
    var check: UInt64 = 0
    for _ in 0..<count {
      let (index, time) = cursor.next(trace)
      agent.hear(sightings[index], at: time)
      // The program drains after every packet as well.
      check &+= agent.takeEvents().checksum
    }
    return check
  }
}
