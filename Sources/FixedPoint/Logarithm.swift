extension Log2 {
  /// The binary logarithm of an integer, within 0.52 steps (8e-6); powers of two are exact.
  ///
  /// The logarithm of 0 is `Log2.min`, which no other value gives.
  public static func of(_ value: UInt64) -> Log2 {
    guard value != 0 else { return .min }
    let leadingZeros = value.leadingZeroBitCount
    let exponent = Int64(63 &- leadingZeros)
    // The leading 1 is shifted out; 31 bits of the rest keep the Horner sums within 62 bits.
    let mantissa = Int64((value &<< UInt64(leadingZeros)) & 0x7FFF_FFFF_FFFF_FFFF) &>> 32
    let fraction = polynomial(Coefficients.logarithm, at: mantissa, fractionBits: 31)
    return Log2(raw: Int32(truncatingIfNeeded: (exponent &<< 16) &+ ((fraction &+ (1 &<< 13)) &>> 14)))
  }

  /// The binary logarithm of a length in metres, within 0.52 steps (8e-6): 0 for 1 m, -16…15 over all lengths.
  ///
  /// A length of 0 or less has none and gives `Log2.min`.
  public static func of(_ metres: Metres) -> Log2 {
    guard metres.raw > 0 else { return .min }
    return of(UInt64(metres.raw)) - Log2(Metres.fractionBits)
  }
}
