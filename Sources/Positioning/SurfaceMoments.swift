import FixedPoint

/// Mass, mean and spread of a surface, as sums of integers in units of cells.
struct SurfaceMoments {
  /// The sums of one row; kept apart so that the row's number is multiplied once.
  struct Row {
    var weight: Int64 = 0
    var columns: Int64 = 0
    var squaredColumns: Int64 = 0

    mutating func add(weight: Int64, column: Int) {
      let column = Int64(column)
      self.weight &+= weight
      columns &+= weight &* column
      squaredColumns &+= weight &* column &* column
    }
  }

  // A weight is below 2^15; with at most 2^20 cells and 2^10 columns and rows every sum stays below 2^56.
  var weight: Int64 = 0
  var columns: Int64 = 0
  var rows: Int64 = 0
  /// Sum of column² + row².
  var squares: Int64 = 0

  mutating func add(_ sums: Row, row: Int) {
    let row = Int64(row)
    weight &+= sums.weight
    columns &+= sums.columns
    rows &+= sums.weight &* row
    squares &+= sums.squaredColumns &+ sums.weight &* row &* row
  }

  /// Adds the sums of a surface whose best value, relative to the best of all surfaces, is `best` (1/16 nat, ≤ 0).
  mutating func add(_ other: SurfaceMoments, best: Int16) {
    // In two parts, since a sum has up to 56 bits and the share 15: dropping bits of a peaked surface's sums instead
    // moves its mean away from the grid's origin.
    let share = Plausibility.weight(best)
    func part(_ sum: Int64) -> Int64 { (sum &>> 15) &* share &+ ((sum & 0x7FFF) &* share) &>> 15 }
    weight &+= part(other.weight)
    columns &+= part(other.columns)
    rows &+= part(other.rows)
    squares &+= part(other.squares)
  }

  /// Fraction bits of `mean`.
  static var meanBits: Int { 8 }

  /// Mean column and row, with 8 fraction bits; `nil` for an empty surface.
  var mean: (column: Int64, row: Int64)? {
    guard weight > 0 else { return nil }
    return (
      (columns * 256).dividedRounding(by: weight, .toNearestOrAwayFromZero),
      (rows * 256).dividedRounding(by: weight, .toNearestOrAwayFromZero)
    )
  }

  /// Mean squared distance from the mean, cells² with 16 fraction bits; 0 for an empty surface.
  ///
  /// Worked out about the mean's own cell: about column and row 0 it would be the small difference of two large
  /// numbers, wrong by up to 8 cells² on the largest grids.
  var variance: Int64 {
    guard let mean else { return 0 }
    let column = mean.column.shiftedRight(by: Self.meanBits, .toNearestOrAwayFromZero)
    let row = mean.row.shiftedRight(by: Self.meanBits, .toNearestOrAwayFromZero)
    // With the bounds above every term stays below 2^58.
    let centred = squares - 2 * (columns * column + rows * row) + weight * (column * column + row * row)
    // In two steps, so that 16 fraction bits fit.
    let (whole, rest) = centred.quotientAndRemainder(dividingBy: weight)
    let square = whole * 65_536 + (rest * 65_536) / weight
    let (restColumn, restRow) = (mean.column - column * 256, mean.row - row * 256)
    return max(square - restColumn * restColumn - restRow * restRow, 0)
  }
}

/// Turns a logarithm in 1/16 nat into a weight.
enum Plausibility {
  /// Values at or below -`count` weigh nothing: less than 4 of 32,767.
  static var count: Int { 145 }

  /// round(32767 · exp(-index / 16)).
  private static let weights: InlineArray<145, UInt16> = [
    32_767, 30_782, 28_917, 27_165, 25_519, 23_973, 22_520, 21_156, 19_874, 18_670, 17_539, 16_476,
    15_478, 14_540, 13_659, 12_832, 12_054, 11_324, 10_638, 9_993, 9_388, 8_819, 8_285, 7_783,
    7_311, 6_868, 6_452, 6_061, 5_694, 5_349, 5_025, 4_721, 4_435, 4_166, 3_913, 3_676,
    3_454, 3_244, 3_048, 2_863, 2_690, 2_527, 2_374, 2_230, 2_095, 1_968, 1_849, 1_737,
    1_631, 1_533, 1_440, 1_352, 1_271, 1_194, 1_121, 1_053, 989, 930, 873, 820,
    771, 724, 680, 639, 600, 564, 530, 498, 467, 439, 412, 387,
    364, 342, 321, 302, 283, 266, 250, 235, 221, 207, 195, 183,
    172, 162, 152, 143, 134, 126, 118, 111, 104, 98, 92, 86,
    81, 76, 72, 67, 63, 59, 56, 52, 49, 46, 43, 41,
    38, 36, 34, 32, 30, 28, 26, 25, 23, 22, 21, 19,
    18, 17, 16, 15, 14, 13, 12, 12, 11, 10, 10, 9,
    9, 8, 8, 7, 7, 6, 6, 6, 5, 5, 5, 4,
    4,
  ]

  /// The weight of a value, 0…32,767. Values above 0 count as 0.
  @inline(__always)
  static func weight(_ value: Int16) -> Int64 {
    let index = -Int(value)
    guard index < count else { return 0 }
    return Int64(weights[max(index, 0)])
  }
}
