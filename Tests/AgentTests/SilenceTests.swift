import FixedPoint
import Testing

@testable import Agent

@Suite struct SilenceTests {
  private func settled(_ settings: AgentSettings = .everySecond) -> Walk {
    let walk = Walk(settings: settings)
    walk.stand(at: point(8, 4), floor: 0, for: 10_000)
    #expect(walk.taken().story == "map 0, floor+ 0, zone+ 0")
    return walk
  }

  @Test func afterThirtySecondsZonesAndFloorAreLeft() {
    let walk = settled()
    // What was heard at 10 s belongs to the tick that ends at 10.5 s.
    walk.beSilent(for: 30_000)
    #expect(walk.taken().story == "")
    walk.beSilent(for: 500)
    let events = walk.taken()
    #expect(events.story == "zone- 0, floor- 0")
    #expect(events.locations.isEmpty)
    guard case .floorExit(let visit)? = events.last else {
      Issue.record("the floor's exit is not the last event: \(events)")
      return
    }
    #expect(visit.time == 40_500 && visit.since == 500)
    walk.beSilent(for: 3_600_000)
    #expect(walk.taken().isEmpty)
  }

  @Test func theSettingDecides() {
    var settings = AgentSettings.everySecond
    settings.lostAfter = 5_000
    let walk = settled(settings)
    walk.beSilent(for: 5_000)
    #expect(walk.taken().story == "")
    walk.beSilent(for: 500)
    #expect(walk.taken().story == "zone- 0, floor- 0")
  }

  /// A nonsensical setting must not stop the agent from telling where it is.
  @Test(arguments: [Milliseconds.min, -1, 0, .max]) func absurdSettings(value: Milliseconds) {
    var settings = AgentSettings.everySecond
    settings.lostAfter = value
    settings.locationInterval = value
    let walk = Walk(settings: settings)
    walk.stand(at: point(8, 4), floor: 0, for: 10_000)
    let events = walk.taken()
    #expect(events.story == "map 0, floor+ 0, zone+ 0")
    #expect(events.locations.count == (value == .max ? 1 : 20))
  }

  @Test func aReturnIsANewVisit() {
    let walk = settled()
    walk.beSilent(for: 100_000)
    _ = walk.taken()
    walk.stand(at: point(3, 4), floor: 1, for: 10_000)
    let events = walk.taken()
    #expect(events.story == "map 1, floor+ 1, zone+ 1")
    guard case .floorEnter(let visit)? = events.dropFirst().first else { return }
    #expect(visit.time == 110_500 && visit.since == 110_500)
    #expect(events.locations.count == 10)
  }

  @Test func anHourAndAYearAtOnceAreTheSameAsStepByStep() {
    let year: Milliseconds = 365 * 24 * 3_600_000
    let atOnce = settled()
    let stepped = settled()
    let start = ContinuousClock.now
    atOnce.advance(to: year)
    #expect(ContinuousClock.now - start < .seconds(2))
    for step in 1...1_000 { stepped.advance(to: 10_000 + Milliseconds(step) * 3_600) }
    stepped.advance(to: year)
    #expect(atOnce.taken().map(\.text) == stepped.taken().map(\.text))
    #expect(atOnce.agent.counts == stepped.agent.counts)
    // The ticks' beat goes on through the silence.
    for walk in [atOnce, stepped] {
      walk.stand(at: point(8, 4), floor: 0, for: 3_000)
      let events = walk.taken()
      #expect(events.story.hasPrefix("map 0, floor+ 0"))
      #expect(events.locations.map(\.time) == [500, 1_500, 2_500].map { year + $0 })
    }
  }
}
