import FixedPoint

/// The squares that a map's floor is divided into, and how they lie in memory.
///
/// A surface has one `Int16` per cell. Rows are padded so that the passes over it can work on 16 cells at a time and
/// read two cells beyond every edge without asking where the edge is.
public struct FloorGrid: Sendable {
  /// Cells that one SIMD step works on.
  @inlinable public static var lanes: Int { 16 }

  /// Free cells on the left of a row: the spread reads two beyond the edge, after a shift of at most two more.
  @inlinable static var leftPadding: Int { 4 }

  /// Cells that a surface can move in one tick, in either direction.
  static var maximumShift: Int { 2 }

  /// Value of a surface where the board cannot be, 1/16 nat. Far below every value inside, and far enough from
  /// `Int16.min` that a tick's evidence can be subtracted without wrapping.
  public static var outside: Int16 { -20_000 }

  /// Place of the centre of the cell in column 0, row 0.
  public var origin: Point
  /// Edge of a cell, m.
  public var cellSize: Metres
  public var columns: Int
  public var rows: Int
  /// The map's right and bottom edge, m: the last column and row may reach beyond it by a part of a cell.
  public var edge: Point

  /// - Parameter edge: where positions end; by default where the last column and row do.
  public init(origin: Point, cellSize: Metres, columns: Int, rows: Int, edge: Point = Point(x: .max, y: .max)) {
    self.origin = origin
    self.cellSize = cellSize
    self.columns = columns
    self.rows = rows
    self.edge = edge
  }

  /// Columns rounded up to whole SIMD steps; a row's length in a loss field.
  public var paddedColumns: Int { (columns + Self.lanes - 1) / Self.lanes * Self.lanes }

  /// Cells from one row of a surface to the next.
  public var stride: Int { paddedColumns + Self.lanes }

  /// `Int16`s that a surface needs, padding included.
  public var surfaceCount: Int { rows * stride + Self.lanes }

  /// Bytes of one beam's loss field.
  public var fieldCount: Int { rows * paddedColumns }

  /// Index of column 0 of a row in a surface.
  @inlinable public func surfaceIndex(row: Int) -> Int { row * stride + Self.leftPadding }

  /// Centre of a cell.
  public func center(column: Int, row: Int) -> Point {
    Point(x: offset(origin.x, column), y: offset(origin.y, row))
  }

  /// The cell that holds `point`, held within the grid.
  public func cell(at point: Point) -> (column: Int, row: Int) {
    (nearest(point.x, origin.x, count: columns), nearest(point.y, origin.y, count: rows))
  }

  /// The nearest place to `point` on the grid's cells and on the map.
  func held(_ point: Point) -> Point {
    func held(_ value: Metres, _ start: Metres, _ count: Int, _ edge: Metres) -> Metres {
      let half = Metres(raw: cellSize.raw / 2)
      // Not min of three: that takes them in an array, on the heap.
      return min(min(max(value, start - half), offset(start, count - 1) + half), edge)
    }
    return Point(x: held(point.x, origin.x, columns, edge.x), y: held(point.y, origin.y, rows, edge.y))
  }

  private func offset(_ start: Metres, _ cells: Int) -> Metres {
    Metres(raw: Int32(clamping: Int(start.raw) + Int(cellSize.raw) * cells))
  }

  private func nearest(_ value: Metres, _ start: Metres, count: Int) -> Int {
    let cells = (Int(value.raw) - Int(start.raw)).dividedRounding(by: Int(cellSize.raw), .toNearestOrAwayFromZero)
    return min(max(cells, 0), count - 1)
  }
}
