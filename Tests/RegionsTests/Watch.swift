import Advertisement
import FixedPoint

@testable import Regions

/// A region monitor with its memory on a simulated clock, and everything that it told.
final class Watch {
  let regions: [Region]
  var states: [RegionState]
  private(set) var monitor: RegionMonitor
  private(set) var changes: [(change: RegionChange, isEntry: Bool)] = []

  init(_ regions: [Region], states: [RegionState]? = nil, at time: Milliseconds = 0) {
    self.regions = regions
    self.states = states ?? [RegionState](repeating: RegionState(), count: regions.count)
    monitor = RegionMonitor(regions: regions.span)
    Self.with(&self.states) { monitor.start(at: time, regions: regions.span, states: &$0) }
  }

  @discardableResult
  func hear(_ identity: BeaconIdentity, at time: Milliseconds) -> Bool {
    advance(to: time)
    let regions = regions
    var isKnown = false
    var entered: [RegionChange] = []
    Self.with(&states) { span in
      isKnown = monitor.hear(identity, at: time, regions: regions.span, states: &span) { _, change in
        if let change { entered.append(change) }
      }
    }
    changes += entered.map { ($0, true) }
    return isKnown
  }

  func advance(to time: Milliseconds) {
    let regions = regions
    var left: [RegionChange] = []
    Self.with(&states) { span in
      monitor.advance(to: time, regions: regions.span, states: &span) { left.append($0) }
    }
    changes += left.map { ($0, false) }
  }

  func setHearing(_ isHearing: Bool, at time: Milliseconds) {
    advance(to: time)
    let regions = regions
    Self.with(&states) { monitor.setHearing(isHearing, at: time, regions: regions.span, states: &$0) }
  }

  /// Since the last call: "+0 at 5000" for an entry, "-0 at 35000 since 5000" for an exit.
  func story() -> String {
    defer { changes = [] }
    return changes.map { change, isEntry in
      isEntry ? "+\(change.region) at \(change.time)" : "-\(change.region) at \(change.time) since \(change.since)"
    }.joined(separator: ", ")
  }

  private static func with(_ states: inout [RegionState], _ body: (inout MutableSpan<RegionState>) -> Void) {
    var span = states.mutableSpan
    body(&span)
  }
}

/// What the tests listen to: one UUID and its parts.
enum Lobby {
  static let high: UInt64 = 0xF782_6DA6_4FA2_4E98
  static let low: UInt64 = 0x8024_BC5B_71E0_893E

  static func beacon(_ major: UInt16 = 1, _ minor: UInt16 = 1) -> BeaconIdentity {
    BeaconIdentity(iBeaconUUIDHigh: high, uuidLow: low, major: major, minor: minor)
  }

  static func region(
    major: UInt16? = nil, minor: UInt16? = nil, sightings: UInt8 = 1, exitAfter: Milliseconds = 30_000
  ) -> Region {
    Region(
      uuidHigh: high, uuidLow: low, major: major, minor: minor, entrySightings: sightings, exitAfter: exitAfter)
  }
}

/// A seeded generator (Knuth's MMIX constants), so that a failure repeats.
struct Dice {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 2 &+ 1 }

  mutating func roll(_ sides: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % sides
  }
}
