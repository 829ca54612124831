/// A first-order low-pass filter (an exponential moving average) that arrives at a constant input from either side.
///
/// An average kept in the format of its input stands still as soon as a step falls below one unit of it: rounded toward
/// zero, -70 dBm with a gain of 0.1 never leaves for -79 dBm. This one keeps 16 more bits than its input and
/// rounds to nearest, so with every gain that `UnitFactor` holds it comes within 1/8 step of the input and then reads
/// exactly that.
@frozen public struct LowPassFilter<Value: FixedPointFormat>: Hashable, Sendable {
  /// The average in steps of 2^-16 of a step of `Value`.
  @usableFromInline var state: Int64

  /// - Parameter value: where the average starts, usually the first input. Formats have 32 bits or fewer; a wider raw
  ///   value is held at the ends of 32 bits.
  @inlinable public init(_ value: Value) {
    state = Self.extended(value)
  }

  /// The average, rounded to nearest.
  @inlinable public var value: Value {
    Value(raw: Value.Raw(clamping: state.shiftedRight(by: 16, .toNearestOrAwayFromZero)))
  }

  /// Moves the average toward `input` by `gain` of the difference.
  ///
  /// - Parameter gain: 0 (stay) to 1 (become the input), held to that range.
  @inlinable public mutating func move(toward input: Value, gain: UnitFactor) {
    let gain = Int64(gain.clamped(to: UnitFactor.zero...UnitFactor(1)).raw)
    // The difference lies within ±2^48 and the gain within 2^14, so the product fits.
    let step = (Self.extended(input) &- state) &* gain
    state &+= step.shiftedRight(by: UnitFactor.fractionBits, .toNearestOrAwayFromZero)
  }

  @inlinable static func extended(_ value: Value) -> Int64 { Int64(Int32(clamping: value.raw)) &<< 16 }
}
