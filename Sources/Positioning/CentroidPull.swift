import FixedPoint
import Ranging

/// A gentle pull of the surface toward the weighted centroid of the beams heard.
///
/// The centroid knows neither exponent nor receiver offset and so cannot be wrong about them; near the beams it keeps
/// the surface honest. Its strength falls with the square of the beams' spacing, and in motion it nearly lets go.
struct CentroidPull {
  /// Where it pulls to.
  var target: Point
  /// 1/16 nat per m², 16 fraction bits.
  var strength: Int64

  /// Strength at rest and in motion, times the squared spacing: 16 · 0.9 and 16 · 0.18, 16 fraction bits.
  private static var atRest: Int64 { 943_718 }
  private static var inMotion: Int64 { 188_744 }

  /// - Parameters:
  ///   - spacing: median distance from a beam to its nearest neighbour, m.
  ///   - motion: 0 at rest … 256 in motion.
  ///   - weight: of the tick's evidence, 8 fraction bits.
  ///   - beamsHeard: in this tick; one or two beams pull less.
  init(target: Point, spacing: Metres, motion: Int64, weight: Int64, beamsHeard: Int) {
    self.target = target
    let base = Self.atRest + (Self.inMotion - Self.atRest) * motion / 256
    let weighted = base * weight / 256 * Int64(min(beamsHeard, 3)) / 3
    // m² with 16 fraction bits; spacing is half a metre at least, so that the quotient is bounded.
    let spacing = Int64(max(spacing, Metres(1, over: 2)).raw)
    let area = (spacing * spacing) >> 16
    strength = (weighted << 16) / area
  }

  /// Cost of being `distance` (raw metres along one axis) away, 1/16 nat.
  func cost(_ distance: Int64) -> Int16 {
    let coarse = distance >> 8  // 8 fraction bits, so that the square has 16
    let product = coarse.multipliedSaturating(by: coarse).multipliedSaturating(by: strength)
    return Int16(clamping: min(product >> 32, Int64(SurfaceKernel.mostPull)))
  }

  /// The weighted centroid of the active beams; `nil` when none was heard in the last 10 s.
  ///
  /// Each weighs 10^(2·level/10) by its level relative to its power at 1 m (a beam 5 dB louder weighs ten times), and
  /// less by e for every 10 s since it was heard.
  static func centroid(
    active: Span<UInt16>, tracks: Span<BeamTrack>, beams: Span<Beam>, at time: Milliseconds, motion: Int64
  ) -> Point? {
    var loudest = Int64.min
    for index in active.indices where isRecent(tracks[Int(active[index])], time) {
      loudest = max(loudest, tracks[Int(active[index])].relativeLevel(motion: motion))
    }
    var total: Int64 = 0
    var x: Int64 = 0
    var y: Int64 = 0
    for index in active.indices {
      let beam = Int(active[index])
      guard isRecent(tracks[beam], time) else { continue }
      let below = tracks[beam].relativeLevel(motion: motion) - loudest  // dB, 7 fraction bits, ≤ 0
      // 2/10 · log2(10) = 0.664386 per dB; 43,541 = that · 2^16.
      let level = Log2(raw: Int32(clamping: (below * 43_541) >> Int64(Decibels.fractionBits)))
      let age = time.subtractingSaturating(tracks[beam].lastHeard)
      let weight = (Int64(level.exponential >> 16) * decay(age, over: window)) >> 16
      total += weight
      x += weight * Int64(beams[beam].position.x.raw)
      y += weight * Int64(beams[beam].position.y.raw)
    }
    guard total > 0 else { return nil }
    return Point(x: Metres(raw: Int32(clamping: x / total)), y: Metres(raw: Int32(clamping: y / total)))
  }

  /// Beams heard within this time take part, ms; also the time constant of their ageing.
  private static var window: Milliseconds { 10_000 }

  private static func isRecent(_ track: BeamTrack, _ time: Milliseconds) -> Bool {
    time.subtractingSaturating(track.lastHeard) <= window
  }
}
