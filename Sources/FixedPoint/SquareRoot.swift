extension UInt64 {
  /// The largest integer whose square does not exceed this value. Exact for every value.
  public var squareRootRoundedDown: UInt32 {
    guard self != 0 else { return 0 }
    // An even shift brings the value into 2^62…2^64 and is halved for the root.
    let shift = UInt64(leadingZeroBitCount) & ~1
    let value = self &<< shift
    // The line (17/24 + t/3) * 2^31 is within 4.2 % of sqrt(t) * 2^31 for t = value / 2^62 in 1…4. Each of Newton's
    // steps squares the relative error and halves it: 9e-4, 4e-7, 8e-14. The last is less than one step of the root.
    var root: UInt64 = 1_521_134_251 &+ value / 6_442_450_944
    root = (root &+ value / root) &>> 1
    root = (root &+ value / root) &>> 1
    root = (root &+ value / root) &>> 1
    // Newton's step on integers ends at the floor or one above it, never below.
    root = Swift.min(root, 0xFFFF_FFFF)
    if root &* root > value { root &-= 1 }
    return UInt32(truncatingIfNeeded: root &>> (shift / 2))
  }

  /// The square root rounded to the nearest integer (it never lies halfway). Exact for every value; 2^32 at most.
  public var squareRootRounded: UInt64 {
    let floor = UInt64(squareRootRoundedDown)
    // (floor + 1/2)^2 = floor^2 + floor + 1/4
    return self &- floor &* floor > floor ? floor &+ 1 : floor
  }
}

extension Point {
  /// The distance to `other`, rounded to the nearest step of 2^-16 m; saturates to `Metres.max`.
  public func distance(to other: Point) -> Metres {
    Metres(raw: Int32(clamping: squaredDistance(to: other).squareRootRounded))
  }
}
