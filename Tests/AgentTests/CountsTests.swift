import Advertisement
import FixedPoint
import Ranging
import Testing

@testable import Agent

@Suite struct CountsTests {
  @Test func tenThousandForeignSightingsChangeNothing() {
    let plain = Walk(seed: 5)
    let crowded = Walk(seed: 5)
    for walk in [plain, crowded] { walk.stand(at: point(4, 4), floor: 0, for: 5_000) }
    for number in 0..<10_000 {
      let identity = BeaconIdentity(
        iBeaconUUIDHigh: UInt64(number), uuidLow: 7, major: 0, minor: UInt16(number % 8))
      crowded.agent.hear(Sighting(identity: identity, rssi: -30, measuredPower: -59), at: 5_000)
    }
    for walk in [plain, crowded] { walk.stand(at: point(4, 4), floor: 0, for: 5_000) }
    #expect(crowded.agent.counts.foreign == 10_000)
    #expect(plain.agent.counts.foreign == 0)
    #expect(crowded.agent.counts.sightings == plain.agent.counts.sightings)
    #expect(crowded.taken().map(\.text) == plain.taken().map(\.text))
  }

  @Test func aSightingWithoutRSSIIsSeenButNotRanged() {
    var agent = LocationAgent(site: Building.site, settings: .everySecond)
    for tick in 0..<10 { agent.hear(Building.sighting(0, 0, nil), at: Milliseconds(tick) * 500) }
    #expect(agent.counts.sightings == 10)
    #expect(agent.counts.withoutRSSI == 10)
    #expect(agent.counts.fixes == 0)
    #expect(agent.takeEvents().count == 0)
  }

  @Test func absurdPowersAreReplacedAndCounted() {
    var site = Building.site
    for beam in site.beams.indices { site.beams[beam].measuredPower = nil }
    var agent = LocationAgent(site: site, settings: .everySecond)
    for power: Int8? in [0, 1, -3, -91, -29, .min, .max] {
      agent.hear(Sighting(identity: Building.identity(0, 0), rssi: -60, measuredPower: power), at: 0)
    }
    #expect(agent.counts.absurdPower == 7)
    for power: Int8? in [-59, -90, -30, nil] {
      agent.hear(Sighting(identity: Building.identity(0, 0), rssi: -60, measuredPower: power), at: 0)
    }
    #expect(agent.counts.absurdPower == 7)
    // Where the site states a sane one, the frame's does not matter.
    var stated = LocationAgent(site: Building.site, settings: .everySecond)
    stated.hear(Sighting(identity: Building.identity(0, 0), rssi: -60, measuredPower: 0), at: 0)
    #expect(stated.counts.absurdPower == 0)
    #expect(stated.counts.sightings == 1)
  }

  @Test func outliersAreCounted() {
    var agent = LocationAgent(site: Building.site, settings: .everySecond)
    for tick in 0..<10 { agent.hear(Building.sighting(0, 0, -60), at: Milliseconds(tick) * 100) }
    agent.hear(Building.sighting(0, 0, -95), at: 1_000)
    agent.hear(Building.sighting(0, 0, -60), at: 1_100)
    #expect(agent.counts.outliers == 1)
    #expect(agent.counts.sightings == 12)
  }

  /// Below -100 dBm a beacon says next to nothing about the floor, but where nothing else is heard it is all there is.
  @Test func faintBeaconsAloneGiveTheirFloor() {
    let walk = Walk()
    for tick in 0..<20 {
      for beacon in 0..<8 { walk.agent.hear(Building.sighting(1, beacon, -104), at: Milliseconds(tick) * 400) }
    }
    walk.advance(to: 8_000)
    let events = walk.taken()
    // All alike, they put it in the middle, where a zone is.
    #expect(events.story == "map 1, floor+ 1, zone+ 1")
    #expect(events.locations.count == 8)
    // Against one that is heard well they say nothing.
    walk.stand(at: point(8, 4), floor: 0, for: 12_000)
    #expect(walk.taken().story == "zone- 1, floor- 1, map 0, floor+ 0, zone+ 0")
  }

  @Test func anEmptySiteIsHarmless() {
    let walk = Walk(Site())
    for tick in 0..<100 { walk.agent.hear(Building.sighting(0, 0, -60), at: Milliseconds(tick) * 100) }
    walk.advance(to: 1_000_000_000)
    #expect(walk.agent.counts.foreign == 100)
    #expect(walk.taken().isEmpty)
  }

  @Test func aMapWithoutBeaconsIsHarmless() {
    var site = Building.site
    site.beams = []
    site.identities = []
    site.beamNames = []
    let walk = Walk(site)
    walk.agent.hear(Building.sighting(0, 0, -60), at: 0)
    walk.advance(to: 100_000)
    #expect(walk.agent.counts.foreign == 1)
    #expect(walk.taken().isEmpty)
  }

  @Test func twoBeamsOfOneIdentityCountAsTheFirst() throws {
    var site = Building.site
    site.identities[1] = site.identities[0]
    let walk = Walk(site)
    for tick in 1...30 { walk.agent.hear(Building.sighting(0, 0, -55), at: Milliseconds(tick) * 300) }
    walk.advance(to: 10_000)
    let last = try #require(walk.taken().locations.last)
    #expect(last.position.distance(to: site.beams[0].position) < Metres(3))
  }

  @Test func aFloodOfOneBeaconIsTaken() {
    let walk = Walk()
    for number in 0..<20_000 { walk.agent.hear(Building.sighting(0, 0, Int8(truncatingIfNeeded: number)), at: 10) }
    walk.advance(to: 500)
    #expect(walk.agent.counts.sightings == 20_000)
    #expect(walk.taken().locations.count == 1)
  }
}
