import Advertisement
import FixedPoint
import Ranging

@testable import Agent

/// A board that is carried through a building on a simulated clock, and everything that its agent told.
final class Walk {
  var agent: LocationAgent
  var time: Milliseconds
  private(set) var events: [AgentEvent] = []
  /// How much weaker the beacons of another floor are, dB.
  var ceilingLoss = 25
  /// Time from one advertisement of a beacon to the next, ms.
  var advertisingInterval: Milliseconds = 500
  /// Extra calls of `advance` between two sightings.
  var advancesBetween = 0
  private var random: UInt64

  init(
    _ site: Site = Building.site, settings: AgentSettings = .everySecond, at time: Milliseconds = 0,
    seed: UInt64 = 1
  ) {
    agent = LocationAgent(site: site, settings: settings)
    self.time = time
    random = seed
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
      let part = Int64(time - start)
      let place = Point(
        x: from.x + Metres(raw: Int32(Int64(to.x.raw - from.x.raw) * part / duration)),
        y: from.y + Metres(raw: Int32(Int64(to.y.raw - from.y.raw) * part / duration)))
      for index in agent.site.beams.indices { hear(index, from: place, floor: floor) }
      for _ in 0..<advancesBetween { advance(to: time) }
    }
    advance(to: time)
  }

  /// Every beacon has its own phase in the advertising interval.
  private func hear(_ index: Int, from place: Point, floor: Int) {
    guard (time + Milliseconds(index) * 350) % advertisingInterval == 0 else { return }
    let beam = agent.site.beams[index]
    let flat = beam.position.squaredDistance(to: place)
    let distance = Metres(raw: Int32(clamping: (flat + (1 << 32)).squareRootRounded))
    let level = PathLoss(measuredPower: Decibels(-59)).expectedRSSI(at: distance).whole()
    let rssi = level - (Int(beam.map) == floor ? 0 : ceilingLoss) + fading()
    // Receivers hear nothing below.
    guard rssi >= -99 else { return }
    agent.hear(
      Sighting(identity: agent.site.identities[index], rssi: Int8(clamping: rssi), measuredPower: -59), at: time)
    collect()
  }

  func advance(to time: Milliseconds) {
    self.time = time
    agent.advance(to: time)
    collect()
  }

  func beSilent(for duration: Milliseconds) { advance(to: time + duration) }

  private func collect() { events += agent.takeEvents() }

  /// Hands out what was told since the last call.
  func taken() -> [AgentEvent] {
    defer { events = [] }
    return events
  }

  /// Three steps of a seeded generator: -4…4 dB and seldom more.
  private func fading() -> Int {
    (0..<3).reduce(0) { sum, _ in
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return sum + Int(random >> 33) % 5 - 2
    }
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
  /// Locations once a second: half as many to look at.
  static var everySecond: AgentSettings {
    var settings = AgentSettings()
    settings.locationInterval = 1_000
    return settings
  }
}
