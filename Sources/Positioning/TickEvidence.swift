import FixedPoint

/// What a tick's beams say, made ready for the pass over a surface.
///
/// A beam's evidence against a cell is w·e²/(2σ²), e the difference between heard and expected RSSI, held within
/// ±24 dB. The pass works on e scaled such that its square needs only a shift: `slope` and `level` carry the scale.
struct TickEvidence {
  /// Beams that one tick uses, the strongest ones: more brought no gain in a trial, and squares stay within 16 bits.
  static var capacity: Int { 16 }

  /// Fraction bits of the scaled residual.
  static var fractionBits: Int { 7 }

  /// The sum of squares is shifted by this to become 1/16 nat.
  static var squareBits: Int { 4 }

  /// A residual counts as 24 dB at most: two walls and a body. What is farther off is just as wrong.
  static var residualLimit: Int { 24 }

  struct Beam {
    /// Where the beam's loss field begins.
    var fieldStart = 0
    /// Scaled (heard - offset - power at 1 m), 7 fraction bits.
    var level: Int16 = 0
  }

  private(set) var beams = InlineArray<16, Beam>(repeating: Beam())
  private(set) var count = 0

  /// Scaled dB per step of a loss field, 7 fraction bits.
  private(set) var slope: Int16 = 0
  /// The residual's limit, scaled, whole.
  private(set) var limit: Int16 = 0

  /// Scale of a residual: steps per dB, 7 fraction bits.
  private let scale: Int64

  /// - Parameters:
  ///   - beamCount: beams heard in the tick, at most `capacity`.
  ///   - weight: of the whole tick's evidence, 8 fraction bits; 256 is 1.
  ///   - halfExponents: path-loss exponent in halves: 4 is an exponent of 2.
  init(beamCount: Int, weight: Int64, halfExponents: Int64) {
    // σ = 7 dB: 16 · w · e² / (2 · 49) = (scale · e)² / 16, so scale² = 2.61224 · w; 42,799 = 2.61224 · 2^14 in Q14.
    // Beyond 12 beams their sum weighs no more than 12: their errors are not independent.
    let share = weight * 12 / Int64(max(beamCount, 12))
    let square = UInt64(max(42_799 * share / 256, 0))
    scale = Int64(square.squareRootRounded)
    slope = Int16(
      clamping: (scale * halfExponents).dividedRounding(
        by: Int64(2 * LossField.stepsPerDecibel), .toNearestOrAwayFromZero))
    limit = Int16(clamping: (scale * Int64(Self.residualLimit)) >> Int64(Self.fractionBits))
  }

  /// Adds a beam; beyond the capacity it is left out.
  ///
  /// - Parameter relative: heard RSSI less receiver offset less power at 1 m, dB.
  mutating func add(fieldStart: Int, relative: Decibels) {
    guard count < Self.capacity else { return }
    let level = (scale * Int64(relative.raw)).shiftedRight(by: Decibels.fractionBits, .toNearestOrAwayFromZero)
    // Louder than the limit at 1 m is louder than the limit everywhere; holding it there keeps the sum in 16 bits.
    let most = Int64(limit) << Int64(Self.fractionBits)
    beams[count] = Beam(fieldStart: fieldStart, level: Int16(clamping: min(level, most)))
    count += 1
  }

  subscript(index: Int) -> Beam { beams[index] }
}
