/// How a result that falls between two integers is brought to one of them.
///
/// A filter that truncates toward zero never arrives from one side (it stands still while the step is below one unit),
/// so every narrowing operation here names its rule.
public enum RoundingRule: Sendable {
  /// To the next integer toward negative infinity: 2.5 → 2, -2.5 → -3.
  case down
  /// To the next integer toward zero: 2.5 → 2, -2.5 → -2.
  case towardZero
  /// To the nearest integer; halves away from zero: 2.5 → 3, -2.5 → -3, 2.4 → 2.
  case toNearestOrAwayFromZero
}

extension FixedWidthInteger where Self: SignedInteger {
  /// This value divided by 2^`bits`, brought to an integer by `rule`. No intermediate overflows.
  ///
  /// - Parameter bits: 0 or more (less counts as 0). Counts of the type's width and beyond are as exact as smaller ones.
  @inlinable public func shiftedRight(by bits: Int, _ rule: RoundingRule) -> Self {
    guard bits > 0 else { return self }
    guard bits < Self.bitWidth else {
      // At most half in magnitude, and exactly half only for `min` at the full width.
      let isHalf = self == .min && bits == Self.bitWidth
      switch rule {
      case .down: return self < 0 ? -1 : 0
      case .towardZero: return 0
      case .toNearestOrAwayFromZero: return isHalf ? -1 : 0
      }
    }
    let floor = self >> bits
    switch rule {
    case .down:
      return floor
    case .towardZero:
      let remainder = self & ((1 << bits) &- 1)
      return self < 0 && remainder != 0 ? floor &+ 1 : floor
    case .toNearestOrAwayFromZero:
      let half: Self = (self >> (bits &- 1)) & 1
      guard half == 1 else { return floor }
      // Exactly half of a negative value goes down (away from zero), all else that reaches half goes up.
      let below = self & ((1 << (bits &- 1)) &- 1)
      return self < 0 && below == 0 ? floor : floor &+ 1
    }
  }

  /// This value divided by `divisor`, brought to an integer by `rule`.
  ///
  /// `min / -1` saturates to `max`. A division by 0 saturates to the end on this value's side, and 0 / 0 is 0.
  @inlinable public func dividedRounding(by divisor: Self, _ rule: RoundingRule) -> Self {
    guard divisor != 0 else { return self == 0 ? 0 : (self < 0 ? .min : .max) }
    if divisor == -1 { return self == .min ? .max : 0 - self }
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    guard remainder != 0 else { return quotient }
    let isNegative = (remainder < 0) != (divisor < 0)
    switch rule {
    case .towardZero:
      return quotient
    case .down:
      return isNegative ? quotient &- 1 : quotient
    case .toNearestOrAwayFromZero:
      // |remainder| < |divisor|, so the difference of the magnitudes cannot wrap.
      let reachesHalf = remainder.magnitude >= divisor.magnitude - remainder.magnitude
      guard reachesHalf else { return quotient }
      return isNegative ? quotient &- 1 : quotient &+ 1
    }
  }
}
