import FixedPoint
import Testing

@testable import Motion

@Suite struct MotionHoldTests {
  @Test func theFirstStateIsTold() {
    var still = MotionHold()
    #expect(still.isMoving == nil && still.note(false, at: 0) == .resting)
    var moving = MotionHold()
    #expect(moving.note(true, at: 0) == .moving)
  }

  @Test func motionLastsUntilThereIsNoneForTwoSeconds() {
    var hold = MotionHold()
    _ = hold.note(false, at: 0)
    #expect(hold.end == nil)
    #expect(hold.note(true, at: 1_000) == .moving && hold.end == 3_000)
    #expect(hold.note(true, at: 2_500) == nil && hold.end == 4_500)
    #expect(hold.note(false, at: 4_499) == nil)
    #expect(hold.note(false, at: 4_500) == .resting && hold.end == nil)
    #expect(hold.note(false, at: 10_000) == nil)
    #expect(hold.note(true, at: 10_001) == .moving)
  }

  @Test func flickerIsOneMotion() {
    var hold = MotionHold()
    var changes: [MotionReport] = []
    for now in stride(from: Milliseconds(0), to: 60_000, by: 100) {
      if let change = hold.note(now % 1_500 == 0, at: now) { changes.append(change) }
    }
    #expect(changes == [.moving])
  }

  @Test func whatNeverSaidAnythingIsNotLost() {
    var hold = MotionHold()
    #expect(hold.lose() == nil)
    _ = hold.note(false, at: 0)
    #expect(hold.lose() == .lost && hold.lose() == nil && hold.isMoving == nil)
  }

  @Test func absurdTimesDoNotTrap() {
    for first in [Milliseconds.min, 0, .max] {
      for second in [Milliseconds.min, 0, .max] {
        var hold = MotionHold()
        #expect(hold.note(true, at: first) == .moving)
        _ = hold.note(false, at: second)
        _ = hold.end
      }
    }
  }
}
