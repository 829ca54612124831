/// A length or a coordinate of a map's frame in metres. Q15.16: ±32,768 m in steps of 15 µm.
@frozen public struct Metres: FixedPointFormat {
  @inlinable public static var fractionBits: Int { 16 }
  public var raw: Int32
  @inlinable public init(raw: Int32) { self.raw = raw }
}

/// A speed in metres per second. Q15.16: ±32,768 m/s in steps of 15 µm/s.
@frozen public struct MetresPerSecond: FixedPointFormat {
  @inlinable public static var fractionBits: Int { 16 }
  public var raw: Int32
  @inlinable public init(raw: Int32) { self.raw = raw }
}

/// A level in dBm or a ratio in dB. Q8.7: ±256 dB in steps of 1/128 dB.
///
/// Wide enough for the difference of any two RSSI values (-127…+20 dBm) plus corrections of 100 dB.
@frozen public struct Decibels: FixedPointFormat {
  @inlinable public static var fractionBits: Int { 7 }
  public var raw: Int16
  @inlinable public init(raw: Int16) { self.raw = raw }
}

/// A path-loss exponent: 2 in free space, 1.5…4.5 indoors. Q3.12: ±8 in steps of 1/4,096.
@frozen public struct PathLossExponent: FixedPointFormat {
  @inlinable public static var fractionBits: Int { 12 }
  public var raw: Int16
  @inlinable public init(raw: Int16) { self.raw = raw }
}

/// A binary logarithm. Q15.16: ±32,768 in steps of 1/65,536.
@frozen public struct Log2: FixedPointFormat {
  @inlinable public static var fractionBits: Int { 16 }
  public var raw: Int32
  @inlinable public init(raw: Int32) { self.raw = raw }
}

/// A sine, cosine or other factor within ±1. Q1.14: ±2 in steps of 1/16,384, so that +1 is exact.
@frozen public struct UnitFactor: FixedPointFormat {
  @inlinable public static var fractionBits: Int { 14 }
  public var raw: Int16
  @inlinable public init(raw: Int16) { self.raw = raw }
}

/// A direction as a fraction of the full turn: 65,536 steps of 0.0055°, clockwise from up (or from north).
///
/// Wraps by itself: sums and differences use the unsigned integer's own overflow, which is the full turn.
@frozen public struct BinaryAngle: Hashable, Sendable {
  public var raw: UInt16
  @inlinable public init(raw: UInt16) { self.raw = raw }

  /// Whole degrees of any sign; 360 is 0.
  @inlinable public init(degrees: Int) {
    let within = ((degrees % 360) + 360) % 360
    self.init(raw: UInt16(truncatingIfNeeded: (within * 65_536 + 180) / 360))
  }

  /// The angle in tenths of a degree, 0…3,599, rounded to nearest.
  @inlinable public var tenthsOfDegree: Int { ((Int(raw) * 3_600 + 32_768) >> 16) % 3_600 }

  @inlinable public static func + (a: Self, b: Self) -> Self { Self(raw: a.raw &+ b.raw) }
  @inlinable public static func - (a: Self, b: Self) -> Self { Self(raw: a.raw &- b.raw) }
}
