import FixedPoint
import Foundation
import Testing

@testable import Positioning

@Suite struct FloorAreaTests {
  private func area(_ places: [(Double, Double)]) -> FloorArea {
    var area = FloorArea()
    for place in places { area.add(point(place.0, place.1)) }
    return area
  }

  @Test func anEmptyAreaHoldsNothingAndHasNoGrid() {
    let area = FloorArea()
    #expect(area.isEmpty)
    #expect(!area.contains(point(0, 0)))
    #expect(area.grid(cellSize: Metres(1), width: Metres(10), height: Metres(10)) == nil)
  }

  @Test func aRectangleAndAMetreAroundIt() {
    let area = area([(5, 5), (15, 5), (15, 10), (5, 10)])
    #expect(!area.isEmpty)
    #expect(area.contains(point(4.01, 7)))
    #expect(!area.contains(point(3.99, 7)))
    #expect(area.contains(point(15.99, 7)))
    #expect(!area.contains(point(16.01, 7)))
    #expect(area.contains(point(10, 10.99)))
    #expect(!area.contains(point(10, 11.01)))
    // Round the corner the margin is a metre too, not 1.41.
    #expect(area.contains(point(4.35, 4.35)))
    #expect(!area.contains(point(4.2, 4.2)))
  }

  @Test func theHullOfRandomPlacesAgainstRealNumbers() {
    var random = SeededRandom(3)
    for _ in 0..<20 {
      let places = (0..<8).map { _ in
        (Double.random(in: 0...60, using: &random), Double.random(in: 0...60, using: &random))
      }
      let area = area(places)
      for _ in 0..<12 {
        let (x, y) = (Double.random(in: -5...65, using: &random), Double.random(in: -5...65, using: &random))
        // How far the point lies outside the hull: the most in 3,600 directions, against 32 of the area.
        var excess = -Double.infinity
        for step in 0..<3_600 {
          let (across, down) = (cos(Double(step) * .pi / 1_800), sin(Double(step) * .pi / 1_800))
          let farthest = places.map { $0.0 * across + $0.1 * down }.max() ?? 0
          excess = max(excess, x * across + y * down - farthest)
        }
        if excess < 0.99 { #expect(area.contains(point(x, y)), "\(excess) m outside") }
        // Beyond an edge between two directions, which are 11.25° apart, lies half the edge times tan 5.6° too much.
        let size = places.flatMap { a in places.map { hypot($0.0 - a.0, $0.1 - a.1) } }.max() ?? 0
        if excess > 1.01 + size * 0.0493 { #expect(!area.contains(point(x, y)), "\(excess) m outside") }
      }
    }
  }

  @Test func oneOrTwoPlacesGetSixMetres() {
    let one = area([(10, 10)])
    #expect(one.contains(point(15.9, 10)))
    #expect(!one.contains(point(16.1, 10)))
    let three = area([(10, 10), (10, 10), (10, 10)])
    #expect(three.contains(point(10.9, 10)))
    #expect(!three.contains(point(11.1, 10)))
  }

  @Test func theGridCoversAreaAndStaysOnTheMap() throws {
    let area = area([(0.5, 2), (15, 2), (15, 10)])
    let grid = try #require(area.grid(cellSize: Metres(1, over: 2), width: Metres(15), height: Metres(40)))
    // x: -0.5 … 16 held on 0 … 15; y: 1 … 11.
    #expect(grid.columns == 30)
    #expect(grid.rows == 20)
    #expect(grid.origin == point(0.25, 1.25))
    #expect(grid.center(column: 29, row: 19) == point(14.75, 10.75))
  }

  @Test func aPlaceOutsideItsMapStillLeavesAGrid() throws {
    for place in [(-50.0, 5.0), (500, 5), (5, -50), (5, 500), (32_767, 32_767), (-32_768, -32_768)] {
      let grid = try #require(area([place]).grid(cellSize: Metres(1, over: 2), width: Metres(10), height: Metres(10)))
      #expect(grid.columns >= 1 && grid.columns <= 24 && grid.rows >= 1 && grid.rows <= 24)
      // The first cell lies on the map, edge to edge.
      #expect((0.25...9.75).contains(grid.origin.x.real) && (0.25...9.75).contains(grid.origin.y.real))
    }
    let far = area([(-32_768, -32_768), (32_767, 32_767), (0, 0)])
    #expect(far.contains(point(0, 0)))
    let grid = try #require(far.grid(cellSize: Metres(16), width: Metres(10_000), height: Metres(10_000)))
    #expect(grid.columns == 625 && grid.rows == 625)
    #expect(area([(1, 1)]).grid(cellSize: .zero, width: Metres(1), height: Metres(1)) == nil)
  }
}
