import Advertisement
import FixedPoint
import Ranging
import Regions
import Testing

@testable import Agent

@Suite struct RegionRangeTests {
  private func ranges(_ events: [AgentEvent]) -> [RegionRange] {
    events.compactMap { event in
      if case .regionRange(let range) = event { return range }
      return nil
    }
  }

  @Test func onceASecondNearestFirst() throws {
    let walk = EdgeWalk(regions: [Watched.lobby, Watched.rangedLobby])
    walk.sources = [
      .init(identity: Watched.lobbyBeacon(1), rssi: -84), .init(identity: Watched.lobbyBeacon(2), rssi: nil),
      .init(identity: Watched.lobbyBeacon(3), rssi: -59), .init(identity: Watched.lobbyBeacon(4), rssi: -45),
    ]
    walk.run(for: 10_000)
    let ranges = ranges(walk.taken())
    #expect(ranges.map(\.time) == (1...9).map { 250 + $0 * 1_000 })
    #expect(ranges.allSatisfy { $0.region == 1 })
    let beacons = try #require(ranges.last).beacons
    #expect(beacons.map(\.identity.minor) == [4, 3, 1, 2])
    #expect(beacons.map(\.proximity) == [.immediate, .near, .far, .unknown])
    #expect(beacons.map(\.rssi) == [Decibels(-45), Decibels(-59), Decibels(-84), nil])
    #expect(beacons[1].accuracy == Metres(1) && beacons[3].accuracy == nil)
  }

  @Test func theSilentLeaveAndAnEmptyListIsToldOnce() {
    let walk = EdgeWalk(regions: [Watched.rangedLobby])
    walk.sources = [.init(identity: Watched.lobbyBeacon(1)), .init(identity: Watched.lobbyBeacon(2))]
    walk.run(for: 3_000)
    _ = walk.taken()
    walk.sources.removeLast()
    walk.run(for: 7_000)
    #expect(ranges(walk.taken()).map(\.beacons.count) == [2, 2, 2, 2, 2, 1, 1])
    walk.sources = []
    walk.run(for: 29_000)
    // Silent since 10 s.
    #expect(ranges(walk.taken()).map(\.beacons.count) == [1, 1, 1, 1, 1, 0])
    walk.sources = [.init(identity: Watched.lobbyBeacon(9))]
    walk.run(for: 2_500)
    let events = walk.taken()
    #expect(events.story == "range 0, range 0")
    #expect(ranges(events).map(\.beacons.count) == [1, 1])
  }

  @Test func nothingIsRangedOutsideOrWhileDeaf() {
    var region = Watched.rangedLobby
    region.entrySightings = 20
    let walk = EdgeWalk(regions: [region])
    walk.sources = [.init(identity: Watched.lobbyBeacon())]
    walk.run(for: 4_900)
    #expect(walk.story() == "searching")
    walk.run(for: 2_000)
    #expect(walk.story() == "region+ 0, range 0")
    walk.setHearing(false)
    walk.run(for: 600_000)
    #expect(walk.story() == "")
    walk.setHearing(true)
    // The old list still stands: nobody could hear it end.
    walk.sources = []
    walk.run(for: 4_500)
    #expect(walk.story() == "range 0, range 0, range 0, range 0")
    walk.run(for: 60_000)
    #expect(walk.story() == "range 0, region- 0, idle silence, idle")
  }

  /// Beacons that are ranged are wanted: no rest while they are there, however seldom they advertise.
  @Test func rangingKeepsAwake() {
    let walk = EdgeWalk(regions: [Watched.rangedLobby])
    walk.noteMotion(.line, false)
    walk.sources = [.init(identity: Watched.lobbyBeacon(), interval: 15_000)]
    walk.run(for: 600_000)
    #expect(walk.mode == .searching)
    walk.sources = []
    walk.run(for: 31_000)
    #expect(walk.mode == .idle && walk.agent.idleReason == .silence)
  }

  /// Whatever is in the air: 100,000 strangers, some of them in the region, among eight beacons of the site.
  @Test func aCrowdDoesNotMakeTheAgentGrow() {
    var agent = EdgeAgent(site: Building.site, regions: [Watched.rangedLobby, Watched.lobby, Watched.organisation])
    var random: UInt64 = 5
    var time: Milliseconds = 0
    var ranges = 0
    var fixes = 0
    for number in 0..<100_000 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let stranger =
        number % 4 == 0
        ? BeaconIdentity(
          iBeaconUUIDHigh: Watched.lobby.high, uuidLow: Watched.lobby.low,
          major: UInt16(truncatingIfNeeded: random >> 20),
          minor: UInt16(truncatingIfNeeded: random >> 40))
        : BeaconIdentity(iBeaconUUIDHigh: random, uuidLow: ~random, major: 1, minor: 1)
      agent.hear(
        Sighting(identity: stranger, rssi: Int8(-40 - Int(random >> 33) % 55), measuredPower: -59), at: time)
      if number % 50 < 8 { agent.hear(Building.sighting(0, number % 50, Int8(-60 - number % 50)), at: time) }
      time += 5
      for event in agent.takeEvents() {
        if case .regionRange(let range) = event {
          ranges += 1
          #expect(range.beacons.count <= 16)
        }
        if case .location = event { fixes += 1 }
      }
    }
    #expect(ranges == 499 && fixes == 999)
    #expect(agent.mode == .tracking)
    #expect(agent.watch.states.count == 3 && agent.watch.rangingPlaces == 16)
    #expect(agent.counts.sightings == 16_000 && agent.counts.foreign == 100_000)
    #expect(agent.edgeCounts.regionSightings == 25_000)
    #expect(agent.edgeCounts.rangesLeftOut > 10_000)
  }
}
