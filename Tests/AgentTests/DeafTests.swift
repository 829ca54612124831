import FixedPoint
import Testing

@testable import Agent

/// Positioning while the radio is deaf, and after time that was passed over.
@Suite struct DeafTests {
  private func settled() -> Walk {
    let walk = Walk()
    walk.stand(at: point(8, 4), floor: 0, for: 10_000)
    #expect(walk.taken().story == "map 0, floor+ 0, zone+ 0")
    return walk
  }

  @Test func deafnessLosesNothing() throws {
    let walk = settled()
    walk.setHearing(false)
    walk.beSilent(for: 5_000)
    for _ in 0..<60 { walk.beSilent(for: 10_000) }
    let events = walk.taken()
    #expect(events.story == "")
    #expect(!events.contains { if case .virtualBeacon = $0 { true } else { false } })
    let last = try #require(events.locations.last)
    #expect(last.time == 614_500 && last.latency == 604_000 && last.source == .deadReckoning)
    #expect(last.accuracy > Metres(100))
    walk.setHearing(true)
    walk.beSilent(for: 29_000)
    #expect(walk.taken().story == "")
    // 30 s of silence that somebody listened to, and then the tick after them.
    walk.beSilent(for: 2_000)
    #expect(walk.taken().story == "zone- 0, floor- 0")
  }

  @Test func heardAgainItGoesOn() {
    let walk = settled()
    walk.setHearing(false)
    walk.beSilent(for: 600_000)
    walk.setHearing(true)
    walk.stand(at: point(8, 4), floor: 0, for: 10_000)
    let events = walk.taken()
    #expect(events.story == "")
    #expect(events.locations.suffix(9).allSatisfy { $0.source == .beacons })
  }

  @Test func timePassedOverIsNoSilenceAndTellsNothing() {
    let walk = settled()
    walk.time += 3_600_000
    walk.agent.passOver(to: walk.time, isHearing: true)
    #expect(walk.agent.nextDeadline == walk.time + 500 && walk.agent.isOnFloor)
    walk.beSilent(for: 20_000)
    #expect(walk.taken().isEmpty)
    walk.stand(at: point(8, 4), floor: 0, for: 5_000)
    let events = walk.taken()
    #expect(events.story == "" && events.locations.count == 5)
    #expect(walk.agent.latestSource == .beacons)
  }

  @Test func whatWasTakenAwayIsLostOnce() {
    let walk = settled()
    walk.time += 3_600_000
    walk.agent.passOver(to: walk.time, isHearing: true)
    walk.beSilent(for: 60_000)
    let events = walk.taken()
    #expect(events.story == "zone- 0, floor- 0" && events.locations.isEmpty)
  }

  @Test func leavingTellsAllExitsAtOnce() {
    let walk = settled()
    walk.agent.leave()
    walk.beSilent(for: 0)
    #expect(walk.taken().story == "zone- 0, floor- 0")
    #expect(walk.agent.nextDeadline != nil)
    walk.beSilent(for: 60_000)
    #expect(walk.taken().isEmpty && walk.agent.nextDeadline == nil)
  }
}
