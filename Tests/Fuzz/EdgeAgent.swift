// modules: CHost Host FixedPoint Advertisement Ranging Positioning Places Regions Agent Wire Contract
// seeds: edges
// Any bytes as what the shells tell the agent: a byte for what (0…15) and how much time has passed, a byte for details.
import Advertisement
import Agent
import Contract
import FixedPoint
import Places
import Ranging
import Regions

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = UnsafeBufferPointer(start: start, count: count)
  var walk = EdgeWalk()
  var index = 0
  while index + 1 < input.count {
    walk.take(input[index], input[index + 1])
    index += 2
  }
  return 0
}

private let uuid: (high: UInt64, low: UInt64) = (0x9777_C130_CFB7_4B36, 0xAEA8_0E2D_3C8E_1C00)

private let regions = {
  var regions = [
    Region(uuidHigh: uuid.high, uuidLow: uuid.low),
    Region(uuidHigh: uuid.high, uuidLow: uuid.low, major: 1, entrySightings: 3, exitAfter: 5_000),
    Region(organisationHigh: uuid.high, organisationLow: uuid.low, exitAfter: 12_000),
  ]
  regions[1].ranges = true
  return regions
}()

nonisolated(unsafe) private let site = {
  var site = Site()
  site.maps.append(
    SiteMap(name: Name(id: "a"), width: Metres(12), height: Metres(6), microPixelsPerMetre: 20_000_000))
  for (minor, x) in [2, 6, 10].enumerated() {
    site.beams.append(Beam(map: 0, position: Point(x: Metres(x), y: Metres(3)), height: Metres(2)))
    site.identities.append(BeaconIdentity(iBeaconUUIDHigh: 1, uuidLow: 2, major: 3, minor: UInt16(minor)))
    site.beamNames.append(Name(id: "\(minor)"))
  }
  return site
}()

private struct EdgeWalk: ~Copyable {
  var agent: EdgeAgent
  var encoder = MessageEncoder(site: site, sessionSeed: 0, regions: regions, regionNames: ["a"])
  var time: Milliseconds = 0
  var mode = AgentMode.starting
  var inside = [Milliseconds?](repeating: nil, count: regions.count)
  var isOnFloor = false

  init() {
    var settings = AgentSettings()
    settings.idleWithoutMotion = 30_000
    agent = EdgeAgent(site: site, settings: settings, regions: regions)
  }

  mutating func take(_ what: UInt8, _ detail: UInt8) {
    // 0, 7, 48 … 22,000 ms and sometimes a day; sometimes back.
    let step = Milliseconds(what >> 4)
    time += step == 15 ? (detail & 1 == 0 ? 86_400_000 : -5_000) : step * step * step * 7
    let source = MotionSource(rawValue: detail & 3) ?? .line
    switch what & 15 {
    case 0: agent.advance(to: time)
    case 1: agent.setHearing(detail & 1 == 1, at: time)
    case 2: agent.noteMotion(source, isMoving: detail & 4 != 0, at: time)
    case 3: agent.loseMotion(source, at: time)
    case 4: detail & 1 == 0 ? agent.stop(at: time) : agent.start(at: time)
    case 5: agent.passOver(to: time)
    case 6: agent.leaveSite(at: time)
    case 7: restart()
    case 8...11:
      let identity = BeaconIdentity(iBeaconUUIDHigh: 1, uuidLow: 2, major: 3, minor: UInt16(what & 3))
      agent.hear(Sighting(identity: identity, rssi: Int8(bitPattern: detail), measuredPower: -59), at: time)
    default:
      let identity = BeaconIdentity(
        iBeaconUUIDHigh: uuid.high, uuidLow: uuid.low | UInt64(detail & 0x1F), major: UInt16(what & 1),
        minor: UInt16(detail))
      agent.hear(Sighting(identity: identity, rssi: detail & 1 == 0 ? -60 : nil, measuredPower: nil), at: time)
    }
    follow()
  }

  /// The program starts again, with what it saved.
  private mutating func restart() {
    let moment = Moment(bootHigh: 1, bootLow: 1, time: max(agent.now ?? time, time), wallTime: nil)
    follow()
    let saved = agent.memory(at: moment).encode()
    guard let memory = try? StateMemory.decode(saved), case .restored(let restored) = memory.restored(at: moment) else {
      return check(false, "what was just saved is restored")
    }
    agent = EdgeAgent(site: site, regions: regions, memory: restored)
    time = moment.time
    // A memory's age counts from the first input, which a program gives at once.
    agent.advance(to: time)
    mode = .starting
    isOnFloor = false
  }

  private mutating func follow() {
    for event in agent.takeEvents() {
      if let message = encoder.encode(event, stamp: Stamp(wallOffset: 0, clockSynced: true)) {
        check(JSONText.isValid(message.payload), "a message is JSON")
      }
      switch event {
      case .regionEnter(let visit):
        check(inside[visit.region] == nil, "a region is entered once")
        inside[visit.region] = visit.since
      case .regionExit(let visit):
        check(inside[visit.region] == visit.since && visit.since < visit.time, "a region that is left was entered")
        inside[visit.region] = nil
      case .regionRange(let range):
        check(inside[range.region] != nil && mode != .idle, "what is ranged is inside")
        check(range.beacons.count <= 16, "a list is bounded")
      case .wakeup: check(mode == .idle, "who wakes up idled")
      case .idle(let idling):
        check(mode != .idle && (idling.reason == .noMotion || !isOnFloor), "what idles in silence has left everything")
      case .mode(let from, let to, _):
        check(from == mode && from != to, "modes follow on each other")
        mode = to
      case .floorEnter:
        check(!isOnFloor, "a floor is entered once")
        isOnFloor = true
      case .floorExit:
        check(isOnFloor, "a floor that is left was entered")
        isOnFloor = false
      case .location: check(isOnFloor && mode != .idle && mode != .stopped, "a position lies on a floor")
      case .map, .zoneEnter, .zoneExit, .virtualBeacon: break
      }
    }
    let now = agent.now ?? time
    if let deadline = agent.nextDeadline { check(deadline > now, "a deadline lies ahead") }
  }
}
