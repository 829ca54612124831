import Advertisement
import Agent
import FixedPoint

/// Drives the real state machine; a location at every tick, so that it is asked as often as the baselines.
final class LocationAgentDriver: AgentDriver {
  private var agent: LocationAgent

  init(site: Site) {
    var settings = AgentSettings()
    settings.locationInterval = Session.tick
    agent = LocationAgent(site: site, settings: settings)
  }

  func hear(_ sighting: Sighting, at time: Milliseconds) { agent.hear(sighting, at: time) }

  func advance(to time: Milliseconds) -> Location? {
    agent.advance(to: time)
    var last: Location?
    for event in agent.takeEvents() {
      if case .location(let location) = event { last = location }
    }
    return last
  }
}
