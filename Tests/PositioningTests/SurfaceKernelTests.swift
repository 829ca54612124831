import FixedPoint
import Testing

@testable import Positioning

/// Every pass against its scalar twin, on grids whose sizes fall in and between whole SIMD steps.
@Suite struct SurfaceKernelTests {
  @Test(arguments: UInt64(1)...60) func spreadsAsTheScalarTwin(seed: UInt64) {
    var sample = SurfaceSample(seed: seed)
    let shift = (
      columns: Int.random(in: -2...2, using: &sample.random), rows: Int.random(in: -2...2, using: &sample.random)
    )
    let cost = Int16.random(in: 1...2_000, using: &sample.random)
    let between = sample.spread(shift: shift, cost: cost, fadeShift: 5)
    sample.scalar.spreadRows(shift: shift, cost: Int(cost))
    #expect(sample.cells(of: between) == sample.scalar.cells)
    sample.scalar.spreadColumns(cost: Int(cost), fadeShift: 5)
    #expect(sample.cells(of: sample.buffer) == sample.scalar.cells)
    #expect(sample.isTidy())
  }

  @Test func spreadsOneCellByTheSquareOfTheWay() {
    // 9 × 5 cells, only the middle one possible; cost 5.
    let grid = FloorGrid(origin: point(0, 0), cellSize: Metres(1), columns: 9, rows: 5)
    var ceiling = grid.ceiling { _, _ in true }
    var surface = ceiling
    for row in 0..<5 { for column in 0..<9 { surface[grid.surfaceIndex(row: row) + column] = -600 } }
    surface[grid.surfaceIndex(row: 2) + 4] = 0
    var scratch = surface
    var rows = scratch.mutableSpan
    SurfaceKernel.spreadRows(surface.span, from: 0, to: &rows, at: 0, grid: grid, shift: (1, 0), cost: 5)
    var columns = ceiling.mutableSpan
    let open = surface.map { $0 == FloorGrid.outside ? $0 : 0 }
    let best = SurfaceKernel.spreadColumns(
      scratch.span, from: 0, to: &columns, at: 0, ceiling: open.span, grid: grid, cost: 5, fadeShift: 5)
    #expect(best == 0)
    let middle = (0..<9).map { ceiling[grid.surfaceIndex(row: 2) + $0] }
    // One cell to the right of where it was; all fade by a 32nd: 600 - 19, 20 - 1, 5 - 1. What moved into the first
    // column came from its right, one cell's way (605 - 19).
    #expect(middle == [-586, -581, -581, -19, -4, 0, -4, -19, -581])
    #expect(ceiling[grid.surfaceIndex(row: 0) + 5] == -19)
  }

  @Test(arguments: UInt64(1)...60) func addsEvidenceAsTheScalarTwin(seed: UInt64) {
    var sample = SurfaceSample(seed: seed)
    let count = Int.random(in: 1...16, using: &sample.random)
    let fields = sample.fields(count)
    var evidence = TickEvidence(
      beamCount: count, weight: Int64.random(in: 256...384, using: &sample.random),
      halfExponents: seed % 2 == 0 ? 4 : 6)
    for beam in 0..<count {
      let relative = Decibels(raw: Int16.random(in: (-100 * 128)...(20 * 128), using: &sample.random))
      evidence.add(fieldStart: beam * sample.grid.fieldCount, relative: relative)
    }
    var random = sample.random
    let columnPull = (0..<sample.grid.paddedColumns).map { _ in Int16.random(in: 0...8_000, using: &random) }
    let rowPull = (0..<sample.grid.rows).map { _ in Int16.random(in: 0...8_000, using: &random) }
    let best = sample.addEvidence(evidence, field: fields.padded, columnPull: columnPull, rowPull: rowPull)
    let expected = sample.scalar.addEvidence(
      beams: fields.plain.enumerated().map { (Int(evidence[$0].level), $1) }, slope: Int(evidence.slope),
      limit: Int(evidence.limit), columnPull: columnPull.map { Int($0) }, rowPull: rowPull.map { Int($0) })
    #expect(sample.cells(of: sample.buffer) == sample.scalar.cells)
    #expect(sample.isTidy())
    // Padding is as far out of reach as the cells outside, so that it can only be the best where all else is outside.
    if sample.scalar.isInside.contains(true) { #expect(Int(best) == expected) }
    sample.normalise(best: best)
    sample.scalar.normalise(best: Int(best))
    #expect(sample.cells(of: sample.buffer) == sample.scalar.cells)
    #expect(sample.isTidy())
  }

  /// The worst that a tick can do, several times in a row, on a surface at its floor.
  @Test(arguments: [Int64(4), 6], [Decibels(-256), Decibels(255)]) func nothingWraps(exponent: Int64, level: Decibels) {
    for count in [1, 12, 13, 16] {
      var sample = SurfaceSample(seed: UInt64(count), lowest: -4_000)
      sample.scalar.cells = sample.scalar.isInside.map { $0 ? -4_000 : ScalarKernel.outside }
      for index in sample.ceiling.indices where sample.ceiling[index] == 0 {
        sample.buffer[SurfaceSample.lead + index] = SurfaceKernel.least
      }
      var evidence = TickEvidence(beamCount: count, weight: 384, halfExponents: exponent)
      for _ in 0..<count { evidence.add(fieldStart: 0, relative: level) }
      let field = [UInt8](repeating: level > .zero ? 255 : 0, count: sample.grid.fieldCount)
      let pull = [Int16](repeating: 8_000, count: 80)
      for round in 0..<3 {
        let best = sample.addEvidence(evidence, field: field, columnPull: pull, rowPull: pull)
        let loss = [UInt8](repeating: field[0], count: sample.scalar.cells.count)
        let expected = sample.scalar.addEvidence(
          beams: (0..<count).map { (Int(evidence[$0].level), loss) }, slope: Int(evidence.slope),
          limit: Int(evidence.limit), columnPull: pull.map { Int($0) }, rowPull: pull.map { Int($0) })
        #expect(sample.cells(of: sample.buffer) == sample.scalar.cells)
        #expect(Int(best) == expected)
        if round == 0 { #expect(expected < -12_000) }
        sample.normalise(best: best)
        sample.scalar.normalise(best: expected)
        #expect(sample.cells(of: sample.buffer) == sample.scalar.cells)
        _ = sample.spread(shift: (2, -2), cost: 2_000, fadeShift: 5)
        sample.scalar.spreadRows(shift: (2, -2), cost: 2_000)
        sample.scalar.spreadColumns(cost: 2_000, fadeShift: 5)
        #expect(sample.cells(of: sample.buffer) == sample.scalar.cells)
        #expect(sample.isTidy())
      }
    }
  }

  @Test(arguments: UInt64(1)...30) func momentsAreTheSumsOverTheCells(seed: UInt64) {
    let sample = SurfaceSample(seed: seed, lowest: -200)
    // The surface of the less likely hypothesis is read relative to its own best cell.
    let best = -Int(seed) * 5
    let moments = SurfaceKernel.moments(
      sample.buffer.span, at: SurfaceSample.lead, grid: sample.grid, best: Int16(best))
    var expected = (weight: 0, columns: 0, rows: 0, squares: 0)
    for (place, value) in sample.scalar.cells.enumerated() {
      let (row, column) = place.quotientAndRemainder(dividingBy: sample.grid.columns)
      let weight = Int(Plausibility.weight(Int16(value - best)))
      expected.weight += weight
      expected.columns += weight * column
      expected.rows += weight * row
      expected.squares += weight * (column * column + row * row)
    }
    #expect(Int(moments.weight) == expected.weight)
    #expect(Int(moments.columns) == expected.columns)
    #expect(Int(moments.rows) == expected.rows)
    #expect(Int(moments.squares) == expected.squares)
  }

  @Test func theLargestLaneIsFoundInEveryPlace() {
    for lane in 0..<16 {
      var lanes = SIMD16<Int16>(repeating: .min)
      lanes[lane] = -20_000
      #expect(SurfaceKernel.largest(lanes) == -20_000)
    }
  }
}
