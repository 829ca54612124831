import FixedPoint

/// Watches for a scan that is on but tells nothing. Pure.
///
/// A silent controller can't be told from a place without beacons. So the first remedy is the lightest, a heavier one
/// follows only after another silence, and after all of them the wait doubles, up to an hour.
struct SilenceWatch {
  private static let longestInterval: Milliseconds = 3_600_000

  private let limit: Milliseconds
  private var interval: Milliseconds
  private var since: Milliseconds = 0
  /// The last remedy tried: a rung of the ladder, or 0.
  private(set) var rung = 0

  /// - Parameter limit: silence before the first remedy, ms; 0 or less: never.
  init(limit: Milliseconds) {
    self.limit = limit
    interval = limit
  }

  /// When the next remedy is due.
  var deadline: Milliseconds { limit > 0 ? since.addingSaturating(interval) : .max }

  /// The scan is on from now; what was before does not count.
  mutating func start(now: Milliseconds) { since = now }

  /// Something was heard. True when a remedy had been tried before.
  @inline(__always) mutating func heard(now: Milliseconds) -> Bool {
    since = now
    guard rung > 0 else { return false }
    rung = 0
    interval = limit
    return true
  }

  /// The remedy that is due: a rung of the ladder.
  mutating func next(now: Milliseconds) -> Int {
    since = now
    if rung >= Ladder.rungs {
      rung = 0
      interval = min(interval.multipliedSaturating(by: 2), max(Self.longestInterval, limit))
    }
    rung += 1
    return rung
  }
}
