extension Log2 {
  /// 2 to this power, as UQ32.32 (32 fraction bits), within 1.2e-10 of the value plus half a step of 2^-32.
  ///
  /// Saturates to `UInt64.max` from a power of 32 up; below -33 it is 0.
  public var exponential: UInt64 { scaledExponential(fractionBits: 32) }

  /// 2 to this power in metres, within 0.63 steps (10 µm).
  ///
  /// Saturates to `Metres.max` from a power of 15 up; below -17 it is 0.
  public var exponentialInMetres: Metres {
    Metres(raw: Int32(clamping: scaledExponential(fractionBits: Metres.fractionBits)))
  }

  /// 2 to this power, times 2^`fractionBits`, rounded to nearest; saturates to `UInt64.max`.
  private func scaledExponential(fractionBits: Int) -> UInt64 {
    let scale = 45
    let fraction = Int64(raw) & 0xFFFF
    // At least 1 and below 2, so 46 bits hold it.
    let mantissa = UInt64(bitPattern: polynomial(Coefficients.exponential, at: fraction, fractionBits: 16))
    let exponent = Int(raw >> 16) &+ fractionBits
    guard exponent < 64 else { return .max }
    let shift = exponent &- scale
    if shift >= 0 { return mantissa &<< UInt64(shift) }
    guard shift > -64 else { return 0 }
    let half: UInt64 = 1 &<< UInt64(-shift &- 1)
    return (mantissa &+ half) &>> UInt64(-shift)
  }
}
