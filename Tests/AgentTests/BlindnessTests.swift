import FixedPoint
import Regions
import Testing

@testable import Agent

/// Blind is not gone.
@Suite struct BlindnessTests {
  private func settled(regions: [Region] = [Watched.lobby]) -> EdgeWalk {
    let walk = EdgeWalk(regions: regions)
    walk.sources = [.init(identity: Watched.lobbyBeacon())]
    walk.stand(at: point(8, 4), floor: 0, for: 20_000)
    #expect(walk.story() == "searching, region+ 0, map 0, floor+ 0, tracking, zone+ 0")
    return walk
  }

  @Test func tenDeafMinutesLeaveNothing() throws {
    let walk = settled()
    walk.setHearing(false)
    walk.run(for: 600_000)
    let events = walk.taken()
    #expect(events.story == "deadReckoning")
    #expect(!events.contains { if case .virtualBeacon = $0 { true } else { false } })
    // The position goes on, older and less certain.
    #expect(events.locations.count == 600)
    let last = try #require(events.locations.last)
    #expect(last.source == .deadReckoning && last.latency >= 599_000)
    let accuracies = events.locations.dropFirst(5).map(\.accuracy)
    #expect(zip(accuracies, accuracies.dropFirst()).allSatisfy { $0 < $1 })
    #expect(last.accuracy > Metres(100))
    #expect(!walk.hearsBeacons)

    walk.setHearing(true)
    walk.stand(at: point(8, 4), floor: 0, for: 20_000)
    #expect(walk.story() == "tracking")
    walk.sources = []
    walk.run(for: 100_000)
    #expect(walk.story() == "deadReckoning, region- 0, zone- 0, floor- 0, searching, idle silence, idle")
  }

  @Test func afterDeafnessSilenceGoesOnFromWhereItStood() {
    let walk = settled()
    walk.sources = []
    walk.run(for: 20_000)
    walk.setHearing(false)
    walk.run(for: 600_000)
    walk.setHearing(true)
    walk.run(for: 9_000)
    #expect(walk.story() == "deadReckoning")
    walk.run(for: 2_000)
    #expect(walk.story() == "region- 0, zone- 0, floor- 0, searching")
    walk.run(for: 28_500)
    #expect(walk.story() == "")
    walk.run(for: 1_000)
    #expect(walk.story() == "idle silence, idle")
  }

  /// A board that walked out of its zone just before: nobody saw it stay outside.
  @Test func aDwellIsNotFulfilledByDeafness() {
    let walk = EdgeWalk()
    walk.stand(at: point(8, 4), floor: 0, for: 20_000)
    walk.go(from: point(8, 4), to: point(13, 4), floor: 0, in: 4_000)
    walk.setHearing(false)
    let before = walk.story()
    #expect(before == "searching, map 0, floor+ 0, tracking, zone+ 0")
    walk.run(for: 60_000)
    walk.setHearing(true)
    walk.run(for: 400)
    #expect(walk.story() == "deadReckoning")
    walk.stand(at: point(8, 4), floor: 0, for: 20_000)
    #expect(walk.story() == "tracking")
  }

  /// A radio that is set up anew for another duty is deaf for an instant; that changes nothing.
  @Test func shortPausesAreHarmless() {
    let walk = settled()
    for _ in 0..<100 {
      walk.setHearing(false)
      walk.run(for: 50)
      walk.setHearing(true)
      walk.stand(at: point(8, 4), floor: 0, for: 950)
    }
    #expect(walk.story() == "")
  }

  @Test func deafAndIdle() {
    let walk = EdgeWalk(settings: .soonAtRest, regions: [Watched.lobby])
    walk.noteMotion(.line, false)
    walk.sources = [.init(identity: Watched.lobbyBeacon())]
    walk.stand(at: point(8, 4), floor: 0, for: 31_000)
    #expect(walk.mode == .idle)
    _ = walk.taken()
    walk.setHearing(false)
    walk.run(for: 3_600_000)
    #expect(walk.story() == "")
    // Motion wakes a deaf agent too: it will search as soon as it can.
    walk.noteMotion(.line, true)
    walk.run(for: 600_000)
    #expect(walk.story() == "wakeup motion, waking")
    walk.setHearing(true)
    walk.stand(at: point(8, 4), floor: 0, for: 10_000)
    #expect(walk.story() == "tracking")
  }

  /// The program was suspended: silence of that time is nobody's.
  @Test func timeWithoutTheProgramIsPassedOver() {
    let walk = settled()
    walk.suspend(for: 8 * 3_600_000)
    #expect(walk.story() == "searching")
    walk.stand(at: point(8, 4), floor: 0, for: 5_000)
    #expect(walk.story() == "tracking")
    walk.suspend(for: 8 * 3_600_000)
    walk.sources = []
    walk.run(for: 31_000)
    #expect(walk.story() == "searching, zone- 0, floor- 0, region- 0")
  }

  /// Hours of a dead radio are not made up for position by position.
  @Test func lateTicksOfADeafRadioArePassedOver() {
    let walk = settled()
    walk.setHearing(false)
    let fixes = walk.agent.counts.fixes
    walk.agent.advance(to: 30 * 24 * 3_600_000)
    walk.collect()
    #expect(walk.taken().locations.count <= 25)
    #expect(walk.agent.counts.fixes <= fixes + 50)
    #expect(walk.agent.regionStates[0].presence == .inside)
  }
}
