import FixedPoint
import Ranging

/// Finds the position on one floor with a probability surface: which cells explain what is heard, and where could the
/// board have come from.
///
/// Two hypotheses about the building run side by side, path-loss exponents 2 and 3, each with its own surface and its
/// own estimate of the receiver's offset; their masses weigh them. Time goes in ticks of half a second, and all
/// evidence of a tick is spent at once.
public struct SurfaceEstimator: Sendable {
  /// Length of a tick, ms: short against a step of a walk, long enough for several advertisements a beam.
  public static var tick: Milliseconds { 500 }

  /// Surfaces that run side by side; the caller lends so many, one after the other.
  public static var hypotheses: Int { 2 }

  /// What a tick found.
  public struct Fix: Sendable {
    public var position: Point
    /// Radius that holds the true position 68 % of the time.
    public var accuracy: Metres
    /// Age of the newest evidence.
    public var latency: Milliseconds
    public var motion: Motion
    /// The evidence is so old that the surface rests.
    public var isStale: Bool
  }

  /// One hypothesis: the exponent in halves, and the receiver's offset in dB with 16 fraction bits.
  struct Hypothesis: Sendable {
    var halfExponents: Int64
    var offset: Int64 = 0
    /// Its surface's best value relative to the best of all, 1/16 nat.
    var best: Int16 = 0
  }

  private var hypothesis: InlineArray<2, Hypothesis> = [
    Hypothesis(halfExponents: 4), Hypothesis(halfExponents: 6),
  ]
  /// Index of the hypothesis with the greater mass.
  private var heavier = 0
  private var motion = Motion()
  /// Where the last tick found the board; the mean of the surface, without the output's correction.
  private var position: Point?
  private var output: Point?
  /// The weighted centroid of the beams, as of the newest evidence.
  private var centroid: Point?
  private var variance: Int64 = 0
  /// Displacement not yet carried out in whole cells, raw metres.
  private var carryX: Int64 = 0
  private var carryY: Int64 = 0
  private var lastEvidence: Milliseconds?
  /// Until then the velocity is not learned: the surface still settles.
  private var settlesUntil: Milliseconds = 0

  /// Silence up to this long changes nothing in the motion model, ms; beyond it the surface rests where it is.
  public static var liveness: Milliseconds { 3_000 }
  /// A silence of this long ends what was known of the motion, ms.
  private static var pause: Milliseconds { 1_000 }
  /// Time for a surface to settle at the start, ms, and after a pause.
  private static var firstSettling: Milliseconds { 5_000 }
  private static var settling: Milliseconds { 2_000 }
  /// Receivers differ by this much at most, dB with 16 fraction bits.
  private static var offsetLimit: Int64 { 25 << 16 }

  public init() {}

  /// Forgets the position and the motion; what was learned of the receiver stays, since the board stays the same.
  ///
  /// Call with every surface equal to the floor's ceiling when the floor changes or everything was silent for long.
  public mutating func restart() {
    motion = Motion()
    position = nil
    output = nil
    centroid = nil
    lastEvidence = nil
    carryX = 0
    carryY = 0
  }

  /// Receiver offset, dB: how much louder this board hears than the model of the hypothesis that has the greater mass.
  public var receiverOffset: Decibels { Decibels(raw: Int16(clamping: hypothesis[heavier].offset >> 9)) }

  /// The memory that the caller lends for one floor.
  ///
  /// - `surfaces`: `hypotheses` surfaces of `grid.surfaceCount`, equal to `ceiling` at the start.
  /// - `scratch`: one more surface, and after it `grid.paddedColumns` for the centroid's pull.
  /// - `ceiling`: 0 for each cell inside the area, `FloorGrid.outside` elsewhere and in the padding.
  public mutating func update(
    at time: Milliseconds, heard: Span<UInt16>, active: Span<UInt16>, tracks: inout MutableSpan<BeamTrack>,
    beams: Span<Beam>, grid: FloorGrid, spacing: Metres, field: Span<UInt8>, ceiling: Span<Int16>,
    surfaces: inout MutableSpan<Int16>, scratch: inout MutableSpan<Int16>
  ) -> Fix? {
    var strongest = TickBeams()
    for index in heard.indices {
      let beam = heard[index]
      guard let mean = tracks[Int(beam)].endTick(at: time), tracks[Int(beam)].fieldStart != nil else { continue }
      strongest.add(beam: beam, relative: mean - tracks[Int(beam)].power)
    }
    if lastEvidence == nil { settlesUntil = time.addingSaturating(Self.firstSettling) }
    if strongest.count > 0 { noteEvidence(at: time) }
    guard let lastEvidence else { return nil }
    let silence = time.subtractingSaturating(lastEvidence)
    let isLive = silence <= Self.liveness
    let expected = move(isLive: isLive, grid: grid, ceiling: ceiling, surfaces: &surfaces, scratch: &scratch)
    let degree = motion.degree
    if strongest.count > 0 {
      centroid = CentroidPull.centroid(active: active, tracks: tracks.span, beams: beams, at: time, motion: degree)
      weigh(
        strongest, motion: degree, tracks: tracks.span, grid: grid, spacing: spacing, field: field, ceiling: ceiling,
        surfaces: &surfaces, scratch: &scratch)
    }
    if isLive {
      locate(
        strongest, motion: degree, expected: expected, at: time, tracks: tracks.span, grid: grid, field: field,
        surfaces: surfaces.span)
    } else {
      motion.coast()
    }
    guard let output else { return nil }
    return Fix(
      position: output, accuracy: accuracy(spacing: spacing, silence: silence), latency: silence, motion: motion,
      isStale: !isLive)
  }

  /// A pause before this evidence makes the old motion worthless.
  private mutating func noteEvidence(at time: Milliseconds) {
    if let last = lastEvidence, time.subtractingSaturating(last) >= Self.pause + Self.tick {
      motion.stop()
      carryX = 0
      carryY = 0
      settlesUntil = time.addingSaturating(Self.settling)
    }
    lastEvidence = time
  }

  // MARK: The steps of a tick

  /// Moves and spreads the surface as the board may have moved; returns where it is expected now.
  private mutating func move(
    isLive: Bool, grid: FloorGrid, ceiling: Span<Int16>, surfaces: inout MutableSpan<Int16>,
    scratch: inout MutableSpan<Int16>
  ) -> Point? {
    guard isLive, let position else { return position }
    let step = motion.displacement(over: Self.tick)
    carryX += step.x
    carryY += step.y
    let cell = Int64(grid.cellSize.raw)
    let limit = Int64(FloorGrid.maximumShift)
    let columns = min(max(carryX.dividedRounding(by: cell, .toNearestOrAwayFromZero), -limit), limit)
    let rows = min(max(carryY.dividedRounding(by: cell, .toNearestOrAwayFromZero), -limit), limit)
    carryX -= columns * cell
    carryY -= rows * cell
    let cost = spreadCost(grid.cellSize)
    for index in 0..<Self.hypotheses {
      let start = index * grid.surfaceCount
      SurfaceKernel.spreadRows(
        surfaces.span, from: start, to: &scratch, at: 0, grid: grid, shift: (Int(columns), Int(rows)), cost: cost)
      hypothesis[index].best = SurfaceKernel.spreadColumns(
        scratch.span, from: 0, to: &surfaces, at: start, ceiling: ceiling, grid: grid, cost: cost, fadeShift: 4)
    }
    return Point(
      x: Metres(raw: Int32(clamping: Int64(position.x.raw) + step.x)),
      y: Metres(raw: Int32(clamping: Int64(position.y.raw) + step.y)))
  }

  /// Cost of one cell's way in a tick, 1/16 nat: 8 at rest and 1 in motion for cells of 0.5 m, by the square for others.
  private func spreadCost(_ cellSize: Metres) -> Int16 {
    let halves = max(Int64(cellSize.raw) / Int64(Metres(1, over: 2).raw), 1)
    // The inverse of the cost is mixed: it is the variance of a step.
    let inverse = 32 + (224 * motion.degree) / 256  // 256/8 … 256
    return Int16(clamping: min((256 * halves * halves).dividedRounding(by: inverse, .toNearestOrAwayFromZero), 2_000))
  }

  /// Spends the tick's evidence on every surface and brings their best cell to 0.
  private mutating func weigh(
    _ heard: TickBeams, motion: Int64, tracks: Span<BeamTrack>, grid: FloorGrid, spacing: Metres,
    field: Span<UInt8>, ceiling: Span<Int16>, surfaces: inout MutableSpan<Int16>, scratch: inout MutableSpan<Int16>
  ) {
    // Evidence counts 0.75 at rest and 1.5 in motion: at rest the same fading is heard again and again.
    let weight = 192 + motion * 3 / 4
    let pull = makePull(motion: motion, weight: weight, count: heard.count, spacing: spacing)
    let pullStart = grid.surfaceCount
    for column in 0..<grid.paddedColumns {
      let x = Int64(grid.center(column: column, row: 0).x.raw)
      scratch[pullStart + column] = pull?.cost(x - Int64(pull?.target.x.raw ?? 0)) ?? 0
    }
    let columnPull = scratch.span.extracting(pullStart..<(pullStart + grid.paddedColumns))
    var best = Int16.min
    for index in 0..<Self.hypotheses {
      var evidence = TickEvidence(
        beamCount: heard.count, weight: weight, halfExponents: hypothesis[index].halfExponents)
      let offset = Decibels(
        raw: Int16(clamping: hypothesis[index].offset.shiftedRight(by: 9, .toNearestOrAwayFromZero)))
      for place in 0..<heard.count {
        evidence.add(
          fieldStart: tracks[Int(heard[place].beam)].fieldStart ?? 0, relative: heard[place].relative - offset)
      }
      let highest = SurfaceKernel.addEvidence(
        &surfaces, at: index * grid.surfaceCount, ceiling: ceiling, grid: grid, evidence: evidence, field: field,
        columnPull: columnPull
      ) { row in
        let y = Int64(grid.center(column: 0, row: row).y.raw)
        return pull?.cost(y - Int64(pull?.target.y.raw ?? 0)) ?? 0
      }
      hypothesis[index].best = highest
      best = max(best, highest)
    }
    // One common maximum: the difference between the surfaces is what weighs the hypotheses.
    for index in 0..<Self.hypotheses {
      SurfaceKernel.normalise(&surfaces, at: index * grid.surfaceCount, ceiling: ceiling, grid: grid, best: best)
      hypothesis[index].best = max(hypothesis[index].best - best, SurfaceKernel.least)
    }
  }

  /// The pull toward the centroid, which lies ahead of a moving board's past by its lag of 0.7 s.
  private func makePull(motion degree: Int64, weight: Int64, count: Int, spacing: Metres) -> CentroidPull? {
    guard let centroid else { return nil }
    let lead = motion.displacement(over: 700)
    let target = Point(
      x: Metres(raw: Int32(clamping: Int64(centroid.x.raw) + lead.x)),
      y: Metres(raw: Int32(clamping: Int64(centroid.y.raw) + lead.y)))
    return CentroidPull(target: target, spacing: spacing, motion: degree, weight: weight, beamsHeard: count)
  }

  /// Reads the position off the surfaces; where there was evidence, learns offset and velocity from it.
  private mutating func locate(
    _ heard: TickBeams, motion degree: Int64, expected: Point?, at time: Milliseconds, tracks: Span<BeamTrack>,
    grid: FloorGrid, field: Span<UInt8>, surfaces: Span<Int16>
  ) {
    var total = SurfaceMoments()
    let best = max(hypothesis[0].best, hypothesis[1].best)
    var greatest: Int64 = 0
    for index in 0..<Self.hypotheses {
      // Relative to its own best cell: an unlikely hypothesis goes on learning, or it could never become likely.
      let own = hypothesis[index].best
      let moments = SurfaceKernel.moments(surfaces, at: index * grid.surfaceCount, grid: grid, best: own)
      learnOffset(index, moments: moments, heard: heard, tracks: tracks, grid: grid, field: field)
      let before = total.weight
      total.add(moments, best: own - best)
      if total.weight - before > greatest {
        greatest = total.weight - before
        heavier = index
      }
    }
    guard let mean = total.mean else { return }
    let cell = Int64(grid.cellSize.raw)
    let found = Point(
      x: Metres(raw: Int32(clamping: Int64(grid.origin.x.raw) + (mean.column * cell) >> 8)),
      y: Metres(raw: Int32(clamping: Int64(grid.origin.y.raw) + (mean.row * cell) >> 8)))
    variance = total.variance
    if let expected, heard.count > 0, time >= settlesUntil {
      motion.learn(Int64(found.x.raw) - Int64(expected.x.raw), Int64(found.y.raw) - Int64(expected.y.raw))
    }
    position = found
    // A beam beyond the map's edge must not draw the position there.
    output = grid.held(blend(found, share: 256 - degree))
    cellSize = grid.cellSize
  }

  private var cellSize = Metres(1, over: 2)

  /// A quarter of the way to the centroid at rest: the surface's mean and the centroid err in different directions.
  private func blend(_ found: Point, share: Int64) -> Point {
    guard let centroid else { return found }
    func mix(_ a: Metres, _ b: Metres) -> Metres {
      Metres(raw: Int32(clamping: Int64(a.raw) + (Int64(b.raw) - Int64(a.raw)) * share / 1_024))
    }
    return Point(x: mix(found.x, centroid.x), y: mix(found.y, centroid.y))
  }

  /// Moves a hypothesis' offset by a part of the mean residual where its surface says the board is.
  private mutating func learnOffset(
    _ index: Int, moments: SurfaceMoments, heard: TickBeams, tracks: Span<BeamTrack>, grid: FloorGrid,
    field: Span<UInt8>
  ) {
    guard let mean = moments.mean, heard.count > 0 else { return }
    let column = min(max(Int(mean.column + 128) >> 8, 0), grid.columns - 1)
    let row = min(max(Int(mean.row + 128) >> 8, 0), grid.rows - 1)
    let offset = hypothesis[index].offset
    var sum: Int64 = 0
    for place in 0..<heard.count {
      let start = tracks[Int(heard[place].beam)].fieldStart ?? 0
      let loss = Int64(field[start + row * grid.paddedColumns + column])
      // Loss in 1/8 dB per exponent, exponent in halves: sixteenths of a dB, here with 16 fraction bits.
      let expected = (loss * hypothesis[index].halfExponents) << 12
      let residual = (Int64(heard[place].relative.raw) << 9) + expected - offset
      // One beam behind a body says no more than 15 dB about the receiver.
      sum += min(max(residual, -15 << 16), 15 << 16)
    }
    let residual = sum / Int64(heard.count)
    // 4 % of the residual a tick (half of it in 9 s) with four beams or more; 2 % of the offset pull it back to 0.
    let step = (residual - offset / 50) * Int64(min(heard.count, 4)) / 100
    hypothesis[index].offset = min(max(offset + step, -Self.offsetLimit), Self.offsetLimit)
  }

  // MARK: Uncertainty

  /// Radius of 68 %: the surface's spread, what it cannot know (a part of the beams' spacing), lag, and silence.
  private func accuracy(spacing: Metres, silence: Milliseconds) -> Metres {
    let cell = Int64(cellSize.raw)
    // cells² with 16 fraction bits · m² with 32 fraction bits, to 32 fraction bits; half of it, as fitted.
    let spread = UInt64(clamping: (variance >> 8).multipliedSaturating(by: (cell * cell) >> 8) >> 1)
    // 0.37 · spacing + 0.5 m; 0.37 = 24,248 / 2^16.
    let blur = (Int64(spacing.raw) * 24_248) >> 16 + 32_768
    let lag = Int64(motion.believedSpeed.raw)  // one second's way
    let drift = silence.multipliedSaturating(by: 19_661) / 1_000  // 0.3 m/s
    func square(_ value: Int64) -> UInt64 { value.magnitude.multipliedSaturating(by: value.magnitude) }
    let sum = spread.addingSaturating(square(blur)).addingSaturating(square(lag)).addingSaturating(square(drift))
    return Metres(raw: Int32(clamping: sum.squareRootRounded))
  }
}
