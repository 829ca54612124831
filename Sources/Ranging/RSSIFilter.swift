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

  @usableFromInline var filter = LowPassFilter(Decibels.zero)
  /// Mean absolute difference between samples and level.
  @usableFromInline var spread = LowPassFilter(RSSIFilter.firstDeviation)
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
    return filter.value
  }

  /// How far samples lie from the level, as a standard deviation in dB.
  public var deviation: Decibels {
    guard sampleCount > 1 else { return Self.firstDeviation }
    // Mean absolute deviation × √(π/2) = 1.2533 is the standard deviation of a normal distribution; 321/256.
    let sigma = (Int(spread.value.raw) * 321).shiftedRight(by: 8, .toNearestOrAwayFromZero)
    return max(Decibels(raw: Int16(clamping: sigma)), Self.leastDeviation)
  }

  /// Takes one sample.
  ///
  /// - Parameters:
  ///   - rssi: dBm, -127…20.
  ///   - time: not before the last sample's; an earlier one counts as the same moment.
  public mutating func add(rssi: Int8, at time: Milliseconds) -> Outcome {
    let sample = Decibels(Int(rssi))
    let elapsed = time.subtractingSaturating(lastTime)
    guard sampleCount > 0, elapsed < Self.gap else {
      start(at: sample, time: time)
      return .started
    }
    lastTime = max(time, lastTime)
    let innovation = sample - filter.value
    if innovation.magnitude > Self.gate { return outlier(rssi, isAbove: innovation > .zero) }
    outlierCount = 0
    outlierSum = 0
    let gain = gain(elapsed: max(elapsed, 0))
    filter.move(toward: sample, gain: gain)
    spread.move(toward: innovation.magnitude, gain: gain)
    sampleCount = sampleCount == .max ? .max : sampleCount + 1
    return .accepted
  }

  private mutating func start(at sample: Decibels, time: Milliseconds) {
    filter = LowPassFilter(sample)
    spread = LowPassFilter(Self.firstDeviation)
    lastTime = time
    outlierCount = 0
    outlierSum = 0
    sampleCount = 1
  }

  private mutating func outlier(_ rssi: Int8, isAbove: Bool) -> Outcome {
    // The mean of the outliers before this one lies on their side of the level.
    let isSameSide =
      outlierCount == 0 || (Decibels(Int(outlierSum), over: Int(outlierCount)) > filter.value) == isAbove
    outlierSum = isSameSide ? outlierSum + Int16(rssi) : Int16(rssi)
    outlierCount = isSameSide ? outlierCount + 1 : 1
    guard outlierCount >= Self.outliersToBelieve else { return .outlier }
    start(at: Decibels(Int(outlierSum), over: Int(outlierCount)), time: lastTime)
    return .jumped
  }

  /// Gain of one step: elapsed / (time constant + elapsed), but the plain mean while samples are few.
  private func gain(elapsed: Milliseconds) -> UnitFactor {
    let steady = UnitFactor(Int(elapsed), over: Int(Self.timeConstant + elapsed))
    // Advertisements in one burst (three channels) would get gain 0 and be lost; 1/16 keeps them counting.
    return max(steady, sampleCount < 4 ? UnitFactor(1, over: Int(sampleCount) + 1) : UnitFactor(1, over: 16))
  }
}
