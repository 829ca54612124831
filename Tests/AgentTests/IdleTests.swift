import Advertisement
import FixedPoint
import Regions
import Testing

@testable import Agent

@Suite struct IdleTests {
  // MARK: Nothing of the site

  @Test func silenceIdlesAfterEverythingWasLeft() {
    let walk = EdgeWalk()
    walk.stand(at: point(8, 4), floor: 0, for: 10_000)
    _ = walk.taken()
    walk.run(for: 59_900)
    #expect(walk.story() == "deadReckoning, zone- 0, floor- 0, searching")
    walk.run(for: 200)
    let events = walk.taken()
    #expect(events.story == "idle silence, idle")
    guard case .idle(let idling)? = events.first else { return }
    #expect(idling.time == 70_000)
    #expect(walk.duty == .idle && walk.agent.idleReason == .silence)
  }

  @Test func nothingAtAllIdlesAfterAMinute() {
    for site in [Building.site, Site()] {
      let walk = EdgeWalk(site, regions: [Watched.lobby])
      walk.run(for: 60_100)
      #expect(walk.story() == "searching, idle silence, idle")
    }
  }

  /// The position is never given up by idling: silence that loses it comes first, however it is set.
  @Test func idlingWaitsForTheLoss() {
    var settings = AgentSettings.everySecond
    settings.idleAfterSilence = 1_000
    settings.leastAwake = 0
    let walk = EdgeWalk(settings: settings)
    walk.stand(at: point(8, 4), floor: 0, for: 10_000)
    _ = walk.taken()
    walk.run(for: 31_000)
    #expect(walk.story() == "deadReckoning, zone- 0, floor- 0, idle silence, idle")
  }

  @Test func zeroIsNever() {
    var settings = AgentSettings.everySecond
    settings.idleAfterSilence = 0
    settings.idleWithoutMotion = 0
    let walk = EdgeWalk(settings: settings)
    walk.noteMotion(.line, false)
    walk.run(for: 3_600_000)
    #expect(walk.story() == "searching")
  }

  @Test func anIdleAgentIsLeftAlone() {
    let walk = EdgeWalk(regions: [Watched.lobby])
    walk.stand(at: point(8, 4), floor: 0, for: 10_000)
    walk.run(for: 61_000)
    #expect(walk.mode == .idle)
    _ = walk.taken()
    let fixes = walk.agent.counts.fixes
    let deadlines = walk.deadlines
    walk.run(for: 24 * 3_600_000)
    #expect(walk.deadlines == deadlines && walk.nextDeadline == nil)
    // A crowd of strangers changes nothing, and costs no call of its own.
    for number in 0..<1_000 as Range<UInt64> {
      let stranger = BeaconIdentity(iBeaconUUIDHigh: number << 40, uuidLow: number, major: 0, minor: 0)
      walk.agent.hear(Sighting(identity: stranger, rssi: -60, measuredPower: -59), at: walk.time)
    }
    #expect(walk.nextDeadline == nil && walk.mode == .idle)
    #expect(walk.agent.edgeCounts.idleSightings == 1_000)
    #expect(walk.agent.counts.fixes == fixes && walk.story() == "")
  }

  // MARK: No motion

  @Test func restIdlesAndKeepsThePosition() {
    let walk = EdgeWalk()
    walk.noteMotion(.line, true)
    walk.stand(at: point(8, 4), floor: 0, for: 10_000)
    walk.noteMotion(.line, false)
    #expect(walk.story() == "searching, map 0, floor+ 0, tracking, zone+ 0")
    walk.stand(at: point(8, 4), floor: 0, for: 599_900)
    #expect(walk.story() == "")
    walk.stand(at: point(8, 4), floor: 0, for: 200)
    #expect(walk.story() == "idle noMotion, idle")
    // Ten minutes among the site's beacons, of which a tenth is heard: no position, no exit, no wake-up.
    let fixes = walk.agent.counts.fixes
    walk.stand(at: point(8, 4), floor: 0, for: 600_000)
    #expect(walk.taken().isEmpty && walk.agent.counts.fixes == fixes)
    #expect(walk.duty == .idle && walk.hearsBeacons)
    walk.run(for: 3_600_000)
    #expect(walk.taken().isEmpty && !walk.hearsBeacons)
    walk.noteMotion(.line, true)
    walk.stand(at: point(8, 4), floor: 0, for: 5_000)
    let events = walk.taken()
    #expect(events.story == "wakeup motion, waking, tracking")
    #expect(events.locations.allSatisfy { $0.position.distance(to: point(8, 4)) < Metres(2) })
  }

  @Test func aBoardThatWasMovedMeanwhileIsFoundByTheEvidence() throws {
    let walk = EdgeWalk(settings: .soonAtRest)
    walk.noteMotion(.line, false)
    walk.stand(at: point(8, 4), floor: 0, for: 31_000)
    #expect(walk.story() == "searching, map 0, floor+ 0, tracking, zone+ 0, idle noMotion, idle")
    walk.run(for: 3_600_000)
    // Same floor, other end: no position is told before there is evidence for it.
    walk.noteMotion(.line, true)
    walk.noteMotion(.line, false)
    walk.stand(at: point(14, 2), floor: 0, for: 20_000)
    let events = walk.taken()
    #expect(events.story == "wakeup motion, waking, tracking, zone- 0")
    let last = try #require(events.locations.last)
    #expect(last.position.distance(to: point(14, 2)) < Metres(3))
    #expect(events.locations.allSatisfy { $0.source == .beacons })
    // Another floor.
    walk.stand(at: point(14, 2), floor: 0, for: 30_000)
    #expect(walk.story() == "idle noMotion, idle")
    walk.noteMotion(.line, true)
    walk.stand(at: point(3, 4), floor: 1, for: 20_000)
    #expect(walk.story() == "wakeup motion, waking, tracking, floor- 0, map 1, floor+ 1, zone+ 1")
  }

  @Test func aBoardThatWasTakenAwayLeavesOnceItListens() {
    let walk = EdgeWalk(settings: .soonAtRest)
    walk.noteMotion(.line, false)
    walk.stand(at: point(8, 4), floor: 0, for: 31_000)
    _ = walk.taken()
    walk.run(for: 3_600_000)
    walk.noteMotion(.line, true)
    walk.run(for: 29_000)
    #expect(walk.story() == "wakeup motion, waking")
    walk.run(for: 40_000)
    #expect(walk.story() == "zone- 0, floor- 0, idle silence, idle")
  }

  @Test func withoutAMotionInputRestIsNever() {
    let walk = EdgeWalk(settings: .soonAtRest)
    walk.stand(at: point(8, 4), floor: 0, for: 100_000)
    #expect(walk.mode == .tracking)
    walk.noteMotion(.radio, false)
    walk.stand(at: point(8, 4), floor: 0, for: 100_000)
    #expect(walk.mode == .tracking)
    walk.noteMotion(.odometry, false)
    walk.stand(at: point(8, 4), floor: 0, for: 30_100)
    #expect(walk.mode == .idle)
  }

  /// Any source that moves keeps awake; so does a position that moves.
  @Test func everySourceMustRest() {
    let walk = EdgeWalk(settings: .soonAtRest)
    walk.noteMotion(.line, false)
    walk.noteMotion(.accelerometer, true)
    walk.stand(at: point(8, 4), floor: 0, for: 100_000)
    #expect(walk.mode == .tracking)
    walk.noteMotion(.accelerometer, false)
    for _ in 0..<4 {
      walk.go(from: point(2, 4), to: point(14, 4), floor: 0, in: 10_000)
      walk.go(from: point(14, 4), to: point(2, 4), floor: 0, in: 10_000)
    }
    #expect(walk.mode == .tracking)
    walk.stand(at: point(2, 4), floor: 0, for: 40_000)
    #expect(walk.mode == .idle)
  }

  @Test func aRestThatNothingCouldEndEnds() {
    let walk = EdgeWalk(settings: .soonAtRest)
    walk.noteMotion(.line, false)
    walk.stand(at: point(8, 4), floor: 0, for: 31_000)
    #expect(walk.mode == .idle)
    _ = walk.taken()
    walk.agent.loseMotion(.line, at: walk.time)
    walk.stand(at: point(8, 4), floor: 0, for: 100_000)
    #expect(walk.story() == "wakeup motion, waking, tracking")
  }
}
