import FixedPoint
import Testing

@testable import Lamps

@Suite struct RhythmTests {
  @Test func aRepeatingRhythm() {
    let rhythm = LampPattern.radioDead.rhythm  // 700, 200, 200, 1,000
    for base: Milliseconds in [0, 2_100, 2_100_000] {
      #expect(rhythm.isLit(after: base) && rhythm.isLit(after: base + 699))
      #expect(!rhythm.isLit(after: base + 700) && !rhythm.isLit(after: base + 899))
      #expect(rhythm.isLit(after: base + 900) && rhythm.isLit(after: base + 1_099))
      #expect(!rhythm.isLit(after: base + 1_100) && !rhythm.isLit(after: base + 2_099))
      #expect(rhythm.nextEdge(after: base) == base + 700)
      #expect(rhythm.nextEdge(after: base + 699) == base + 700)
      #expect(rhythm.nextEdge(after: base + 700) == base + 900)
      #expect(rhythm.nextEdge(after: base + 1_100) == base + 2_100)
    }
  }

  @Test func aRhythmThatPlaysOnce() {
    let rhythm = LampPattern.zoneExited.rhythm  // 600, 200, 600, 300
    #expect(rhythm.isLit(after: 1_399) && !rhythm.isLit(after: 1_400))
    #expect(rhythm.nextEdge(after: 1_400) == 1_700)
    #expect(!rhythm.isLit(after: 1_700) && !rhythm.isLit(after: 1_800))
    #expect(rhythm.nextEdge(after: 1_700) == nil)
  }

  @Test func steadyOnesNeverChange() {
    #expect(LampPattern.brokerConnected.rhythm.nextEdge(after: 0) == nil)
    #expect(LampPattern.dark.rhythm.nextEdge(after: 0) == nil)
  }

  @Test func absurdTimesDoNotTrap() {
    for pattern in LampPattern.all {
      for time in [Milliseconds.min, -1, .max - 1, .max] {
        _ = pattern.rhythm.isLit(after: time)
        if let edge = pattern.rhythm.nextEdge(after: time) { #expect(edge > time) }
      }
    }
    #expect(LampPattern.starting.rhythm.isLit(after: -5))
    #expect(LampPattern.starting.rhythm.nextEdge(after: .max) == nil)
    #expect(LampPattern.starting.rhythm[-1] == 0 && LampPattern.starting.rhythm[2] == 0)
  }
}
