import FixedPoint

@testable import Positioning

/// A surface in the middle of a larger buffer: what a pass must not touch holds `guardValue`.
struct SurfaceSample {
  static let lead = 37
  static let guardValue: Int16 = 12_345

  let grid: FloorGrid
  let ceiling: [Int16]
  var buffer: [Int16]
  var scalar: ScalarKernel
  var random: SeededRandom

  /// - Parameter lowest: values inside lie from here to 0.
  init(seed: UInt64, lowest: Int16 = SurfaceKernel.least) {
    var random = SeededRandom(seed)
    let columns = Int.random(in: 1...70, using: &random)
    let rows = Int.random(in: 1...20, using: &random)
    let grid = FloorGrid(origin: point(1, 2), cellSize: Metres(1), columns: columns, rows: rows)
    let inside = (0..<(columns * rows)).map { _ in Int.random(in: 0..<5, using: &random) > 0 }
    ceiling = grid.ceiling { inside[$1 * columns + $0] }
    let cells = inside.map { $0 ? Int(Int16.random(in: lowest...0, using: &random)) : ScalarKernel.outside }
    scalar = ScalarKernel(columns: columns, rows: rows, cells: cells, isInside: inside)
    let guards = [Int16](repeating: Self.guardValue, count: Self.lead)
    buffer = guards + ceiling + guards
    for row in 0..<rows {
      for column in 0..<columns {
        buffer[Self.lead + grid.surfaceIndex(row: row) + column] = Int16(cells[row * columns + column])
      }
    }
    self.grid = grid
    self.random = random
  }

  /// The surface's cells without padding.
  func cells(of buffer: [Int16]) -> [Int] {
    (0..<(grid.rows * grid.columns)).map {
      Int(buffer[Self.lead + grid.surfaceIndex(row: $0 / grid.columns) + $0 % grid.columns])
    }
  }

  /// True when padding holds nothing above `outside` and nothing before or behind the surface was touched.
  func isTidy() -> Bool {
    let isUntouched = (buffer.prefix(Self.lead) + buffer.suffix(Self.lead)).allSatisfy { $0 == Self.guardValue }
    let surface = buffer.dropFirst(Self.lead).dropLast(Self.lead)
    return isUntouched && zip(surface, ceiling).allSatisfy { $0 <= $1 }
  }

  mutating func spread(shift: (columns: Int, rows: Int), cost: Int16, fadeShift: Int16) -> [Int16] {
    // Copies, since `self` cannot be read while its buffer is lent.
    let (grid, ceiling) = (grid, ceiling)
    // What an earlier, larger floor left behind in the scratch memory must not matter.
    var scratch = [Int16](repeating: 30_000, count: buffer.count)
    var span = scratch.mutableSpan
    SurfaceKernel.spreadRows(
      buffer.span, from: Self.lead, to: &span, at: Self.lead, grid: grid, shift: shift, cost: cost)
    let between = scratch
    var target = buffer.mutableSpan
    _ = SurfaceKernel.spreadColumns(
      scratch.span, from: Self.lead, to: &target, at: Self.lead, ceiling: ceiling.span, grid: grid, cost: cost,
      fadeShift: fadeShift)
    return between
  }

  mutating func addEvidence(
    _ evidence: TickEvidence, field: [UInt8], columnPull: [Int16], rowPull: [Int16]
  ) -> Int16 {
    let (grid, ceiling) = (grid, ceiling)
    var span = buffer.mutableSpan
    return SurfaceKernel.addEvidence(
      &span, at: Self.lead, ceiling: ceiling.span, grid: grid, evidence: evidence, field: field.span,
      columnPull: columnPull.span, rowPull: { rowPull[$0] })
  }

  mutating func normalise(best: Int16) {
    let (grid, ceiling) = (grid, ceiling)
    var span = buffer.mutableSpan
    SurfaceKernel.normalise(&span, at: Self.lead, ceiling: ceiling.span, grid: grid, best: best)
  }

  /// Random loss fields of `count` beams, and the same without padding.
  mutating func fields(_ count: Int) -> (padded: [UInt8], plain: [[UInt8]]) {
    let padded = (0..<(count * grid.fieldCount)).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    let plain = (0..<count).map { beam in
      (0..<(grid.rows * grid.columns)).map {
        padded[beam * grid.fieldCount + $0 / grid.columns * grid.paddedColumns + $0 % grid.columns]
      }
    }
    return (padded, plain)
  }
}
