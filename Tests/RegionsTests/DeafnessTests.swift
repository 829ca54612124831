import Advertisement
import FixedPoint
import Testing

@testable import Regions

/// Blind is not gone.
@Suite struct DeafnessTests {
  @Test func tenDeafMinutesAreNoExit() {
    let watch = Watch([Lobby.region()])
    watch.hear(Lobby.beacon(), at: 0)
    watch.setHearing(false, at: 20_000)
    #expect(watch.monitor.nextDeadline == nil && !watch.monitor.isInDoubt)
    watch.advance(to: 620_000)
    watch.setHearing(true, at: 620_000)
    #expect(watch.story() == "+0 at 0")
    // The silence goes on from where it stood: 20 s before, 10 s after.
    watch.advance(to: 629_999)
    #expect(watch.story() == "")
    watch.advance(to: 630_000)
    #expect(watch.story() == "-0 at 630000 since 0")
  }

  @Test func heardAgainIsNoEvent() {
    let watch = Watch([Lobby.region()])
    watch.hear(Lobby.beacon(), at: 0)
    watch.setHearing(false, at: 20_000)
    watch.setHearing(true, at: 620_000)
    watch.hear(Lobby.beacon(), at: 621_000)
    watch.advance(to: 650_999)
    #expect(watch.story() == "+0 at 0")
    watch.advance(to: 1_000_000)
    #expect(watch.story() == "-0 at 651000 since 0")
  }

  /// A beacon that had been silent for nearly long enough gets a chance to be heard by ears that have just opened.
  @Test func afterDeafnessTheRadioListensBeforeItJudges() {
    let watch = Watch([Lobby.region()])
    watch.hear(Lobby.beacon(), at: 0)
    watch.setHearing(false, at: 29_900)
    watch.setHearing(true, at: 100_000)
    watch.advance(to: 104_999)
    #expect(watch.story() == "+0 at 0")
    watch.hear(Lobby.beacon(), at: 104_999)
    watch.advance(to: 134_998)
    #expect(watch.story() == "")

    // A pause of 20 ms, as of a scan that is set up anew, delays by 20 ms only.
    watch.setHearing(false, at: 134_998)
    watch.setHearing(true, at: 135_018)
    watch.advance(to: 200_000)
    #expect(watch.story() == "-0 at 135038 since 0")
  }

  @Test func unknownStaysUnknownWhileDeaf() {
    let watch = Watch([Lobby.region(), Lobby.region(sightings: 2)])
    watch.setHearing(false, at: 0)
    watch.setHearing(false, at: 10)
    watch.advance(to: 3_600_000)
    #expect(watch.states.map(\.presence) == [.unknown, .unknown])
    watch.setHearing(true, at: 3_600_000)
    watch.setHearing(true, at: 3_600_000)
    watch.advance(to: 3_630_000)
    #expect(watch.states.map(\.presence) == [.outside, .outside])
    #expect(watch.story() == "")
  }

  /// A radio that comes and goes: what counts is the sum of the time in which it heard.
  @Test func manyPausesAddUp() {
    let watch = Watch([Lobby.region()])
    watch.hear(Lobby.beacon(), at: 0)
    for turn in 0..<29 as Range<Milliseconds> {
      watch.setHearing(false, at: turn * 10_000 + 1_000)
      watch.setHearing(true, at: turn * 10_000 + 10_000)
    }
    #expect(watch.story() == "+0 at 0")
    // 29 s were heard; the last pause asks for 5 s after it.
    watch.advance(to: 400_000)
    #expect(watch.story() == "-0 at 295000 since 0")
  }

  /// Each pause asks for a while of listening, but not for more and more of it: 35 s in all, in seconds of which nine in
  /// ten are deaf.
  @Test func aRadioThatNeverSettlesDelaysOnce() {
    let watch = Watch([Lobby.region()])
    watch.hear(Lobby.beacon(), at: 0)
    for turn in 0..<100 as Range<Milliseconds> {
      watch.setHearing(true, at: turn * 10_000)
      watch.setHearing(false, at: turn * 10_000 + 1_000)
    }
    #expect(watch.story() == "+0 at 0, -0 at 341000 since 0")
  }

  /// Sightings that were on their way when the radio went deaf count.
  @Test func lateSightingsCount() {
    let watch = Watch([Lobby.region()])
    watch.setHearing(false, at: 0)
    watch.hear(Lobby.beacon(), at: 50)
    #expect(watch.story() == "+0 at 50")
    watch.setHearing(true, at: 10_050)
    watch.advance(to: 100_000)
    #expect(watch.story() == "-0 at 40050 since 50")
  }

  @Test func theClockStandsStillAndNeverGoesBack() {
    var clock = ListeningClock()
    #expect(clock.reading(at: 500) == 500)
    clock.setHearing(false, at: 1_000)
    #expect([500, 1_000, 9_000].map { clock.reading(at: $0) } == [500, 1_000, 1_000])
    #expect(clock.due(silence: 1, since: 0) == nil)
    #expect(!clock.isComplete(silence: 0, since: 0, at: .max))
    clock.setHearing(true, at: 3_000)
    #expect(clock.reading(at: 3_500) == 1_500)
    // Deaf for 2 s: 2 s of listening at least.
    #expect(clock.due(silence: 1_000, since: 500) == 5_000)
    #expect(clock.due(silence: 10_000, since: 500) == 12_500)
    // Time that goes back counts as none.
    clock.setHearing(false, at: 4_000)
    clock.setHearing(true, at: 2_000)
    #expect(clock.reading(at: 4_000) == 2_000)
  }
}
