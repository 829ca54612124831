import FixedPoint

/// The nearest of several deadlines.
struct Deadline {
  private(set) var time = Milliseconds.max

  mutating func include(_ other: Milliseconds?) {
    if let other { time = min(time, other) }
  }
}
