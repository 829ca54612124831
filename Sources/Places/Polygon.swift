import FixedPoint

/// Point-in-polygon and distance to a polygon's edge, over a shared table of vertices.
///
/// Works in steps of 1/256 m (4 mm), so that every product of two differences fits 64 bits for any two points of a
/// map's frame.
public enum Polygon {
  /// `Metres` has 16 fraction bits; dropping eight leaves 1/256 m.
  private static var droppedBits: Int { 8 }

  /// True when `point` lies inside by the even-odd rule. Points on the edge may fall to either side.
  ///
  /// The polygon closes implicitly from its last vertex to its first. Fewer than three vertices hold nothing.
  public static func contains(_ point: Point, zone: Zone, vertices: Span<Point>) -> Bool {
    guard isValid(zone, vertices) else { return false }
    let x = coarse(point.x)
    let y = coarse(point.y)
    var isInside = false
    var previous = vertices[zone.firstVertex + zone.vertexCount - 1]
    for index in zone.firstVertex..<(zone.firstVertex + zone.vertexCount) {
      let current = vertices[index]
      let (ax, ay) = (coarse(previous.x), coarse(previous.y))
      let (bx, by) = (coarse(current.x), coarse(current.y))
      if (ay > y) != (by > y) {
        // The ray to the right crosses the edge where it lies right of the point; compared without a division.
        let left = (bx - ax) * (y - ay)
        let right = (x - ax) * (by - ay)
        if by > ay ? right < left : right > left { isInside.toggle() }
      }
      previous = current
    }
    return isInside
  }

  /// Distance from `point` to the nearest place on the polygon's edge, on either side of it.
  ///
  /// `Metres.max` for fewer than three vertices. Right to 1/128 m.
  public static func distanceToEdge(_ point: Point, zone: Zone, vertices: Span<Point>) -> Metres {
    guard isValid(zone, vertices) else { return .max }
    let x = coarse(point.x)
    let y = coarse(point.y)
    var least = UInt64.max
    var previous = vertices[zone.firstVertex + zone.vertexCount - 1]
    for index in zone.firstVertex..<(zone.firstVertex + zone.vertexCount) {
      let current = vertices[index]
      least = min(
        least, distance(x, y, coarse(previous.x), coarse(previous.y), coarse(current.x), coarse(current.y)))
      previous = current
    }
    return Metres(raw: Int32(clamping: least << UInt64(droppedBits)))
  }

  private static func isValid(_ zone: Zone, _ vertices: Span<Point>) -> Bool {
    zone.vertexCount >= 3 && zone.firstVertex >= 0 && zone.vertexCount <= vertices.count
      && zone.firstVertex <= vertices.count - zone.vertexCount
  }

  private static func coarse(_ length: Metres) -> Int64 { Int64(length.raw >> Int32(droppedBits)) }

  /// Distance from (x, y) to the segment from a to b, in coarse steps.
  private static func distance(
    _ x: Int64, _ y: Int64, _ ax: Int64, _ ay: Int64, _ bx: Int64, _ by: Int64
  ) -> UInt64 {
    let (ex, ey) = (bx - ax, by - ay)
    let (px, py) = (x - ax, y - ay)
    let along = px * ex + py * ey  // differences < 2^25, so the sum of products ≤ 2^51
    let square = ex * ex + ey * ey
    if along <= 0 || square == 0 { return (px * px + py * py).magnitude.squareRootRounded }
    if along >= square {
      let (qx, qy) = (x - bx, y - by)
      return (qx * qx + qy * qy).magnitude.squareRootRounded
    }
    let across = (px * ey - py * ex).magnitude
    // The edge's length with 6 fraction bits, so that short edges divide exactly enough.
    return (across << 6) / (square.magnitude << 12).squareRootRounded
  }
}
