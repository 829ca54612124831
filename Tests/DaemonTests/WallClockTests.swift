import Testing

@testable import Daemon

/// 2026-01-05T08:00:00Z, ms.
private let morning: Int64 = 1_767_600_000_000

struct WallClockTests {
  @Test func aStepIsToldOnceWithItsSize() {
    var clock = WallClock(boot: 1_000, wall: morning, isSynchronised: true)
    #expect(clock.offset == morning - 1_000)
    #expect(clock.look(boot: 2_000, wall: morning + 1_000) { true } == .none)
    #expect(clock.look(boot: 3_000, wall: morning + 7_202_000) { true } == .jumped(7_200_000))
    #expect(clock.look(boot: 3_001, wall: morning + 7_202_001) { true } == .none)
    #expect(clock.look(boot: 4_000, wall: morning + 3_000) { true } == .jumped(-7_200_000))
    #expect(clock.jumps == 2)
    #expect(clock.offset == morning - 1_000)
  }

  @Test func slewingIsFollowedWithoutAJump() {
    var clock = WallClock(boot: 0, wall: morning, isSynchronised: true)
    for second in 1...1_000 {
      // 2 ms in a second: four times what the kernel slews by (500 ppm).
      let time = Int64(second) * 1_000
      #expect(clock.look(boot: time, wall: morning + time + time / 500) { true } != .jumped(0))
    }
    #expect(clock.jumps == 0)
    #expect(clock.offset == morning + 2_000)
  }

  @Test func twoClocksCutToMillisecondsDoNotFlicker() {
    var clock = WallClock(boot: 0, wall: morning, isSynchronised: true)
    for step in 1...100 {
      let time = Int64(step) * 1_000
      #expect(clock.look(boot: time, wall: morning + time + Int64(step % 3) - 1) { true } == .none)
      #expect(clock.offset == morning)
    }
  }

  @Test func synchronisationIsAskedNowAndThenOnly() {
    var clock = WallClock(boot: 0, wall: morning, isSynchronised: false)
    var questions = 0
    var changes: [WallClock.Change] = []
    for step in 1...200 {
      let time = Int64(step) * 100
      let change = clock.look(boot: time, wall: morning + time) {
        questions += 1
        return time > 12_000
      }
      if change != .none { changes.append(change) }
    }
    #expect(changes == [.synchronised(true)])
    #expect(clock.isSynchronised)
    #expect(questions == 4)
  }

  @Test func aClockBeforeThisProgramIsNotBelieved() {
    // A board without a battery starts in 1970, and its kernel may still say that all is well.
    var clock = WallClock(boot: 1_000, wall: 5_000, isSynchronised: true)
    #expect(!clock.isSynchronised)
    #expect(!clock.isCredible(at: 1_000))
    #expect(clock.look(boot: 2_000, wall: morning) { true } == .jumped(morning - 6_000))
    #expect(clock.look(boot: 2_001, wall: morning + 1) { true } == .synchronised(true))
    #expect(clock.isCredible(at: 2_001))
  }

  @Test func timesAtTheEndsOfTheRangeDoNotTrap() {
    var clock = WallClock(boot: .max, wall: .min, isSynchronised: true)
    _ = clock.look(boot: .min, wall: .max) { true }
    _ = clock.look(boot: .max, wall: .max) { false }
    #expect(clock.isCredible(at: .max))
  }
}
