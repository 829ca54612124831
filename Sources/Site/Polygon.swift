import FixedPoint

/// A closed polygon without repeated vertices, for the checks of a zone.
///
/// The checks work in units of 1/4,096 m: coordinates within ±15 km then differ by less than 2^27, and every product
/// of two differences has less than 54 bits.
struct Polygon {
  private(set) var vertices: [Point] = []
  private var x: [Int64] = []
  private var y: [Int64] = []

  /// Vertices equal to the one before (cyclically: a polygon that is closed explicitly) are dropped.
  init(_ points: [Point]) {
    for point in points where vertices.last != point { vertices.append(point) }
    while vertices.count > 1, vertices.first == vertices.last { vertices.removeLast() }
    for vertex in vertices {
      x.append(Int64(vertex.x.raw) >> 4)
      y.append(Int64(vertex.y.raw) >> 4)
    }
  }

  var count: Int { vertices.count }

  /// Twice the area, in units squared.
  var doubleArea: UInt64 {
    guard count >= 3 else { return 0 }
    var sum: Int64 = 0
    // Relative to the first vertex, so that 512 terms of 54 bits are summed.
    for index in 1..<(count - 1) { sum += cross(0, index, index + 1) }
    return sum.magnitude
  }

  /// Two edges that are not neighbours and have a point in common; edge i leads from vertex i to the next.
  func crossingEdges() -> (Int, Int)? {
    guard count > 3 else { return nil }
    for first in 0..<(count - 2) {
      let end = first == 0 ? count - 1 : count
      for second in (first + 2)..<max(end, first + 2) where meet(first, second) { return (first, second) }
    }
    return nil
  }

  /// Cross product of the vectors from vertex `a` to `b` and to `c`: its sign is the side of a→b on which c lies.
  private func cross(_ a: Int, _ b: Int, _ c: Int) -> Int64 {
    (x[b] - x[a]) * (y[c] - y[a]) - (y[b] - y[a]) * (x[c] - x[a])
  }

  private func meet(_ first: Int, _ second: Int) -> Bool {
    let (a, b) = (first, (first + 1) % count)
    let (c, d) = (second, (second + 1) % count)
    let sides = (cross(a, b, c).signum(), cross(a, b, d).signum(), cross(c, d, a).signum(), cross(c, d, b).signum())
    if sides.0 * sides.1 < 0 && sides.2 * sides.3 < 0 { return true }
    return sides.0 == 0 && within(a, b, c) || sides.1 == 0 && within(a, b, d) || sides.2 == 0 && within(c, d, a)
      || sides.3 == 0 && within(c, d, b)
  }

  /// Whether vertex `c`, known to lie on the line through `a` and `b`, lies between them.
  private func within(_ a: Int, _ b: Int, _ c: Int) -> Bool {
    min(x[a], x[b]) <= x[c] && x[c] <= max(x[a], x[b]) && min(y[a], y[b]) <= y[c] && y[c] <= max(y[a], y[b])
  }
}
