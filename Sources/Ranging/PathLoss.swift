import FixedPoint

/// Log-distance path loss: RSSI falls by 10·n·log10(d) dB from what it is at 1 m.
///
/// Source: T. S. Rappaport, Wireless Communications, section 4.9 (log-distance path loss model).
@frozen public struct PathLoss: Sendable {
  /// RSSI at 1 m, dBm.
  public var measuredPower: Decibels

  /// 2 in free space, 1.5…4.5 indoors.
  public var exponent: PathLossExponent

  /// Distances below this are not told apart, in metres: antennas, hands and housings rule the near field.
  public static var leastDistance: Metres { Metres(1, over: 10) }

  /// Distances above this are not believed, in metres: BLE beacons are not heard farther indoors.
  public static var greatestDistance: Metres { Metres(200) }

  /// The exponent when nothing is known of the place: between free space and a furnished building.
  public static var usualExponent: PathLossExponent { PathLossExponent(5, over: 2) }

  public init(measuredPower: Decibels, exponent: PathLossExponent = PathLoss.usualExponent) {
    self.measuredPower = measuredPower
    // Below 1 the inverse explodes; no building measures less than 1.2 (corridors that guide the wave).
    self.exponent = max(exponent, PathLossExponent(1))
  }

  /// Distance at which `rssi` is expected; within `leastDistance…greatestDistance`.
  public func distance(rssi: Decibels) -> Metres {
    // log2 d = (P - r) · log2(10) / (10 n). In steps: (2^-7 dB) · 0.33219281 · 2^16 · 2^12 / (2^-12 n).
    // 0.33219281 = log2(10) / 10; 87,082 = 0.33219281 · 2^18.
    let loss = Int64(measuredPower.raw) - Int64(rssi.raw)
    let numerator = (loss * 87_082) << 3  // Q7 · Q18 → Q28
    let logarithm = numerator.dividedRounding(by: Int64(exponent.raw), .toNearestOrAwayFromZero)  // Q28 / Q12 = Q16
    let metres = Log2(raw: Int32(clamping: logarithm)).exponentialInMetres
    return metres.clamped(to: Self.leastDistance...Self.greatestDistance)
  }

  /// RSSI expected at `distance`, dBm.
  public func expectedRSSI(at distance: Metres) -> Decibels {
    let logarithm = Log2.of(max(distance, Self.leastDistance))
    // 10 n log10 d = n · log2 d · 3.01029996; 98,642 = 3.01029996 · 2^15. Q12 · Q16 · Q15 = Q43 → Q7.
    let product = (Int64(exponent.raw) * Int64(logarithm.raw)).shiftedRight(by: 12, .toNearestOrAwayFromZero)
    let loss = (product * 98_642).shiftedRight(by: 24, .toNearestOrAwayFromZero)
    return Decibels(raw: Int16(clamping: Int64(measuredPower.raw) - loss))
  }

  /// Standard deviation of the distance when RSSI has the standard deviation `deviation`.
  ///
  /// First-order: σ_d = d · σ · ln(10) / (10 n).
  public func uncertainty(of distance: Metres, deviation: Decibels) -> Metres {
    // 15,090 = ln(10)/10 · 2^16. Q16 · Q7 · Q16 / Q12 → Q16: divide by 2^(7 + 16 - 12).
    let product = Int64(distance.raw) * Int64(deviation.raw.magnitude)
    let scaled = product.shiftedRight(by: 7, .toNearestOrAwayFromZero) * 15_090
    let quotient = scaled.shiftedRight(by: 4, .toNearestOrAwayFromZero).dividedRounding(
      by: Int64(exponent.raw), .toNearestOrAwayFromZero)
    return Metres(raw: Int32(clamping: quotient))
  }
}
