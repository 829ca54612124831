import FixedPoint
import Foundation
import Testing

@testable import Positioning

@Suite struct SurfaceMomentsTests {
  @Test func weightsAreTheExponentialOfSixteenths() {
    for index in 0..<Plausibility.count {
      let expected = Int64((32_767 * exp(-Double(index) / 16)).rounded())
      #expect(Plausibility.weight(Int16(-index)) == expected, "\(index)")
    }
  }

  @Test func weightsEndOnBothSides() {
    #expect(Plausibility.weight(-144) == 4)
    #expect(Plausibility.weight(-145) == 0)
    #expect(Plausibility.weight(.min) == 0)
    #expect(Plausibility.weight(1) == 32_767)
    #expect(Plausibility.weight(.max) == 32_767)
  }

  @Test func noMassHasNoMean() {
    let moments = SurfaceMoments()
    #expect(moments.mean == nil)
    #expect(moments.variance == 0)
  }

  /// Few cells, anywhere on grids up to the largest: mean within 1/256 cell, variance within 1/64 cell².
  @Test(arguments: UInt64(1)...200) func meanAndVarianceAgainstRealNumbers(seed: UInt64) throws {
    var random = SeededRandom(seed)
    var moments = SurfaceMoments()
    var cells: [(weight: Double, column: Double, row: Double)] = []
    let (left, top) = (Int.random(in: 0...1_000, using: &random), Int.random(in: 0...1_000, using: &random))
    for _ in 0..<12 {
      let weight = Int64.random(in: 1...32_767, using: &random)
      let column = left + Int.random(in: 0...20, using: &random)
      let row = top + Int.random(in: 0...20, using: &random)
      var sums = SurfaceMoments.Row()
      sums.add(weight: weight, column: column)
      moments.add(sums, row: row)
      cells.append((Double(weight), Double(column), Double(row)))
    }
    let total = cells.reduce(0) { $0 + $1.weight }
    let column = cells.reduce(0) { $0 + $1.weight * $1.column } / total
    let row = cells.reduce(0) { $0 + $1.weight * $1.row } / total
    let variance = cells.reduce(0) { $0 + $1.weight * (pow($1.column - column, 2) + pow($1.row - row, 2)) } / total
    let mean = try #require(moments.mean)
    #expect(abs(Double(mean.column) / 256 - column) <= 1 / 256)
    #expect(abs(Double(mean.row) / 256 - row) <= 1 / 256)
    #expect(abs(Double(moments.variance) / 65_536 - variance) < 1 / 64)
  }

  @Test func aFullGridOfTheLargestSizeStaysWithin64Bits() throws {
    // 1,024 × 1,024 cells of full weight, added row by row as the pass does.
    var row = SurfaceMoments.Row()
    for column in 0..<1_024 { row.add(weight: 32_767, column: column) }
    var moments = SurfaceMoments()
    for number in 0..<1_024 { moments.add(row, row: number) }
    var both = moments
    both.add(moments, best: 0)
    let mean = try #require(both.mean)
    #expect(mean.column == 130_944)  // 511.5
    #expect(mean.row == 130_944)
    // (n² - 1) / 12 each way.
    let expected = 2 * (1_024.0 * 1_024 - 1) / 12
    #expect(abs(Double(both.variance) / 65_536 - expected) < 1)
  }

  @Test func aSurfaceThatIsLessLikelyWeighsLess() throws {
    var near = SurfaceMoments.Row()
    near.add(weight: 32_767, column: 0)
    var far = SurfaceMoments.Row()
    far.add(weight: 32_767, column: 100)
    var (first, second) = (SurfaceMoments(), SurfaceMoments())
    first.add(near, row: 0)
    second.add(far, row: 0)
    // One nat less: a share of e^-1 to 1, so the mean lies at 100 / (1 + e) = 26.89.
    var total = SurfaceMoments()
    total.add(first, best: 0)
    total.add(second, best: -16)
    #expect(abs(Double(try #require(total.mean).column) / 256 - 26.894) < 0.02)
  }

  /// A single possible cell far from the origin: the mean is that cell, not one beyond it.
  @Test func aPeakFarAwayIsNotMoved() throws {
    var row = SurfaceMoments.Row()
    row.add(weight: 32_767, column: 900)
    var peak = SurfaceMoments()
    peak.add(row, row: 700)
    for best in [Int16(0), -16, -100] {
      // The likelier hypothesis, and another of the same opinion.
      var total = SurfaceMoments()
      total.add(peak, best: 0)
      total.add(peak, best: best)
      let mean = try #require(total.mean)
      // A sixteenth of a cell.
      #expect(abs(mean.column - 900 * 256) <= 16)
      #expect(abs(mean.row - 700 * 256) <= 16)
    }
  }
}
