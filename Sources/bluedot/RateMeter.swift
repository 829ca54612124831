import FixedPoint

/// How often something happens, over the last ten seconds.
struct RateMeter {
  private static let seconds = 10
  /// What happened in each of the last seconds, the second's number modulo ten.
  private var counts = InlineArray<10, UInt16>(repeating: 0)
  private var newest: Int64 = .min
  private var first: Milliseconds = 0

  mutating func add(at time: Milliseconds) {
    let second = time.dividedRounding(by: 1_000, .down)
    if newest == .min {
      first = time
      newest = second
    }
    move(to: second)
    let place = Self.place(second)
    counts[place] = counts[place].addingSaturating(1)
  }

  /// Tenths of an occurrence a second.
  func tenths(at time: Milliseconds) -> Int {
    guard newest != .min else { return 0 }
    let second = time.dividedRounding(by: 1_000, .down)
    var sum = 0
    for age in 0..<Int64(Self.seconds) where second - age <= newest && second - age > newest - Int64(Self.seconds) {
      sum += Int(counts[Self.place(second - age)])
    }
    let begin = max(first, (second - Int64(Self.seconds) + 1).multipliedSaturating(by: 1_000))
    // Within the first second a rate would be a guess.
    let span = max(time.subtractingSaturating(begin), 1_000)
    return Int((Int64(sum) * 10_000).dividedRounding(by: span, .toNearestOrAwayFromZero))
  }

  /// Empties the seconds that have passed since the newest.
  private mutating func move(to second: Int64) {
    guard second > newest else { return }
    let steps = min(second - newest, Int64(Self.seconds))
    for step in 0..<steps { counts[Self.place(second - step)] = 0 }
    newest = second
  }

  private static func place(_ second: Int64) -> Int { Int(((second % 10) + 10) % 10) }
}
