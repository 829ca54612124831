import FixedPoint
import Places
import Testing

@testable import Agent

/// Zones and virtual beacons on a simulated walk.
@Suite struct PlacesTests {
  @Test(arguments: UInt64(1)...5) func aWalkThroughAZoneIsOneVisit(seed: UInt64) {
    let walk = Walk(seed: seed)
    walk.stand(at: point(1, 4), floor: 0, for: 5_000)
    walk.go(from: point(1, 4), to: point(8, 4), floor: 0, in: 7_000)
    walk.stand(at: point(8, 4), floor: 0, for: 10_000)
    walk.go(from: point(8, 4), to: point(15, 4), floor: 0, in: 7_000)
    walk.stand(at: point(15, 4), floor: 0, for: 10_000)
    let events = walk.taken()
    #expect(events.story == "map 0, floor+ 0, zone+ 0, zone- 0")
    var enteredAt: Milliseconds?
    for event in events {
      if case .zoneEnter(let visit) = event {
        // Within two seconds of the dwell and three of the position's lag.
        #expect((10_000...15_500).contains(visit.time) && visit.since == visit.time)
        #expect((6...10).contains(visit.position.x.real))
        enteredAt = visit.time
      }
      if case .zoneExit(let visit) = event {
        #expect(visit.since == enteredAt)
        #expect((24_000...36_000).contains(visit.time))
        #expect(visit.position.x > Metres(10))
      }
    }
  }

  @Test func aVirtualBeaconComesNearRepeatsAndGoes() {
    let walk = Walk()
    walk.stand(at: point(8, 4), floor: 0, for: 20_000)
    let ranges = walk.taken().compactMap { event -> VirtualBeaconRange? in
      if case .virtualBeacon(let range) = event { return range }
      return nil
    }
    #expect(ranges.allSatisfy { $0.beacon == 0 && ($0.proximity == .near || $0.proximity == .immediate) })
    #expect(ranges.count >= 3 && ranges.count <= 6)
    for range in ranges { #expect(range.distance == range.position.distance(to: point(8, 4))) }
  }

  /// What is told of a beacon when its floor is left or everything falls silent: once, that it is gone.
  @Test(arguments: [true, false]) func leavingTheFloorTakesItsBeaconsAlong(isLost: Bool) {
    let walk = Walk()
    walk.stand(at: point(8, 4), floor: 0, for: 10_000)
    _ = walk.taken()
    if isLost { walk.beSilent(for: 60_000) } else { walk.stand(at: point(8, 4), floor: 1, for: 20_000) }
    let events = walk.taken()
    var isGone = false
    for event in events {
      switch event {
      case .virtualBeacon(let range) where range.beacon == 0:
        #expect(!isGone)
        #expect(range.distance < Metres(16), "\(range.proximity) at \(range.distance.real) m")
        if range.proximity == .unknown { isGone = true }
      case .floorExit: #expect(isGone)
      default: break
      }
    }
    #expect(isGone)
  }

  @Test func aBeaconIsFoundAgainAfterALoss() {
    let walk = Walk()
    walk.stand(at: point(8, 4), floor: 0, for: 6_000)
    walk.beSilent(for: 60_000)
    _ = walk.taken()
    walk.stand(at: point(8, 4), floor: 0, for: 6_000)
    let words = walk.taken().compactMap(\.word)
    #expect(words.first == "map 0")
    #expect(words.contains("near 0") || words.contains("immediate 0"))
  }
}
