import FixedPoint
import Host

/// Keeps a replay at a multiple of real time.
struct ReplayPace {
  private let speed: Int64
  private let start: Milliseconds
  private let began: Milliseconds

  init(speed: Int, start: Milliseconds) {
    self.speed = Int64(speed)
    self.start = start
    began = Clock.bootMilliseconds
  }

  /// The agent's time that is due now.
  func recordedTime() -> Milliseconds? {
    start.addingSaturating((Clock.bootMilliseconds - began).multipliedSaturating(by: speed))
  }

  /// How long to wait until `time` is due, ms; at least 1.
  func wait(until time: Milliseconds) -> Milliseconds {
    let due = began.addingSaturating(time.subtractingSaturating(start) / speed)
    return max(due.subtractingSaturating(Clock.bootMilliseconds), 1)
  }
}
