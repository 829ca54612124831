/// The waits between attempts: each twice as long as the one before, up to a longest one, with jitter.
///
/// A wait is drawn evenly from the upper half of its range, so that a fleet which lost its broker at one moment doesn't
/// come back at one moment.
public struct Backoff: Sendable {
  public let first: Int64
  public let longest: Int64

  private var range: Int64
  private var state: UInt64

  /// - Parameters:
  ///   - first: the first range in ms, at least 1.
  ///   - longest: the longest range in ms; at least `first`.
  ///   - seed: of the jitter; the same seed gives the same waits.
  public init(first: Int64, longest: Int64, seed: UInt64) {
    self.first = max(first, 1)
    self.longest = max(longest, self.first)
    range = self.first
    state = seed
  }

  /// The next wait in ms, within half the range and the range.
  public mutating func next() -> Int64 {
    let lower = range - range / 2
    let wait = lower + Int64(random() % UInt64(range / 2 + 1))
    range = range > longest / 2 ? longest : range * 2
    return wait
  }

  /// All is well: the next wait is the first again.
  public mutating func reset() {
    range = first
  }

  /// SplitMix64 (Steele, Lea, Flood, 2014).
  private mutating func random() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
