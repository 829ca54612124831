import FixedPoint
import Testing

@testable import Positioning

@Suite struct FloorGridTests {
  @Test(arguments: [(1, 1), (16, 3), (17, 20), (70, 2), (1_024, 5)]) func cellIsTheInverseOfCentre(
    columns: Int, rows: Int
  ) {
    for size in [Metres(1, over: 2), Metres(1), Metres(16)] {
      let grid = FloorGrid(origin: point(-3.25, 7.75), cellSize: size, columns: columns, rows: rows)
      for column in 0..<columns {
        for row in 0..<rows {
          let cell = grid.cell(at: grid.center(column: column, row: row))
          #expect(cell.column == column && cell.row == row)
        }
      }
    }
  }

  @Test func aPointBelongsToTheNearestCellAndIsHeldOnTheGrid() {
    let grid = FloorGrid(origin: point(0.5, 0.5), cellSize: Metres(1), columns: 10, rows: 4)
    #expect(grid.cell(at: point(2.99, 1.01)) == (2, 1))
    #expect(grid.cell(at: point(3.01, 0.99)) == (3, 0))
    #expect(grid.cell(at: point(-100, 100)) == (0, 3))
    #expect(grid.cell(at: Point(x: .max, y: .min)) == (9, 0))
    #expect(grid.cell(at: Point(x: .min, y: .max)) == (0, 3))
  }

  @Test func aPointIsHeldOnTheCells() {
    let grid = FloorGrid(origin: point(0.5, 2.5), cellSize: Metres(1), columns: 10, rows: 4)
    #expect(grid.held(point(10, 2)) == point(10, 2))
    #expect(grid.held(point(3.7, 4.1)) == point(3.7, 4.1))
    #expect(grid.held(point(-1, 6.5)) == point(0, 6))
    #expect(grid.held(Point(x: .max, y: .min)) == point(10, 2))
  }

  /// The last cells reach beyond a map whose sides are no multiples of a cell; a position does not.
  @Test func aPointIsHeldOnTheMap() throws {
    var area = FloorArea()
    for corner in [point(0, 0), point(10.3, 0), point(10.3, 4.2), point(0, 4.2)] { area.add(corner) }
    let grid = try #require(area.grid(cellSize: Metres(1, over: 2), width: point(10.3, 0).x, height: point(0, 4.2).y))
    #expect(grid.columns == 21 && grid.rows == 9)
    #expect(grid.held(Point(x: .max, y: .max)) == point(10.3, 4.2))
    #expect(grid.held(Point(x: .min, y: .min)) == point(0, 0))
    #expect(grid.held(point(10.2, 4.1)) == point(10.2, 4.1))
    // A map that is smaller than a cell.
    let tiny = try #require(area.grid(cellSize: Metres(16), width: point(10.3, 0).x, height: point(0, 4.2).y))
    #expect(tiny.columns == 1 && tiny.rows == 1)
    #expect(tiny.held(Point(x: .max, y: .max)) == point(10.3, 4.2))
  }

  @Test func sizesInMemory() {
    let one = FloorGrid(origin: point(0, 0), cellSize: Metres(1), columns: 1, rows: 1)
    #expect([one.paddedColumns, one.stride, one.surfaceCount, one.fieldCount] == [16, 32, 48, 16])
    let full = FloorGrid(origin: point(0, 0), cellSize: Metres(1), columns: 48, rows: 10)
    #expect([full.paddedColumns, full.stride, full.surfaceCount, full.fieldCount] == [48, 64, 656, 480])
    #expect(full.surfaceIndex(row: 9) == 580)
    // The spread reads 2 + 2 cells beyond either end of a padded row.
    #expect(full.surfaceIndex(row: 0) - 4 >= 0)
    #expect(full.surfaceIndex(row: 9) + 48 + 4 <= full.surfaceCount)
  }

  @Test func centresBeyondTheFormatAreHeld() {
    let grid = FloorGrid(origin: point(32_000, -32_000), cellSize: Metres(4_000), columns: 100, rows: 100)
    #expect(grid.center(column: 99, row: 99) == Point(x: .max, y: .max))
    #expect(grid.cell(at: Point(x: .max, y: .max)).row == 16)
  }
}
