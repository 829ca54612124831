import FixedPoint
import Testing

@testable import Agent

@Suite struct ClockTests {
  @Test func timeGoingBackIsCountedAndHarmless() {
    let walk = Walk(at: 100_000)
    walk.stand(at: point(8, 4), floor: 0, for: 5_000)
    _ = walk.taken()
    walk.agent.advance(to: 104_999)
    walk.agent.advance(to: .min)
    walk.agent.hear(Building.sighting(0, 1, -60), at: 5)
    walk.agent.hear(Building.sighting(0, 1, -60), at: -5)
    #expect(walk.agent.counts.timeReversals == 4)
    #expect(walk.agent.now == 105_000)
    #expect(walk.agent.takeEvents().count == 0)
    walk.time = 105_000
    walk.stand(at: point(8, 4), floor: 0, for: 5_000)
    #expect(walk.taken().locations.count == 5)
    #expect(walk.agent.counts.timeReversals == 4)
  }

  @Test func aJumpAheadIsASilence() {
    let walk = Walk()
    walk.stand(at: point(8, 4), floor: 0, for: 10_000)
    _ = walk.taken()
    walk.time = 10_000_000
    walk.stand(at: point(8, 4), floor: 0, for: 10_000)
    #expect(walk.taken().story == "zone- 0, floor- 0, map 0, floor+ 0, zone+ 0")
  }

  private static let extremes: [Milliseconds] = [.min, .min + 1, -1, 0, 1, .max - 30_000, .max - 1, .max]

  @Test(arguments: ClockTests.extremes, ClockTests.extremes) func extremeTimesNeitherTrapNorHang(
    first: Milliseconds, second: Milliseconds
  ) {
    var agent = LocationAgent(site: Building.site, settings: .everySecond)
    for time in [first, second, first, .max, .min, 0] {
      agent.hear(Building.sighting(0, 1, -60), at: time)
      agent.advance(to: time)
      agent.hear(Building.sighting(0, 2, -65), at: time)
    }
    #expect(agent.now == .max)
    #expect(agent.counts.sightings == 12)
    let story = agent.takeEvents().story
    #expect(story == "" || story.hasPrefix("map 0, floor+ 0"))
  }

  @Test func timesBeforeZeroAreTimesLikeOthers() {
    let walk = Walk(at: -20_000)
    walk.stand(at: point(8, 4), floor: 0, for: 40_000)
    let events = walk.taken()
    #expect(events.story == "map 0, floor+ 0, zone+ 0")
    #expect(events.locations.map(\.time) == (0..<40).map { -19_500 + 1_000 * $0 })
  }

  /// The same inputs give the same events, in every word and number.
  @Test func theSameInputsGiveTheSameEvents() {
    func told(advancesBetween: Int) -> [String] {
      let walk = Walk(seed: 3)
      walk.advancesBetween = advancesBetween
      walk.stand(at: point(2, 4), floor: 0, for: 4_000)
      walk.go(from: point(2, 4), to: point(8, 4), floor: 0, in: 5_000)
      walk.stand(at: point(4, 4), floor: 1, for: 12_000)
      for _ in 0..<(1 + advancesBetween) { walk.beSilent(for: 50_000 / Milliseconds(1 + advancesBetween)) }
      return walk.taken().map(\.text)
    }
    let once = told(advancesBetween: 0)
    #expect(once.count > 30)
    #expect(told(advancesBetween: 0) == once)
    #expect(told(advancesBetween: 3) == once)
  }

  @Test func eventsAreHandedOutOnce() {
    var agent = LocationAgent(site: Building.site, settings: .everySecond)
    agent.hear(Building.sighting(0, 1, -60), at: 0)
    agent.advance(to: 500)
    #expect(agent.takeEvents().count == 3)
    #expect(agent.takeEvents().count == 0)
  }
}
