/// A place on a map: metres from the image's top-left corner, x to the right, y down.
@frozen public struct Point: Hashable, Sendable {
  public var x: Metres
  public var y: Metres

  @inlinable public init(x: Metres, y: Metres) {
    self.x = x
    self.y = y
  }

  /// The square of the distance to `other`, in raw steps squared (2^-32 m²). Exact, and never overflows.
  @inlinable public func squaredDistance(to other: Point) -> UInt64 {
    let dx = Int64(x.raw) - Int64(other.x.raw)
    let dy = Int64(y.raw) - Int64(other.y.raw)
    // Each difference lies within ±(2^32 - 1), so each square fits 64 unsigned bits; their sum is saturated.
    return (dx.magnitude &* dx.magnitude).addingSaturating(dy.magnitude &* dy.magnitude)
  }
}
