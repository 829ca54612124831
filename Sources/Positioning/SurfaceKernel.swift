import FixedPoint

/// The passes over a plausibility surface, 16 cells a step.
///
/// A surface holds the logarithm of how plausible each cell is, in 1/16 nat, 0 for the most plausible one. Cells outside
/// the area are held at `FloorGrid.outside` by the `ceiling` (0 inside, that elsewhere), which every pass that writes applies.
enum SurfaceKernel {
  typealias Lanes = SIMD16<Int16>

  /// No cell is held less plausible than this: 250 nat, so that late evidence can always bring it back.
  static var least: Int16 { -4_000 }

  /// After a spread no cell is this far below the best: 40 nat. The board may have been carried.
  static var leastAfterSpread: Int16 { -640 }

  /// Evidence is never more than this, 1/16 nat: 500 nat.
  static var mostPull: Int16 { 8_000 }

  @inline(__always)
  static func load(_ surface: Span<Int16>, _ index: Int) -> Lanes {
    surface.bytes.unsafeLoadUnaligned(fromByteOffset: index &* 2, as: Lanes.self)
  }

  @inline(__always)
  static func load(_ surface: borrowing MutableSpan<Int16>, _ index: Int) -> Lanes {
    surface.span.bytes.unsafeLoadUnaligned(fromByteOffset: index &* 2, as: Lanes.self)
  }

  @inline(__always)
  static func store(_ lanes: Lanes, _ surface: inout MutableSpan<Int16>, _ index: Int) {
    var bytes = surface.mutableBytes
    bytes.storeBytes(of: lanes, toByteOffset: index &* 2, as: Lanes.self)
  }

  @inline(__always)
  static func loadBytes(_ field: Span<UInt8>, _ index: Int) -> Lanes {
    Lanes(truncatingIfNeeded: field.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self))
  }

  @inline(__always)
  static func larger(_ a: Lanes, _ b: Lanes) -> Lanes { a.replacing(with: b, where: b .> a) }

  @inline(__always)
  static func smaller(_ a: Lanes, _ b: Lanes) -> Lanes { a.replacing(with: b, where: b .< a) }

  /// The largest lane, by halves. (The standard library's `max()` and `any` do not build with -no-allocations.)
  @inline(__always)
  static func largest(_ lanes: Lanes) -> Int16 {
    let eight = lanes.lowHalf.replacing(with: lanes.highHalf, where: lanes.highHalf .> lanes.lowHalf)
    let four = eight.lowHalf.replacing(with: eight.highHalf, where: eight.highHalf .> eight.lowHalf)
    let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .> four.lowHalf)
    return max(two[0], two[1])
  }

  // MARK: Motion

  /// First half of the spread, along rows: each cell of `target` becomes the best of the five cells around it in
  /// `source`, less the cost of the way. `shift` moves the whole surface by whole cells on the way.
  ///
  /// - Parameters:
  ///   - start: index where both surfaces begin in their buffers.
  ///   - cost: of one cell, 1/16 nat; two cells cost four times as much (the square of the distance).
  static func spreadRows(
    _ source: Span<Int16>, from sourceStart: Int, to target: inout MutableSpan<Int16>, at targetStart: Int,
    grid: FloorGrid, shift: (columns: Int, rows: Int), cost: Int16
  ) {
    let near = Lanes(repeating: cost)
    let far = Lanes(repeating: cost &* 4)
    let columns = min(max(shift.columns, -FloorGrid.maximumShift), FloorGrid.maximumShift)
    for row in 0..<grid.rows {
      let targetRow = targetStart + grid.surfaceIndex(row: row)
      // Rows from beyond the edge hold only `outside`; repeating the edge's own row keeps what came from there possible.
      let sourceRow = sourceStart + grid.surfaceIndex(row: min(max(row - shift.rows, 0), grid.rows - 1)) - columns
      var column = 0
      while column < grid.columns {
        let index = sourceRow + column
        let direct = load(source, index)
        let beside = larger(load(source, index - 1), load(source, index + 1)) &- near
        let beyond = larger(load(source, index - 2), load(source, index + 2)) &- far
        store(larger(direct, larger(beside, beyond)), &target, targetRow + column)
        column += FloorGrid.lanes
      }
    }
  }

  /// Second half of the spread, along columns, with the fade: what was believed counts less with every tick.
  ///
  /// - Parameter fadeShift: the surface loses 2^-fadeShift of its height.
  /// - Returns: the best value of the surface after it.
  static func spreadColumns(
    _ source: Span<Int16>, from sourceStart: Int, to target: inout MutableSpan<Int16>, at targetStart: Int,
    ceiling: Span<Int16>, grid: FloorGrid, cost: Int16, fadeShift: Int16
  ) -> Int16 {
    let near = Lanes(repeating: cost)
    let far = Lanes(repeating: cost &* 4)
    let floor = Lanes(repeating: leastAfterSpread)
    let fade = Lanes(repeating: fadeShift)
    var highest = Lanes(repeating: .min)
    for row in 0..<grid.rows {
      // Rows beyond the edge repeat the edge's own.
      func index(_ offset: Int) -> Int {
        sourceStart + grid.surfaceIndex(row: min(max(row + offset, 0), grid.rows - 1))
      }
      let (above2, above, here, below, below2) = (index(-2), index(-1), index(0), index(1), index(2))
      let inside = grid.surfaceIndex(row: row)
      var column = 0
      while column < grid.columns {
        let direct = load(source, here + column)
        let beside = larger(load(source, above + column), load(source, below + column)) &- near
        let beyond = larger(load(source, above2 + column), load(source, below2 + column)) &- far
        let best = larger(larger(direct, larger(beside, beyond)), floor)
        let faded = best &- (best &>> fade)
        let held = smaller(faded, load(ceiling, inside + column))
        highest = larger(highest, held)
        store(held, &target, targetStart + inside + column)
        column += FloorGrid.lanes
      }
    }
    return largest(highest)
  }

  // MARK: Evidence

  /// Subtracts a tick's evidence: for every beam a clamped square of (heard - expected), and the centroid's pull.
  ///
  /// - Returns: the best value of the surface after it.
  static func addEvidence(
    _ surface: inout MutableSpan<Int16>, at start: Int, ceiling: Span<Int16>, grid: FloorGrid,
    evidence: borrowing TickEvidence, field: Span<UInt8>, columnPull: Span<Int16>, rowPull: (Int) -> Int16
  ) -> Int16 {
    // A span, since reading an element of an inline array copies the array first.
    let beams = evidence.beams.span
    let count = evidence.count
    let slope = Lanes(repeating: evidence.slope)
    let limit = Lanes(repeating: evidence.limit)
    let negativeLimit = Lanes(repeating: 0 &- evidence.limit)
    let half = Lanes(repeating: 1 << (TickEvidence.fractionBits - 1))
    let fraction = Lanes(repeating: Int16(TickEvidence.fractionBits))
    let scale = Lanes(repeating: Int16(TickEvidence.squareBits))
    let most = Lanes(repeating: mostPull)
    var best = Lanes(repeating: .min)
    for row in 0..<grid.rows {
      let inside = grid.surfaceIndex(row: row)
      let pull = Lanes(repeating: rowPull(row))
      var column = 0
      while column < grid.columns {
        var sum = Lanes(repeating: 0)
        for index in 0..<count {
          let beam = beams[index]
          let loss = loadBytes(field, beam.fieldStart + row * grid.paddedColumns + column)
          let residual = ((loss &* slope) &+ Lanes(repeating: beam.level) &+ half) &>> fraction
          let clamped = larger(smaller(residual, limit), negativeLimit)
          sum = sum &+ clamped &* clamped
        }
        let pulled = smaller(load(columnPull, column) &+ pull, most)
        let value = load(surface, start + inside + column) &- (sum &>> scale) &- pulled
        let held = smaller(value, load(ceiling, inside + column))
        best = larger(best, held)
        store(held, &surface, start + inside + column)
        column += FloorGrid.lanes
      }
    }
    return largest(best)
  }

  /// Lifts the surface so that `best` becomes 0, and holds it within its range.
  static func normalise(
    _ surface: inout MutableSpan<Int16>, at start: Int, ceiling: Span<Int16>, grid: FloorGrid, best: Int16
  ) {
    let offset = Lanes(repeating: best)
    let floor = Lanes(repeating: least)
    for row in 0..<grid.rows {
      let inside = grid.surfaceIndex(row: row)
      var column = 0
      while column < grid.columns {
        let value = larger(load(surface, start + inside + column) &- offset, floor)
        store(smaller(value, load(ceiling, inside + column)), &surface, start + inside + column)
        column += FloorGrid.lanes
      }
    }
  }

  // MARK: Reading

  /// Sums over the surface with each cell's plausibility, relative to that of the best cell, as its weight.
  ///
  /// - Parameter best: the surface's best value.
  static func moments(_ surface: Span<Int16>, at start: Int, grid: FloorGrid, best: Int16) -> SurfaceMoments {
    var moments = SurfaceMoments()
    let offset = Lanes(repeating: best)
    let threshold = 0 - Int16(Plausibility.count)
    for row in 0..<grid.rows {
      let inside = start + grid.surfaceIndex(row: row)
      var rowSums = SurfaceMoments.Row()
      var column = 0
      while column < grid.columns {
        let lanes = load(surface, inside + column) &- offset
        if largest(lanes) > threshold {
          for lane in 0..<min(FloorGrid.lanes, grid.columns - column) {
            rowSums.add(weight: Plausibility.weight(lanes[lane]), column: column + lane)
          }
        }
        column += FloorGrid.lanes
      }
      moments.add(rowSums, row: row)
    }
    return moments
  }
}
