import FixedPoint
import Ranging

/// For one beam, how much weaker it is in each cell of the floor than at 1 m, per unit of the path-loss exponent.
///
/// One byte per cell, in steps of 1/8 dB: 10·log10(d) with d the distance to the beam, 1 m of height difference included.
/// Worked out once when a site is loaded, so that a cell's expected RSSI is one multiplication: measured power less the
/// exponent times this.
public enum LossField {
  /// Steps per dB.
  public static var stepsPerDecibel: Int { 8 }

  /// Difference in height between beam and board, m. Beams hang 1 to 2 m above a board; nothing nearer than this is
  /// told apart anyway.
  static var heightDifference: Metres { Metres(1) }

  /// How much less a directional beam radiates backwards than forwards, dB at exponent 2. A patch antenna's front-to-back
  /// ratio is 10 to 15 dB; reflections fill some of it.
  static var frontToBackRatio: Int { 12 }

  /// Fills `field` (`grid.fieldCount` bytes from `start`) for one beam.
  public static func fill(
    _ field: inout MutableSpan<UInt8>, from start: Int, beam: Beam, grid: FloorGrid
  ) {
    for row in 0..<grid.rows {
      for column in 0..<grid.paddedColumns {
        field[start + row * grid.paddedColumns + column] = loss(
          beam: beam, at: grid.center(column: column, row: row))
      }
    }
  }

  /// Loss of one beam at one place, in 1/8 dB per unit of the exponent, 0…255.
  static func loss(beam: Beam, at place: Point) -> UInt8 {
    let height = UInt64(heightDifference.raw.magnitude)
    let squared = beam.position.squaredDistance(to: place).addingSaturating(height * height)
    // 10·log10(d) = 5·log10(d²) = 1.50515·log2(d²); in eighths 12.0412; 789,132 = 12.0412 · 2^16. d² has 32 fraction bits.
    let logarithm = Int64(Log2.of(squared).raw) - Int64(32 << Log2.fractionBits)
    let distanceLoss = (logarithm * 789_132).shiftedRight(by: 32, .toNearestOrAwayFromZero)
    return UInt8(clamping: distanceLoss + directionLoss(beam: beam, at: place))
  }

  /// What the beam's direction takes away: half the front-to-back ratio times (1 - cos δ), δ the angle off its axis.
  ///
  /// It is halved again because the field is multiplied by the exponent, about 2.
  private static func directionLoss(beam: Beam, at place: Point) -> Int64 {
    guard let azimuth = beam.azimuth else { return 0 }
    let bearing = BinaryAngle.heading(dx: place.x - beam.position.x, dy: place.y - beam.position.y)
    let cosine = Int64((bearing - azimuth).cosine.raw)
    let peak = Int64(frontToBackRatio * stepsPerDecibel / 4)
    return (peak * (Int64(1 << UnitFactor.fractionBits) - cosine)).shiftedRight(
      by: UnitFactor.fractionBits, .toNearestOrAwayFromZero)
  }
}
