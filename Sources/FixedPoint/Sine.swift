extension BinaryAngle {
  /// The sine, within 0.51 steps (3.1e-5); 0, 1 and -1 are exact at the quarter turns.
  public var sine: UnitFactor {
    // Folded onto the first quarter: 0…16,384 of 2^-14 quarters.
    let quarter = Int64(raw & 0x3FFF)
    let isFalling = raw & 0x4000 != 0
    let position = isFalling ? 16_384 &- quarter : quarter
    let slope = polynomial(Coefficients.sine, at: position &* position, fractionBits: 28)
    let magnitude = (slope &* position &+ (1 &<< 29)) &>> 30
    return UnitFactor(raw: Int16(truncatingIfNeeded: raw & 0x8000 != 0 ? 0 &- magnitude : magnitude))
  }

  /// The cosine, within 0.51 steps (3.1e-5); 0, 1 and -1 are exact at the quarter turns.
  public var cosine: UnitFactor { BinaryAngle(raw: raw &+ 16_384).sine }
}
