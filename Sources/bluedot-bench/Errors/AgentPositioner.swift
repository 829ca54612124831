import Advertisement
import Agent
import FixedPoint

/// The agent's state machine as the benchmark drives it.
protocol AgentDriver {
  init(site: Site)

  mutating func hear(_ sighting: Sighting, at time: Milliseconds)

  /// Lets the agent's time pass to `time` and drains its events.
  ///
  /// - Returns: the last location event, `nil` when there was none.
  mutating func advance(to time: Milliseconds) -> Location?
}

/// The agent as a row of the error table: sightings in, its location events out.
struct AgentPositioner<Driver: AgentDriver>: Positioner {
  private let place: SessionSite
  private var driver: Driver
  private var last: Fix?

  init(session: Session) {
    place = SessionSite(session)
    driver = Driver(site: place.site)
  }

  mutating func hear(beacon: Int, rssi: Int8, at time: Milliseconds) {
    driver.hear(SessionSite.sighting(ofBeacon: beacon, rssi: rssi), at: time)
  }

  mutating func position(at time: Milliseconds) -> Fix? {
    if let location = driver.advance(to: time) {
      last = place.fix(at: location.position, accuracy: location.accuracy)
    }
    return last
  }
}
