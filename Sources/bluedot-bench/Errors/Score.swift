import FixedPoint

/// How far a track lies from the truth.
///
/// Causal: each truth point is compared with the last fix at or before it. The first `warmUp` of the truth is left out.
struct Score {
  static var warmUp: Milliseconds { 5_000 }

  /// Truth points that had a fix.
  let count: Int
  /// Truth points before the first fix.
  let missing: Int
  /// Errors in metres.
  let mean, median, p75, p95: Double
  /// Share of the fixes with an accuracy whose accuracy held the truth: 0.68 would be true; `nil` without any.
  let inside: Double?

  /// `nil` when no truth point had a fix.
  init?(track: Track, truth: [Session.TruthPoint]) {
    guard let start = truth.first.map({ $0.time + Self.warmUp }) else { return nil }
    var errors: [Double] = []
    var missing = 0
    var claimed = 0
    var held = 0
    for point in truth where point.time >= start {
      guard let fix = Self.last(of: track, notAfter: point.time) else {
        missing += 1
        continue
      }
      let (dx, dy) = (fix.x - point.x, fix.y - point.y)
      let error = (dx * dx + dy * dy).squareRoot()
      errors.append(error)
      if let accuracy = fix.accuracy {
        claimed += 1
        held += error <= accuracy ? 1 : 0
      }
    }
    guard !errors.isEmpty else { return nil }
    errors.sort()
    let quantile = { (share: Double) in errors[min(errors.count - 1, Int(share * Double(errors.count)))] }
    count = errors.count
    self.missing = missing
    mean = errors.reduce(0, +) / Double(errors.count)
    (median, p75, p95) = (quantile(0.5), quantile(0.75), quantile(0.95))
    inside = claimed > 0 ? Double(held) / Double(claimed) : nil
  }

  private static func last(of track: Track, notAfter time: Milliseconds) -> Fix? {
    var (low, high) = (0, track.count)
    while low < high {
      let middle = (low + high) / 2
      if track[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? track[low - 1].fix : nil
  }
}
