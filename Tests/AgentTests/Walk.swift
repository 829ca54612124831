import Advertisement
import FixedPoint
import Ranging

@testable import Agent

/// A board that is carried through a building on a simulated clock, and everything that its agent told.
final class Walk {
  var agent: LocationAgent
  var time: Milliseconds
  private(set) var events: [AgentEvent] = []
  private var air: Air
  /// How much weaker the beacons of another floor are, dB.
  var ceilingLoss: Int {
    get { air.ceilingLoss }
    set { air.ceilingLoss = newValue }
  }
  /// Time from one advertisement of a beacon to the next, ms.
  var advertisingInterval: Milliseconds {
    get { air.advertisingInterval }
    set { air.advertisingInterval = newValue }
  }
  /// Extra calls of `advance` between two sightings.
  var advancesBetween = 0

  init(
    _ site: Site = Building.site, settings: AgentSettings = .everySecond, at time: Milliseconds = 0,
    seed: UInt64 = 1
  ) {
    agent = LocationAgent(site: site, settings: settings)
    self.time = time
    air = Air(seed: seed)
    agent.advance(to: time)
  }

  /// Stands at a place on a floor for a time, hearing every beacon of the building.
  func stand(at place: Point, floor: Int, for duration: Milliseconds) {
    go(from: place, to: place, floor: floor, in: duration)
  }

  /// Goes straight from one place to another.
  func go(from: Point, to: Point, floor: Int, in duration: Milliseconds) {
    let start = time
    while time < start + duration {
      time += 50
      let place = Air.place(from: from, to: to, part: time - start, of: duration)
      for index in agent.site.beams.indices {
        let sighting = air.sighting(of: index, in: agent.site, from: place, floor: floor, at: time)
        guard let sighting else { continue }
        agent.hear(sighting, at: time)
        collect()
      }
      for _ in 0..<advancesBetween { advance(to: time) }
    }
    advance(to: time)
  }

  func advance(to time: Milliseconds) {
    self.time = time
    agent.advance(to: time)
    collect()
  }

  func setHearing(_ isHearing: Bool) {
    agent.setHearing(isHearing, at: time)
    collect()
  }

  func beSilent(for duration: Milliseconds) { advance(to: time + duration) }

  private func collect() { events += agent.takeEvents() }

  /// Hands out what was told since the last call.
  func taken() -> [AgentEvent] {
    defer { events = [] }
    return events
  }
}

extension AgentEvent {
  /// A word for each event: "map 0", "floor+ 0", "zone- 1", "near 0" …; `nil` for locations.
  var word: String? {
    switch self {
    case .location: nil
    case .map(let index, _): "map \(index)"
    case .floorEnter(let visit): "floor+ \(visit.map)"
    case .floorExit(let visit): "floor- \(visit.map)"
    case .zoneEnter(let visit): "zone+ \(visit.zone)"
    case .zoneExit(let visit): "zone- \(visit.zone)"
    case .virtualBeacon(let range): "\(range.proximity) \(range.beacon)"
    case .regionEnter(let visit): "region+ \(visit.region)"
    case .regionExit(let visit): "region- \(visit.region)"
    case .regionRange(let range): "range \(range.region)"
    case .wakeup(let wakeup): "wakeup \(wakeup.reason.text)"
    case .idle(let idling): "idle \(idling.reason.text)"
    case .mode(_, let mode, _): mode.text
    }
  }

  var location: Location? {
    if case .location(let location) = self { return location }
    return nil
  }

  /// Everything that the event says, for comparisons.
  var text: String { "\(self)" }
}

extension [AgentEvent] {
  /// The words of all events but locations and virtual beacons, joined by ", ".
  var story: String {
    compactMap { event in
      if case .virtualBeacon = event { return nil }
      return event.word
    }.joined(separator: ", ")
  }

  var locations: [Location] { compactMap(\.location) }
}

extension AgentSettings {
  /// Rest comes after 20 s.
  static var soonAtRest: AgentSettings {
    var settings = everySecond
    settings.idleWithoutMotion = 20_000
    return settings
  }

  /// Locations once a second: half as many to look at.
  static var everySecond: AgentSettings {
    var settings = AgentSettings()
    settings.locationInterval = 1_000
    return settings
  }
}
