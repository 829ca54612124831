import FixedPoint
import Foundation
import Testing

@testable import Places

/// A point from metres.
func point(_ x: Double, _ y: Double) -> Point {
  Point(x: Metres(raw: Int32(x * 65_536)), y: Metres(raw: Int32(y * 65_536)))
}

/// Spans cannot pass through `#expect`, so the functions under test are called behind these.
private func contains(_ place: Point, _ zone: Zone, _ vertices: [Point]) -> Bool {
  Polygon.contains(place, zone: zone, vertices: vertices.span)
}

private func distanceToEdge(_ place: Point, _ zone: Zone, _ vertices: [Point]) -> Metres {
  Polygon.distanceToEdge(place, zone: zone, vertices: vertices.span)
}

@Suite struct PolygonTests {
  /// An L: 4 × 4 m without its upper right quarter (y down).
  private let corner = [point(0, 0), point(2, 0), point(2, 2), point(4, 2), point(4, 4), point(0, 4)]
  private var zone: Zone { Zone(map: 0, firstVertex: 0, vertexCount: 6) }

  @Test func tellsInsideFromOutside() {
    #expect(contains(point(1, 1), zone, corner))
    #expect(contains(point(3, 3), zone, corner))
    #expect(!contains(point(3, 1), zone, corner))
    #expect(!contains(point(-0.1, 1), zone, corner))
    #expect(!contains(point(5, 3), zone, corner))
  }

  @Test func orientationDoesNotMatter() {
    let reversed = Array(corner.reversed())
    for x in stride(from: -0.75, through: 4.75, by: 0.5) {
      for y in stride(from: -0.75, through: 4.75, by: 0.5) {
        let forward = contains(point(x, y), zone, corner)
        #expect(forward == contains(point(x, y), zone, reversed))
      }
    }
  }

  @Test func distanceToTheNearestEdge() {
    let cases: [(Point, Double)] = [
      (point(1, 1), 1), (point(1, 3), 1), (point(3, 1), 1), (point(-3, -4), 5), (point(2, 2), 0), (point(6, 3), 2),
      (point(3, 3), 1),
    ]
    for (place, expected) in cases {
      let found = Double(distanceToEdge(place, zone, corner).raw) / 65_536
      #expect(abs(found - expected) <= 1.0 / 128)
    }
  }

  @Test func farthestCoordinatesDoNotOverflow() {
    let far = [
      Point(x: .min, y: .min), Point(x: .max, y: .min), Point(x: .max, y: .max), Point(x: .min, y: .max),
    ]
    let square = Zone(map: 0, firstVertex: 0, vertexCount: 4)
    #expect(contains(point(0, 0), square, far))
    #expect(contains(point(32_000, -32_000), square, far))
    let depth = distanceToEdge(point(0, 0), square, far)
    #expect(depth >= Metres(32_767))
    let diagonal = [Point(x: .min, y: .min), Point(x: .max, y: .max), Point(x: .min, y: .max)]
    let triangle = Zone(map: 0, firstVertex: 0, vertexCount: 3)
    let slanted = Double(distanceToEdge(point(0, 10), triangle, diagonal).raw) / 65_536
    #expect(abs(slanted - 10 / 2.0.squareRoot()) < 0.02)
  }

  @Test func zoneBeyondTheTableHoldsNothing() {
    for broken in [
      Zone(map: 0, firstVertex: 4, vertexCount: 3), Zone(map: 0, firstVertex: -1, vertexCount: 3),
      Zone(map: 0, firstVertex: 0, vertexCount: 2), Zone(map: 0, firstVertex: Int.max, vertexCount: 3),
      Zone(map: 0, firstVertex: 0, vertexCount: Int.max),
    ] {
      #expect(!contains(point(1, 1), broken, corner))
      #expect(distanceToEdge(point(1, 1), broken, corner) == .max)
    }
  }
}
