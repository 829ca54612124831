// modules: CHost Host Recording FixedPoint Advertisement Ranging Positioning Places Regions Agent Wire Contract
// sources: Sources/bluedot/RecordingClock.swift
// seeds: walks
// Any bytes as what a radio hears over time, from the HCI packet to the message. The first byte says whether times go
// through the replay's clock (even) or to the agent as they are (odd); then packets, each with a 2-byte length (the top
// bit: the packet type is missing) and a 2-byte step of time, little-endian: milliseconds, or with the top bit a power
// of 2 whose exponent is in the low bits; with the next bit below, backwards.
import Advertisement
import Agent
import Contract
import FixedPoint
import Places
import Ranging

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = UnsafeRawBufferPointer(start: start, count: count)
  guard let mode = input.first else { return 0 }
  var walk = Walk(usesClock: mode & 1 == 0)
  var offset = 1
  while offset + 4 <= count {
    let length = Int(input[offset]) | Int(input[offset + 1] & 0x7F) << 8
    let step = UInt16(input[offset + 2]) | UInt16(input[offset + 3]) << 8
    let end = min(offset + 4 + length, count)
    let packet = UnsafeRawBufferPointer(rebasing: input[(offset + 4)..<end])
    walk.hear(packet, hasPacketType: input[offset + 1] & 0x80 == 0, step: step)
    offset = end
  }
  walk.end()
  return 0
}

/// Two floors of 20 m x 10 m with four beacons each, zones and a virtual beacon.
nonisolated(unsafe) private let site = {
  var site = Site()
  let side = (width: Metres(20), height: Metres(10))
  func point(_ x: Int, _ y: Int) -> Point { Point(x: Metres(x), y: Metres(y)) }
  let corners = GeoCorners(
    topLeft: GeoPoint(latitude: 90_000, longitude: 0), bottomRight: GeoPoint(latitude: 0, longitude: 180_000))
  for (index, name) in ["a", "b"].enumerated() {
    site.maps.append(
      SiteMap(
        name: Name(id: name), width: side.width, height: side.height, microPixelsPerMetre: 20_000_000, level: index,
        corners: index == 0 ? corners : nil))
    for (beam, place) in [point(2, 2), point(18, 2), point(2, 8), point(18, 8)].enumerated() {
      site.beams.append(Beam(map: UInt16(index), position: place, height: Metres(2)))
      site.identities.append(
        BeaconIdentity(
          iBeaconUUIDHigh: 0xE2C5_6DB5_DFFB_48D2, uuidLow: 0xB060_D0F5_A710_96E0, major: 0xA130,
          minor: UInt16(4 * index + beam)))
      site.beamNames.append(Name(id: "\(name)\(beam)"))
    }
    for left in [0, 10] {
      site.zones.append(Zone(map: UInt16(index), firstVertex: site.vertices.count, vertexCount: 4))
      site.zoneNames.append(Name(id: "\(name)-\(left)"))
      site.vertices += [point(left, 0), point(left + 10, 0), point(left + 10, 10), point(left, 10)]
    }
    site.virtualBeacons.append(VirtualBeacon(map: UInt16(index), position: point(5, 5), power: Decibels(4)))
    site.virtualBeaconDetails.append(VirtualBeaconDetail(name: Name(id: "v\(name)")))
  }
  return site
}()

private struct Walk: ~Copyable {
  let usesClock: Bool
  var parser = EventParser()
  var agent = LocationAgent(site: site)
  var encoder = MessageEncoder(site: site, sessionSeed: 0)
  /// 2024-05-06T07:08:09Z, ms.
  var recorded: Milliseconds = 1_714_979_289_000
  var clock = RecordingClock(first: 1_714_979_289_000)

  var map: Int?
  var zones = [Bool](repeating: false, count: site.zones.count)
  var lastTime = Milliseconds.min

  init(usesClock: Bool) { self.usesClock = usesClock }

  mutating func hear(_ packet: UnsafeRawBufferPointer, hasPacketType: Bool, step: UInt16) {
    recorded = recorded.addingSaturating(length(of: step))
    let time = usesClock ? advanceClock(to: recorded) : recorded
    var sightings: [Sighting] = []
    parser.parse(packet: packet.bytes, hasPacketType: hasPacketType) { report, frame, _ in
      if let sighting = frame.sighting(rssi: report.rssi) { sightings.append(sighting) }
    }
    for sighting in sightings { agent.hear(sighting, at: time) }
    agent.advance(to: time)
    checkEvents()
  }

  /// As a replay does it.
  private mutating func advanceClock(to recorded: Milliseconds) -> Milliseconds {
    let step = clock.step(to: recorded)
    check(step.time >= clock.agentTime, "the agent's time never goes back")
    agent.advance(to: step.time)
    checkEvents()
    clock.take(step)
    return step.time
  }

  /// After a long silence everything has been left.
  mutating func end() {
    guard let now = agent.now, now < .max - 3_600_000 else { return }
    agent.advance(to: now + 600_000)
    checkEvents()
    check(map == nil && !zones.contains(true), "what was entered is left")
    let counts = agent.counts
    check(counts.withoutRSSI + counts.outliers <= counts.sightings, "what is held back was seen")
  }

  private func length(of step: UInt16) -> Milliseconds {
    guard step & 0x8000 != 0 else { return Milliseconds(step) }
    let jump: Milliseconds = 1 << Milliseconds(min(step & 0x3F, 62))
    return step & 0x4000 == 0 ? jump : -jump
  }

  private mutating func checkEvents() {
    for event in agent.takeEvents() {
      let stamp = Stamp(wallOffset: clock.wallOffset, clockSynced: clock.isCredible)
      if let message = encoder.encode(event, stamp: stamp) {
        check(JSONText.isValid(message.payload), "a message is JSON")
      }
      let time = follow(event)
      check(time >= lastTime, "time never goes back")
      lastTime = time
    }
    if let now = agent.now { check(lastTime <= now, "nothing is told before its time") }
  }

  /// Checks an event against those before it; returns its time.
  private mutating func follow(_ event: AgentEvent) -> Milliseconds {
    switch event {
    case .location(let location):
      check(location.map == map, "a position lies on the floor that was entered")
      checkPlace(location.position)
      check(location.accuracy > .zero && location.accuracy <= Metres(1_000), "an accuracy is plausible")
      check(location.speed >= .zero && location.latency >= 0, "speed and latency are not negative")
      check((location.geo == nil) == (location.map == 1), "the map with corners has latitudes")
      return location.time
    case .map(let index, let time):
      check(site.maps.indices.contains(index), "a map is one of the site's")
      return time
    case .floorEnter(let visit):
      check(map == nil, "a floor is entered from nowhere")
      map = visit.map
      return visit.time
    case .floorExit(let visit):
      check(map == visit.map && visit.since <= visit.time, "the floor that is left was entered")
      check(!zones.contains(true), "zones are left before their floor")
      map = nil
      return visit.time
    case .zoneEnter(let visit):
      check(!zones[visit.zone] && Int(site.zones[visit.zone].map) == map, "a zone is entered once, on its floor")
      zones[visit.zone] = true
      checkPlace(visit.position)
      return visit.time
    case .zoneExit(let visit):
      check(zones[visit.zone] && visit.since <= visit.time, "a zone that is left was entered")
      zones[visit.zone] = false
      return visit.time
    case .virtualBeacon(let range):
      check(range.distance >= .zero && range.distance <= Metres(23), "a distance is no more than the map's diagonal")
      check(Int(site.virtualBeacons[range.beacon].map) == map, "a virtual beacon is told on its floor only")
      checkPlace(range.position)
      return range.time
    case .regionEnter, .regionExit, .regionRange, .wakeup, .idle, .mode:
      check(false, "positioning alone tells of neither regions nor modes")
      return lastTime
    }
  }

  /// On the map, or half a cell (0.25 m) beside it.
  private func checkPlace(_ point: Point) {
    let margin = Metres(1, over: 4)
    check(point.x >= -margin && point.x <= Metres(20) + margin, "x lies on the map")
    check(point.y >= -margin && point.y <= Metres(10) + margin, "y lies on the map")
  }
}
