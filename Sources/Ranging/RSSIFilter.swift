import FixedPoint

/// Smooths the RSSI of one beacon over time.
///
/// A first-order low-pass with a fixed time constant, so that it settles in the same time at 1 and at 10 advertisements
/// a second: a step is followed to 90 % within 2.5 s, or four samples where they come slower. An outlier gate holds back single samples that lie far off; three
/// in a row on the same side are a change of the world, and the filter goes there at once. After a gap it starts anew.
@frozen public struct RSSIFilter: Sendable {
  /// Time constant of the smoothing in ms: ln(10) times this is the 90 % settling time.
  @inlinable public static var timeConstant: Milliseconds { 1_000 }

  /// A silence of this many ms makes the old level worthless: at 1.4 m/s a person has gone 7 m.
  @inlinable public static var gap: Milliseconds { 5_000 }

  /// Outlier gate in dB: about three standard deviations of indoor fading (4 dB).
  @inlinable public static var gate: Decibels { Decibels(12) }

  /// Outliers in a row, all on one side, that prove the level has changed: chance makes 3 of them once in 10^8.
  @inlinable public static var outliersToBelieve: UInt8 { 3 }

  /// Deviation before there is a sample to compare: the usual shadowing indoors, dB.
  @inlinable public static var firstDeviation: Decibels { Decibels(6) }

  /// Deviation is never claimed to be smaller than this, dB: channels 37, 38, 39 alone differ by as much.
  @inlinable public static var leastDeviation: Decibels { Decibels(2) }

  /// What became of a sample.
  public enum Outcome: UInt8, Sendable {
    /// The filter started, or started anew after a gap.
    case started
    case accepted
    /// Held back by the gate; the level stays.
    case outlier
    /// The third outlier in a row: the filter went to the new level.
    case jumped
  }

  /// Level in dBm with 16 fraction bits; the eight more than `Decibels` has let small steps add up.
  @usableFromInline var state: Int32 = 0
  /// Mean absolute difference between samples and level, dB with 16 fraction bits.
  @usableFromInline var spread: Int32 = 0
  @usableFromInline var lastTime: Milliseconds = 0
  @usableFromInline var outlierSum: Int16 = 0
  @usableFromInline var outlierCount: UInt8 = 0
  /// Samples since the start, held at 255.
  public private(set) var sampleCount: UInt8 = 0

  public init() {}

  /// Time of the last sample that was taken, held-back ones included; 0 before the first.
  public var time: Milliseconds { lastTime }

  /// The smoothed RSSI in dBm; `nil` before the first sample.
  public var level: Decibels? {
    guard sampleCount > 0 else { return nil }
    return Decibels(raw: Int16(clamping: state.shiftedRight(by: 9, .toNearestOrAwayFromZero)))
  }

  /// How far samples lie from the level, as a standard deviation in dB.
  public var deviation: Decibels {
    guard sampleCount > 1 else { return Self.firstDeviation }
    // Mean absolute deviation × √(π/2) = 1.2533 is the standard deviation of a normal distribution; 321/256.
    let sigma = (Int(spread) * 321).shiftedRight(by: 8 + 9, .toNearestOrAwayFromZero)
    return max(Decibels(raw: Int16(clamping: sigma)), Self.leastDeviation)
  }

  /// Takes one sample.
  ///
  /// - Parameters:
  ///   - rssi: dBm, -127…20.
  ///   - time: not before the last sample's; an earlier one counts as the same moment.
  public mutating func add(rssi: Int8, at time: Milliseconds) -> Outcome {
    let sample = Int32(rssi) << 16
    let elapsed = time.subtractingSaturating(lastTime)
    guard sampleCount > 0, elapsed < Self.gap else {
      start(at: sample, time: time)
      return .started
    }
    lastTime = max(time, lastTime)
    let innovation = sample - state
    if innovation.magnitude > UInt32(Int32(Self.gate.raw)) << 9 { return outlier(rssi, innovation: innovation) }
    outlierCount = 0
    outlierSum = 0
    let gain = gain(elapsed: max(elapsed, 0))
    state += step(innovation, gain)
    spread += step(Int32(innovation.magnitude) - spread, gain)
    sampleCount = sampleCount == .max ? .max : sampleCount + 1
    return .accepted
  }

  private mutating func start(at sample: Int32, time: Milliseconds) {
    state = sample
    spread = Int32(Self.firstDeviation.raw) << 9
    lastTime = time
    outlierCount = 0
    outlierSum = 0
    sampleCount = 1
  }

  private mutating func outlier(_ rssi: Int8, innovation: Int32) -> Outcome {
    // The sum's sign is the side of the outliers before this one relative to the level.
    let isSameSide = outlierCount == 0 || (Int32(outlierSum) << 16 > state * Int32(outlierCount)) == (innovation > 0)
    outlierSum = isSameSide ? outlierSum + Int16(rssi) : Int16(rssi)
    outlierCount = isSameSide ? outlierCount + 1 : 1
    guard outlierCount >= Self.outliersToBelieve else { return .outlier }
    let mean = (Int32(outlierSum) << 16).dividedRounding(by: Int32(outlierCount), .toNearestOrAwayFromZero)
    start(at: mean, time: lastTime)
    return .jumped
  }

  /// Gain of one step, 16 fraction bits: elapsed / (time constant + elapsed), but the plain mean while samples are few.
  private func gain(elapsed: Milliseconds) -> Int64 {
    let steady = (elapsed << 16) / (Self.timeConstant + elapsed)
    let mean = (Int64(1) << 16) / (Int64(sampleCount) + 1)
    // Advertisements in one burst (three channels) would get gain 0 and be lost; 1/16 keeps them counting.
    return max(steady, sampleCount < 4 ? mean : 1 << 12)
  }

  private func step(_ difference: Int32, _ gain: Int64) -> Int32 {
    // |difference| < 2^24 and gain ≤ 2^16, so the product fits.
    Int32(truncatingIfNeeded: (Int64(difference) * gain).shiftedRight(by: 16, .toNearestOrAwayFromZero))
  }
}
