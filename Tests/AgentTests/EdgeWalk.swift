import Advertisement
import FixedPoint
import Ranging
import Regions

@testable import Agent

/// A board with the whole agent, carried about on a simulated clock: its radio listens as the agent's duty asks, and the
/// agent is called when something is heard or its deadline comes, and at no other time.
final class EdgeWalk {
  var agent: EdgeAgent
  private(set) var time: Milliseconds
  private(set) var events: [AgentEvent] = []
  /// Beacons that are with the board wherever it goes; they advertise when the time is a multiple of their interval.
  var sources: [Source] = []
  private var air: Air
  /// Where the board is; `nil` when none of the site's beacons can be heard.
  private var place: (point: Point, floor: Int)?
  private var isHearing = true
  /// How often the agent was called because its deadline came.
  private(set) var deadlines = 0
  /// Advertisements that the radio passed on, and those that it missed at a low duty.
  private(set) var received = 0
  private(set) var missed = 0

  struct Source {
    var identity: BeaconIdentity
    var interval: Milliseconds = 250
    var rssi: Int8? = -70
  }

  init(
    _ site: Site = Building.site, settings: AgentSettings = .everySecond, regions: [Region] = [],
    memory: RestoredMemory? = nil, at time: Milliseconds = 0, seed: UInt64 = 1
  ) {
    agent = EdgeAgent(site: site, settings: settings, regions: regions, memory: memory)
    self.time = time
    air = Air(seed: seed)
  }

  func stand(at point: Point, floor: Int, for duration: Milliseconds) {
    go(from: point, to: point, floor: floor, in: duration)
  }

  func go(from: Point, to: Point, floor: Int, in duration: Milliseconds) {
    let start = time
    while time < start + duration {
      place = (Air.place(from: from, to: to, part: time + 50 - start, of: duration), floor)
      pass(50)
    }
    place = nil
  }

  /// Away from the site, with the sources alone.
  func run(for duration: Milliseconds) {
    let end = time + duration
    while time < end { pass(sources.isEmpty ? end - time : min(50, end - time)) }
  }

  func setHearing(_ isHearing: Bool) {
    self.isHearing = isHearing
    agent.setHearing(isHearing, at: time)
    collect()
  }

  func noteMotion(_ source: MotionSource = .line, _ isMoving: Bool) {
    agent.noteMotion(source, isMoving: isMoving, at: time)
    collect()
  }

  /// The program does not run for a time, and nobody listens.
  func suspend(for duration: Milliseconds) {
    time += duration
    agent.passOver(to: time)
    collect()
  }

  var mode: AgentMode { agent.mode }
  var duty: ScanDuty { agent.duty }
  var hearsBeacons: Bool { agent.hearsBeacons }
  var nextDeadline: Milliseconds? { agent.nextDeadline }

  private func pass(_ step: Milliseconds) {
    if agent.now == nil { agent.advance(to: time) }
    let end = time + step
    while let deadline = agent.nextDeadline, deadline <= end {
      deadlines += 1
      agent.advance(to: deadline)
      collect()
    }
    collect()
    time = end
    if let place {
      for index in agent.site.beams.indices {
        receive(air.sighting(of: index, in: agent.site, from: place.point, floor: place.floor, at: time))
      }
    }
    for source in sources where time % source.interval == 0 {
      receive(Sighting(identity: source.identity, rssi: source.rssi, measuredPower: -59))
    }
  }

  private func receive(_ sighting: Sighting?) {
    guard let sighting, isHearing else { return }
    let listens =
      switch agent.duty {
      case .off: false
      case .idle: time % 600 < 60
      case .searching, .tracking: true
      }
    guard listens else {
      missed += 1
      return
    }
    received += 1
    agent.hear(sighting, at: time)
    collect()
  }

  func collect() { events += agent.takeEvents() }

  /// Hands out what was told since the last call.
  func taken() -> [AgentEvent] {
    defer { events = [] }
    return events
  }

  /// The words of what was told since the last call, locations and virtual beacons aside.
  func story() -> String { taken().story }
}

/// The regions of the tests: the lobby, and the organisation with its wake-up UUIDs.
enum Watched {
  static let lobby = Region(uuidHigh: 0xF782_6DA6_4FA2_4E98, uuidLow: 0x8024_BC5B_71E0_893E)
  static let organisation = Region(organisationHigh: 0x9E37, organisationLow: 0x1234_5600)

  static func lobbyBeacon(_ minor: UInt16 = 1) -> BeaconIdentity {
    BeaconIdentity(iBeaconUUIDHigh: lobby.high, uuidLow: lobby.low, major: 1, minor: minor)
  }

  static func wakeupBeacon(_ number: UInt64) -> BeaconIdentity {
    BeaconIdentity(
      iBeaconUUIDHigh: organisation.high, uuidLow: organisation.low & ~0xFF | number, major: 0, minor: 0)
  }

  static var rangedLobby: Region {
    var region = lobby
    region.ranges = true
    return region
  }
}
