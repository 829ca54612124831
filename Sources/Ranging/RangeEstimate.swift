import FixedPoint

/// How far away a beacon seems to be.
@frozen public struct RangeEstimate: Sendable {
  public var distance: Metres
  /// Standard deviation of the distance.
  public var uncertainty: Metres
  public var proximity: Proximity

  /// Works out the range from a filtered RSSI; `nil` while the filter has no level.
  public init?(filter: RSSIFilter, measuredPower: MeasuredPower, exponent: PathLossExponent = PathLoss.usualExponent) {
    guard let level = filter.level else { return nil }
    let model = PathLoss(measuredPower: measuredPower.level, exponent: exponent)
    distance = model.distance(rssi: level)
    // A power that was only assumed may be 10 dB off; RSSI's own deviation comes on top of it.
    let assumedDeviation = Decibels(10)
    let deviation = filter.deviation + (measuredPower.source == .assumed ? assumedDeviation : .zero)
    uncertainty = model.uncertainty(of: distance, deviation: deviation)
    proximity = Proximity(distance: distance)
  }
}
