@testable import Positioning

/// The passes of `SurfaceKernel` once more, cell by cell over a plain grid without padding, in `Int`s that cannot wrap.
struct ScalarKernel {
  let columns: Int
  let rows: Int
  /// Row after row.
  var cells: [Int]
  let isInside: [Bool]

  static let outside = Int(FloorGrid.outside)

  /// Value of a cell; beyond the left and right edge nothing can be, beyond the others the edge's row repeats.
  private func value(_ column: Int, _ row: Int) -> Int {
    guard (0..<columns).contains(column) else { return Self.outside }
    return cells[min(max(row, 0), rows - 1) * columns + column]
  }

  private func mapped(_ change: (_ column: Int, _ row: Int) -> Int) -> [Int] {
    (0..<(rows * columns)).map { change($0 % columns, $0 / columns) }
  }

  private func held(_ value: Int, _ column: Int, _ row: Int) -> Int {
    isInside[row * columns + column] ? min(value, 0) : min(value, Self.outside)
  }

  mutating func spreadRows(shift: (columns: Int, rows: Int), cost: Int) {
    cells = mapped { column, row in
      (-2...2).map { value(column - shift.columns + $0, row - shift.rows) - $0 * $0 * cost }.max() ?? 0
    }
  }

  mutating func spreadColumns(cost: Int, fadeShift: Int) {
    cells = mapped { column, row in
      let best = max((-2...2).map { value(column, row + $0) - $0 * $0 * cost }.max() ?? 0, -640)
      return held(best - (best >> fadeShift), column, row)
    }
  }

  /// - Parameter beams: each beam's scaled level and its loss in every cell.
  mutating func addEvidence(
    beams: [(level: Int, loss: [UInt8])], slope: Int, limit: Int, columnPull: [Int], rowPull: [Int]
  ) -> Int {
    cells = mapped { column, row in
      let place = row * columns + column
      let sum = beams.reduce(0) { sum, beam in
        let residual = min(max((Int(beam.loss[place]) * slope + beam.level + 64) >> 7, -limit), limit)
        return sum + residual * residual
      }
      return held(cells[place] - sum / 16 - min(columnPull[column] + rowPull[row], 8_000), column, row)
    }
    return cells.max() ?? 0
  }

  mutating func normalise(best: Int) {
    cells = mapped { column, row in held(max(cells[row * columns + column] - best, -4_000), column, row) }
  }
}
