import FixedPoint
import Testing

@testable import Regions

/// What a restart brings along.
@Suite struct RestoredTests {
  private func restored(_ presence: RegionState.Presence) -> Watch {
    Watch([Lobby.region()], states: [RegionState(restored: presence, since: -500_000)], at: 1_000)
  }

  @Test func insideStaysInside() {
    let watch = restored(.inside)
    #expect(watch.states[0].presence == .inside && watch.states[0].since == -500_000)
    watch.hear(Lobby.beacon(), at: 25_000)
    #expect(watch.story() == "")
    watch.advance(to: 100_000)
    #expect(watch.story() == "-0 at 55000 since -500000")
  }

  @Test func insideAndNotHeardAnyMoreIsLeftOnce() {
    let watch = restored(.inside)
    watch.advance(to: 30_999)
    #expect(watch.story() == "")
    watch.advance(to: 3_600_000)
    #expect(watch.story() == "-0 at 31000 since -500000")
  }

  @Test func outsideIsEntered() {
    let watch = restored(.outside)
    #expect(watch.monitor.nextDeadline == nil)
    watch.advance(to: 100_000)
    #expect(watch.states[0].since == -500_000)
    watch.hear(Lobby.beacon(), at: 100_000)
    #expect(watch.story() == "+0 at 100000")
  }

  @Test func aRadioThatStartsLateLeavesTheSilenceWhole() {
    let watch = restored(.inside)
    watch.setHearing(false, at: 1_000)
    watch.advance(to: 60_000)
    watch.setHearing(true, at: 60_000)
    watch.advance(to: 100_000)
    #expect(watch.story() == "-0 at 90000 since -500000")
  }
}
