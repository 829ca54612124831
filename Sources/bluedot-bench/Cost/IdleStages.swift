import Advertisement
import Agent
import FixedPoint
import Regions

/// What an advertisement costs an idle agent that watches 20 regions (as many as iOS grants an app), parsing aside. The
/// trace gives the times; whose advertisements they are is the stage's.
struct IdleLoop: ~Copyable {
  private let trace: PacketTrace
  private let sightings: [Sighting]
  private var agent: EdgeAgent
  private var cursor = TraceCursor()

  static let regions: [Region] = {
    var regions = (0..<19 as Range<UInt64>).map { number in
      Region(uuidHigh: 0x5EED_0000_0000_0000 &+ number &* 0x9E37_79B9_7F4A_7C15, uuidLow: number)
    }
    regions.append(Region(organisationHigh: 0x9777_C130_CFB7_4B36, organisationLow: 0xAEA8_0E2D_3C8E_1C00))
    return regions
  }()

  /// A beacon of the last region: the organisation's wake-up UUIDs.
  static let wakeup = Sighting(
    identity: BeaconIdentity(
      iBeaconUUIDHigh: 0x9777_C130_CFB7_4B36, uuidLow: 0xAEA8_0E2D_3C8E_1C07, major: 0, minor: 0), rssi: -75,
    measuredPower: -59)

  /// - Parameter sightings: heard one after the other, again and again.
  init(trace: PacketTrace, sightings: [Sighting]) throws(Failure) {
    self.trace = trace
    self.sightings = sightings
    var settings = AgentSettings()
    settings.idleWithoutMotion = 1
    settings.leastAwake = 0
    agent = EdgeAgent(site: trace.place.site, settings: settings, regions: Self.regions)
    let start = trace.session.events.first?.time ?? 0
    // Inside the organisation, and at rest, so that nothing of what is heard wakes it up.
    agent.hear(Self.wakeup, at: start - 10)
    agent.noteMotion(.line, isMoving: false, at: start - 10)
    agent.advance(to: start - 1)
    let isIdle = agent.mode == .idle
    guard isIdle else { throw .input("the agent does not idle") }
    _ = agent.takeEvents()
  }

  mutating func run(count: Int) throws(Failure) -> UInt64 {
    var check: UInt64 = 0
    var next = 0
    for _ in 0..<count {
      let (_, time) = cursor.next(trace)
      agent.hear(sightings[next], at: time)
      check &+= agent.takeEvents().checksum &+ UInt64(agent.duty.rawValue)
      next = next + 1 < sightings.count ? next + 1 : 0
    }
    let isIdle = agent.mode == .idle
    guard isIdle else { throw .input("the agent woke up") }
    return check &+ agent.edgeCounts.idleSightings
  }
}

/// Beacons of neither site nor regions, no two alike: the usual case.
final class IdleForeignStage: Stage {
  static let name = "idle-foreign"
  private var loop: IdleLoop

  init(trace: PacketTrace) throws(Failure) {
    var random: UInt64 = 1
    let strangers = (0..<4_096).map { _ in
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Sighting(
        identity: BeaconIdentity(iBeaconUUIDHigh: random ^ (random >> 32), uuidLow: random, major: 1, minor: 1),
        rssi: -80, measuredPower: -59)
    }
    loop = try IdleLoop(trace: trace, sightings: strangers)
  }

  func run(count: Int) throws(Failure) -> UInt64 { try loop.run(count: count) }
}

/// Beacons of the site around a board that rests.
final class IdleSiteStage: Stage {
  static let name = "idle-site"
  private var loop: IdleLoop

  init(trace: PacketTrace) throws(Failure) { loop = try IdleLoop(trace: trace, sightings: trace.sightings) }

  func run(count: Int) throws(Failure) -> UInt64 { try loop.run(count: count) }
}

/// Beacons of a region that is inside.
final class IdleRegionStage: Stage {
  static let name = "idle-region"
  private var loop: IdleLoop

  init(trace: PacketTrace) throws(Failure) { loop = try IdleLoop(trace: trace, sightings: [IdleLoop.wakeup]) }

  func run(count: Int) throws(Failure) -> UInt64 { try loop.run(count: count) }
}

/// The whole agent on its way: as `AgentStage`, with 20 regions and the modes.
final class EdgeStage: Stage {
  static let name = "edge"

  private let trace: PacketTrace
  private let sightings: [Sighting]
  private var agent: EdgeAgent
  private var cursor = TraceCursor()

  init(trace: PacketTrace) throws(Failure) {
    self.trace = trace
    sightings = trace.sightings
    agent = EdgeAgent(site: trace.place.site, regions: IdleLoop.regions)
  }

  func run(count: Int) throws(Failure) -> UInt64 {
    var check: UInt64 = 0
    for _ in 0..<count {
      let (index, time) = cursor.next(trace)
      agent.hear(sightings[index], at: time)
      check &+= agent.takeEvents().checksum
    }
    return check
  }
}
