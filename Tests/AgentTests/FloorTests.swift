import FixedPoint
import Testing

@testable import Agent

@Suite struct FloorTests {
  /// Stands in zone 0 on floor 0, then on floor 1 in zone 1.
  private func ride(_ walk: Walk, for duration: Milliseconds = 20_000) -> [AgentEvent] {
    walk.stand(at: point(8, 4), floor: 0, for: 12_000)
    walk.stand(at: point(3, 4), floor: 1, for: duration)
    return walk.taken()
  }

  @Test(arguments: UInt64(1)...5) func oneChangeAndTheOldFloorsZonesFirst(seed: UInt64) {
    let events = ride(Walk(seed: seed))
    #expect(events.story == "map 0, floor+ 0, zone+ 0, zone- 0, floor- 0, map 1, floor+ 1, zone+ 1")
    var changedAt: Milliseconds?
    for event in events {
      if case .floorExit(let visit) = event {
        #expect(visit.map == 0 && visit.since == 500)
        changedAt = visit.time
      }
    }
    // The dwell of 4 s, and some for the old floor's evidence to fade.
    #expect((16_000...21_000).contains(changedAt ?? 0), "\(changedAt ?? 0)")
  }

  /// Coordinates of one map are never told with another map's things.
  @Test func everyPlaceBelongsToItsFloor() {
    var settings = AgentSettings.everySecond
    settings.locationInterval = 500
    var map = -1
    var last = point(0, 0)
    var lost = 0
    let events = ride(Walk(settings: settings, seed: 2))
    for event in events {
      switch event {
      case .map(let index, _): map = index
      case .location(let location):
        #expect(location.map == map)
        last = location.position
      case .zoneEnter(let visit): #expect(visit.zone == map)
      case .zoneExit(let visit):
        #expect(visit.zone == map)
        #expect(events.locations.contains { $0.map == map && $0.position == visit.position })
      case .virtualBeacon(let range):
        #expect(range.beacon == map)
        let place = map == 0 ? point(8, 4) : point(3, 4)
        #expect(range.distance == range.position.distance(to: place))
        #expect(events.locations.contains { $0.map == map && $0.position == range.position })
        if range.proximity == .unknown { lost += 1 }
      case .floorEnter(let visit), .floorExit(let visit): #expect(visit.map == map)
      case .regionEnter, .regionExit, .regionRange, .wakeup, .idle, .mode: Issue.record("unexpected \(event)")
      }
    }
    #expect(map == 1)
    #expect(last.distance(to: point(3, 4)) < Metres(2))
    #expect(lost == 1)
  }

  /// Most beacons are set to one advertisement a second or less to spare the battery.
  @Test(arguments: [1_000, 2_000] as [Milliseconds], UInt64(1)...3) func slowBeaconsChangeTheFloorToo(
    interval: Milliseconds, seed: UInt64
  ) {
    let walk = Walk(seed: seed)
    walk.advertisingInterval = interval
    walk.ceilingLoss = 18
    let events = ride(walk, for: 25_000).filter { event in
      if case .zoneEnter = event { return false }
      if case .zoneExit = event { return false }
      return true
    }
    #expect(events.story == "map 0, floor+ 0, floor- 0, map 1, floor+ 1")
  }

  @Test func oneLoudBeaconOverheadChangesNothing() {
    let walk = Walk()
    walk.stand(at: point(8, 4), floor: 0, for: 10_000)
    for _ in 0..<100 {
      walk.stand(at: point(8, 4), floor: 0, for: 200)
      walk.agent.hear(Building.sighting(1, 2, -45), at: walk.time)
    }
    let story = walk.taken().story
    #expect(story == "map 0, floor+ 0, zone+ 0")
  }
}
