import FixedPoint
import Testing

@testable import Regions

/// When a radio at a low duty should listen closely, and when the caller must call again.
@Suite struct DoubtTests {
  @Test func beforeAnExit() {
    let watch = Watch([Lobby.region()])
    watch.hear(Lobby.beacon(), at: 0)
    #expect(!watch.monitor.isInDoubt && watch.monitor.nextDeadline == 20_000)
    watch.advance(to: 20_000)
    #expect(watch.monitor.isInDoubt && watch.monitor.nextDeadline == 30_000)
    watch.hear(Lobby.beacon(), at: 21_000)
    #expect(!watch.monitor.isInDoubt && watch.monitor.nextDeadline == 41_000)
    watch.advance(to: 51_000)
    #expect(!watch.monitor.isInDoubt && watch.monitor.nextDeadline == nil)
    #expect(watch.story() == "+0 at 0, -0 at 51000 since 0")
  }

  @Test func aShortSilenceIsInDoubtForItsSecondHalf() {
    let watch = Watch([Lobby.region(exitAfter: 6_000)])
    watch.hear(Lobby.beacon(), at: 0)
    watch.advance(to: 2_999)
    #expect(!watch.monitor.isInDoubt)
    watch.advance(to: 3_000)
    #expect(watch.monitor.isInDoubt)
  }

  @Test func whenAStayMayBegin() {
    let watch = Watch([Lobby.region(sightings: 3)])
    watch.advance(to: 100_000)
    watch.hear(Lobby.beacon(), at: 100_000)
    #expect(watch.monitor.isInDoubt && watch.monitor.nextDeadline == 110_000)
    watch.hear(Lobby.beacon(), at: 103_000)
    #expect(watch.monitor.isInDoubt && watch.monitor.nextDeadline == 113_000)
    watch.advance(to: 113_000)
    // Listening closely did not help; the series itself ends later.
    #expect(!watch.monitor.isInDoubt && watch.monitor.nextDeadline == 133_000)
    watch.advance(to: 133_000)
    #expect(watch.monitor.nextDeadline == nil && watch.states[0].sightings == 0)
  }

  /// Sightings of a region that is inside cost no search for the next deadline; it may come early, never late.
  @Test func theDeadlineIsNeverLate() {
    let watch = Watch([Lobby.region()])
    var heard: Milliseconds = 0
    for time in stride(from: 0, to: 600_000, by: 700) as StrideTo<Milliseconds> {
      watch.hear(Lobby.beacon(), at: time)
      heard = time
      #expect((watch.monitor.nextDeadline ?? .max) <= time + 20_000)
    }
    var calls = 0
    while let deadline = watch.monitor.nextDeadline {
      watch.advance(to: deadline)
      calls += 1
    }
    #expect(calls <= 3)
    #expect(watch.story() == "+0 at 0, -0 at \(heard + 30_000) since 0")
  }
}
