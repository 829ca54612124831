import FixedPoint
import Testing

@testable import Agent

@Suite struct LocationTests {
  @Test func theFirstFixTellsMapFloorAndPlace() throws {
    let walk = Walk(at: 1_000)
    walk.stand(at: point(4, 4), floor: 0, for: 500)
    let events = walk.taken()
    #expect(events.map { $0.word ?? "location" } == ["map 0", "floor+ 0", "location"])
    guard case .floorEnter(let visit)? = events.dropFirst().first else { return }
    #expect(visit.time == 1_500 && visit.since == 1_500)
    let location = try #require(events.locations.first)
    #expect(location.time == 1_500 && location.map == 0 && location.source == .beacons && location.latency == 0)
    #expect(location.position.distance(to: point(4, 4)) < Metres(3))
    #expect(!location.hasMotion && location.heading == nil && location.speed == .zero && location.geo == nil)
    #expect(walk.agent.counts.fixes == 1)
  }

  @Test(arguments: [Milliseconds(500), 1_000, 2_500]) func theIntervalIsKept(interval: Milliseconds) {
    var settings = AgentSettings.everySecond
    settings.locationInterval = interval
    let walk = Walk(settings: settings)
    walk.stand(at: point(4, 4), floor: 0, for: 20_000)
    let times = walk.taken().locations.map(\.time)
    #expect(times == Array(stride(from: 500, through: 20_000, by: Int(interval))).map { Milliseconds($0) })
    #expect(walk.agent.counts.fixes == 40)
  }

  @Test func standingItFindsThePlace() throws {
    let walk = Walk()
    walk.stand(at: point(11, 3), floor: 0, for: 20_000)
    let last = try #require(walk.taken().locations.last)
    #expect(last.position.distance(to: point(11, 3)) < metres(1.5))
    #expect(last.accuracy > Metres(1) && last.accuracy < Metres(3))
  }

  @Test func itFollowsAWalkAndTellsSpeedAndHeading() throws {
    let walk = Walk()
    walk.stand(at: point(2, 4), floor: 0, for: 6_000)
    _ = walk.taken()
    walk.go(from: point(2, 4), to: point(14, 4), floor: 0, in: 10_000)
    let locations = walk.taken().locations
    #expect(locations.count == 10)
    let errors = locations.map { location in
      let way = Double(location.time - 6_000) / 1_000 * 1.2
      return location.position.distance(to: point(2 + way, 4)).real
    }
    #expect((errors.max() ?? 9) < 3.5)
    #expect(errors.reduce(0, +) / 10 < 2)
    let moving = locations.filter(\.hasMotion)
    #expect(moving.count >= 5)
    // To the right: 90° from the map's up.
    for location in moving.suffix(4) { #expect(abs((location.heading?.tenthsOfDegree ?? 0) - 900) < 450) }
    #expect(moving.contains { $0.speed > MetresPerSecond(1, over: 2) && $0.speed <= MetresPerSecond(2) })
  }

  /// The map's up points east where `orientation` (north, clockwise from up) is 270°.
  @Test func headingCountsFromNorth() throws {
    var site = Building.site
    for map in site.maps.indices { site.maps[map].orientation = 270 }
    let walk = Walk(site)
    walk.stand(at: point(2, 4), floor: 0, for: 6_000)
    walk.go(from: point(2, 4), to: point(14, 4), floor: 0, in: 10_000)
    let heading = try #require(walk.taken().locations.last { $0.hasMotion }?.heading)
    #expect(abs(heading.tenthsOfDegree - 1_800) < 450)
  }

  @Test func silenceTurnsToDeadReckoningAndLosesAccuracy() {
    let walk = Walk()
    walk.stand(at: point(4, 4), floor: 0, for: 10_000)
    _ = walk.taken()
    walk.beSilent(for: 25_000)
    let locations = walk.taken().locations
    #expect(locations.count == 25)
    for location in locations {
      // What was heard at 10 s belongs to the tick that ends at 10.5 s.
      #expect(location.latency == location.time - 10_500)
      #expect(location.source == (location.latency > 3_000 ? .deadReckoning : .beacons))
      // While the surface is live it still spreads, and its mean with it; then it rests.
      let moved = location.position.distance(to: locations[0].position)
      #expect(moved < Metres(1, over: 2))
      if location.latency > 4_000 { #expect(location.position == locations[24].position) }
    }
    for (before, after) in zip(locations.dropFirst(2), locations.dropFirst(3)) {
      #expect(after.accuracy > before.accuracy)
    }
    #expect(locations[24].accuracy > Metres(6))
  }

  @Test func aBeaconOutsideItsMapStillGivesAPosition() throws {
    var site = Building.site
    for beam in site.beams.indices { site.beams[beam].position = point(-30, 40) }
    site.zones = []
    site.vertices = []
    let walk = Walk(site)
    for tick in 1...20 {
      walk.agent.hear(Building.sighting(0, 0, -60), at: Milliseconds(tick) * 400)
      walk.agent.hear(Building.sighting(0, 1, -60), at: Milliseconds(tick) * 400)
      walk.agent.hear(Building.sighting(0, 2, -60), at: Milliseconds(tick) * 400)
    }
    walk.advance(to: 8_500)
    let location = try #require(walk.taken().locations.last)
    #expect((0...16).contains(location.position.x.real) && (0...8).contains(location.position.y.real))
  }
}
