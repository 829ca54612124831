/// A number stored as an integer `raw` that counts steps of 2^-`fractionBits`.
///
/// Q notation names a format by its integer and fraction bits, sign bit aside: Q15.16 in an `Int32` ranges over
/// ±32,768 in steps of 1/65,536. Each conforming type is one physical quantity, so that metres and decibels of equal
/// format cannot be mixed up.
public protocol FixedPointFormat: Comparable, Hashable, Sendable {
  associatedtype Raw: FixedWidthInteger & SignedInteger & Sendable

  /// Number of fraction bits: one step of `raw` is 2^-fractionBits of the unit.
  static var fractionBits: Int { get }

  var raw: Raw { get set }

  init(raw: Raw)
}

extension FixedPointFormat {
  /// The smallest value that the format can hold.
  @inlinable public static var min: Self { Self(raw: Raw.min) }

  /// The largest value that the format can hold.
  @inlinable public static var max: Self { Self(raw: Raw.max) }

  @inlinable public static var zero: Self { Self(raw: 0) }

  /// The nearest value to `whole` units; saturates at the format's ends.
  @inlinable public init(_ whole: Int) {
    let scale = 1 << Self.fractionBits
    let (product, overflow) = whole.multipliedReportingOverflow(by: scale)
    self.init(raw: overflow ? (whole < 0 ? Raw.min : Raw.max) : Raw(clamping: product))
  }

  /// `numerator / denominator`, rounded to nearest (ties away from zero); saturates at the format's ends.
  ///
  /// A `denominator` of 0 gives the end of the range on the numerator's side, and 0 for 0/0.
  @inlinable public init(_ numerator: Int, over denominator: Int) {
    guard denominator != 0 else {
      self.init(raw: numerator == 0 ? 0 : (numerator < 0 ? Raw.min : Raw.max))
      return
    }
    let (product, overflow) = numerator.multipliedReportingOverflow(by: 1 << Self.fractionBits)
    guard overflow else {
      self.init(raw: Raw(clamping: product.dividedRounding(by: denominator, .toNearestOrAwayFromZero)))
      return
    }
    self.init(raw: Self.wideQuotient(numerator, denominator))
  }

  /// `numerator / denominator` in raw steps where the scaled numerator needs more than 64 bits.
  @usableFromInline static func wideQuotient(_ numerator: Int, _ denominator: Int) -> Raw {
    let isNegative = (numerator < 0) != (denominator < 0)
    let divisor = denominator.magnitude
    var (quotient, remainder) = numerator.magnitude.quotientAndRemainder(dividingBy: divisor)
    // Long division, one fraction bit at a time. The remainder is below 2^63, so twice it fits.
    for _ in 0..<Self.fractionBits {
      guard quotient <= UInt(Int.max) / 2 else { return isNegative ? Raw.min : Raw.max }
      quotient = quotient &<< 1
      remainder = remainder &<< 1
      if remainder >= divisor {
        remainder &-= divisor
        quotient |= 1
      }
    }
    if remainder >= divisor &- remainder { quotient &+= 1 }
    guard let magnitude = Int(exactly: quotient) else { return isNegative ? Raw.min : Raw.max }
    return Raw(clamping: isNegative ? 0 &- magnitude : magnitude)
  }

  /// The value in whole units, by the named rounding rule.
  @inlinable public func whole(_ rule: RoundingRule = .toNearestOrAwayFromZero) -> Int {
    Int(raw).shiftedRight(by: Self.fractionBits, rule)
  }

  /// The value in `perUnit`-ths of the unit, such as thousandths for 1000, rounded to nearest.
  ///
  /// Saturates when `raw * perUnit` does not fit an `Int`.
  @inlinable public func scaled(perUnit: Int) -> Int {
    let (product, overflow) = Int(raw).multipliedReportingOverflow(by: perUnit)
    guard !overflow else { return (raw < 0) != (perUnit < 0) ? Int.min : Int.max }
    return product.shiftedRight(by: Self.fractionBits, .toNearestOrAwayFromZero)
  }

  @inlinable public static func < (a: Self, b: Self) -> Bool { a.raw < b.raw }
  @inlinable public static func == (a: Self, b: Self) -> Bool { a.raw == b.raw }
  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(raw) }

  /// Sum; saturates at the format's ends.
  @inlinable public static func + (a: Self, b: Self) -> Self { Self(raw: a.raw.addingSaturating(b.raw)) }

  /// Difference; saturates at the format's ends.
  @inlinable public static func - (a: Self, b: Self) -> Self { Self(raw: a.raw.subtractingSaturating(b.raw)) }

  /// Negation; the most negative value becomes the most positive one.
  @inlinable public static prefix func - (a: Self) -> Self { Self(raw: Raw(0).subtractingSaturating(a.raw)) }

  @inlinable public static func += (a: inout Self, b: Self) { a = a + b }
  @inlinable public static func -= (a: inout Self, b: Self) { a = a - b }

  /// Magnitude; the most negative value becomes the most positive one.
  @inlinable public var magnitude: Self { raw < 0 ? -self : self }

  /// The value held within `range`.
  @inlinable public func clamped(to range: ClosedRange<Self>) -> Self {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }

  /// Product with a value of any format, rounded to nearest (ties away from zero); saturates.
  @inlinable public func times<Factor: FixedPointFormat>(_ factor: Factor) -> Self {
    let (product, overflow) = Int(raw).multipliedReportingOverflow(by: Int(factor.raw))
    guard !overflow else { return (raw < 0) != (factor.raw < 0) ? Self.min : Self.max }
    return Self(raw: Raw(clamping: product.shiftedRight(by: Factor.fractionBits, .toNearestOrAwayFromZero)))
  }
}
