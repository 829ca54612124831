extension BinaryAngle {
  /// The angle of the vector (x, y) in the convention of mathematics, within 0.51 steps (0.0028°).
  ///
  /// 0 along +x and a quarter turn along +y: anticlockwise where y points up, clockwise where it points down. Only the
  /// direction counts, so x and y may be of any common unit. The zero vector has no direction and gives 0.
  public static func arcTangent(y: Int, x: Int) -> BinaryAngle {
    var longer = UInt64(x.magnitude)
    var shorter = UInt64(y.magnitude)
    let isSteep = shorter > longer
    if isSteep { swap(&longer, &shorter) }
    guard longer != 0 else { return BinaryAngle(raw: 0) }
    // 32 bits of the longer side leave room for the 31 fraction bits of the ratio.
    let excess = UInt64(Swift.max(0, 32 &- longer.leadingZeroBitCount))
    longer = longer &>> excess
    shorter = shorter &>> excess
    let ratio = Int64(bitPattern: (shorter &<< 31) / longer)
    // A ratio of 1 squares to 2^31 exactly.
    let square = (ratio &* ratio) &>> 31
    let slope = polynomial(Coefficients.arcTangent, at: square, fractionBits: 31)
    // Turns at scale 2^(32 + 31) less 47 are steps of 2^-16 turn, 0…8,192.
    var steps = (slope &* ratio &+ (1 &<< 46)) &>> 47
    if isSteep { steps = 16_384 &- steps }
    if x < 0 { steps = 32_768 &- steps }
    if y < 0 { steps = 0 &- steps }
    return BinaryAngle(raw: UInt16(truncatingIfNeeded: steps))
  }

  /// The heading of a movement on the map (x right, y down), clockwise from up, within 0.51 steps (0.0028°).
  ///
  /// Up is 0°, right 90°, down 180° and left 270°. No movement has no heading and gives 0.
  public static func heading(dx: Metres, dy: Metres) -> BinaryAngle {
    arcTangent(y: Int(dx.raw), x: 0 &- Int(dy.raw))
  }
}
