import FixedPoint

/// The rungs of bringing a controller back, each heavier than the one before, with waits between them. Pure.
///
/// 1 re-enable the scan, 2 reset the controller, 3 down and up. After the third it begins again, and the wait before
/// that doubles each time, so that a dead controller costs nothing.
struct Ladder {
  static let rungs = 3

  private(set) var rung = 0
  private var pause = DoublingWait(first: 5_000, longest: 240_000)

  /// The next rung and how long to wait before it, ms.
  ///
  /// - Parameter least: the first rung that can help.
  mutating func climb(least: Int = 1) -> (rung: Int, wait: Milliseconds) {
    let next = max(rung + 1, least)
    guard next > Self.rungs else {
      rung = next
      return (next, Self.waits[min(max(next, 1), Self.rungs) - 1])
    }
    rung = least
    return (least, pause.next())
  }

  /// All is well: the next trouble begins at the bottom.
  mutating func settle() {
    rung = 0
    pause.reset()
  }

  /// Before each rung: a controller that has just failed needs a moment, but not more.
  private static let waits: InlineArray<3, Milliseconds> = [200, 500, 1_000]
}

/// Waits that double from a first to a longest one, ms. Without jitter: nobody else waits for this controller.
struct DoublingWait {
  let first: Milliseconds
  let longest: Milliseconds
  private var wait: Milliseconds

  init(first: Milliseconds, longest: Milliseconds) {
    self.first = first
    self.longest = longest
    wait = first
  }

  mutating func next() -> Milliseconds {
    defer { wait = min(wait.multipliedSaturating(by: 2), longest) }
    return wait
  }

  mutating func reset() { wait = first }
}
