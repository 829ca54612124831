import Advertisement
import Agent
import FixedPoint

/// The agent as a row of the error table: sightings in, its location events out.
final class AgentPositioner: Positioner {
  private let place: SessionSite
  private var agent: LocationAgent
  private var last: Fix?

  init(session: Session) {
    place = SessionSite(session)
    var settings = AgentSettings()
    // The baselines are read every 500 ms, and so is the agent.
    settings.locationInterval = 500
    agent = LocationAgent(site: place.site, settings: settings)
  }

  func hear(beacon: Int, rssi: Int8, at time: Milliseconds) {
    agent.hear(SessionSite.sighting(ofBeacon: beacon, rssi: rssi), at: time)
  }

  func position(at time: Milliseconds) -> Fix? {
    agent.advance(to: time)
    for event in agent.takeEvents() {
      if case .location(let location) = event {
        last = place.fix(at: location.position, accuracy: location.accuracy)
      }
    }
    return last
  }
}
