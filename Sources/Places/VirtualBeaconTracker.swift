import FixedPoint
import Ranging

/// How a virtual beacon's proximity follows from distance and power, and how often it is told.
@frozen public struct VirtualBeaconRules: Sendable, Equatable {
  /// Transmit power at which the classes' limits hold as they are, dBm: the value a site has when it states none.
  public static var referencePower: Decibels { Decibels(4) }

  /// RSSI at 1 m of a virtual beacon with the reference power, dBm; the usual value of a real one.
  public static var referenceRSSI: Decibels { MeasuredPower.assumedLevel }

  /// Beyond this effective distance a virtual beacon is out of range, m.
  public var rangeLimit: Metres
  /// A class is left only when its limit is passed by this part, in 1/16: 3 is 19 %.
  public var hysteresisSixteenths: Int32
  /// How long the new class must hold before it is told, ms.
  public var dwell: Milliseconds
  /// While in range, told again after this time, ms.
  public var repeatInterval: Milliseconds

  public init(
    rangeLimit: Metres = Metres(10), hysteresisSixteenths: Int32 = 3, dwell: Milliseconds = 1_000,
    repeatInterval: Milliseconds = 5_000
  ) {
    self.rangeLimit = rangeLimit
    self.hysteresisSixteenths = hysteresisSixteenths
    self.dwell = dwell
    self.repeatInterval = repeatInterval
  }
}

/// Follows one virtual beacon: its proximity class, and when to tell it.
@frozen public struct VirtualBeaconTracker: Sendable {
  /// What to tell of a virtual beacon now.
  @frozen public struct Report: Sendable {
    public var proximity: Proximity
    public var distance: Metres
    /// RSSI that a real beacon of this power would show here, dBm, in free space.
    public var rssi: Decibels
  }

  /// The class last told; unknown while out of range.
  public private(set) var proximity = Proximity.unknown
  private var candidate = Proximity.unknown
  private var candidateSince: Milliseconds = 0
  private var lastReport: Milliseconds = 0

  public init() {}

  /// Takes a position; `nil` when there is none on the beacon's map.
  ///
  /// - Returns: a report when the class changed (`unknown`: out of range now) or the repeat interval is over.
  public mutating func update(
    position: Point?, at time: Milliseconds, beacon: VirtualBeacon, rules: VirtualBeaconRules
  ) -> Report? {
    let distance = position.map { beacon.position.distance(to: $0) } ?? .max
    let observed = position == nil ? .unknown : classify(effectiveDistance(distance, beacon.power), rules: rules)
    if observed != candidate {
      candidate = observed
      candidateSince = time
    }
    let isSettled = time.subtractingSaturating(candidateSince) >= rules.dwell
    if candidate != proximity && isSettled {
      proximity = candidate
    } else {
      guard proximity != .unknown, time.subtractingSaturating(lastReport) >= rules.repeatInterval else { return nil }
    }
    lastReport = time
    return Report(proximity: proximity, distance: distance, rssi: rssi(at: distance, power: beacon.power))
  }

  /// Lets go of the beacon at once, when its map was left.
  ///
  /// - Parameter position: the last one on the beacon's map.
  /// - Returns: a report of the loss; `nil` when the beacon was not in range.
  public mutating func leave(position: Point, at time: Milliseconds, beacon: VirtualBeacon) -> Report? {
    let wasInRange = proximity != .unknown
    proximity = .unknown
    candidate = .unknown
    guard wasInRange else { return nil }
    lastReport = time
    let distance = beacon.position.distance(to: position)
    return Report(proximity: .unknown, distance: distance, rssi: rssi(at: distance, power: beacon.power))
  }

  /// A change of class that had begun to show must begin anew: nobody looked for a while.
  public mutating func interrupt() { candidate = proximity }

  /// The distance at which a beacon of the reference power would be heard as loud: 6 dB more halve it (free space).
  private func effectiveDistance(_ distance: Metres, _ power: Decibels) -> Metres {
    let model = PathLoss(measuredPower: .zero, exponent: PathLossExponent(2))
    let loss = model.expectedRSSI(at: distance) + (power - VirtualBeaconRules.referencePower)
    return model.distance(rssi: loss)
  }

  private func rssi(at distance: Metres, power: Decibels) -> Decibels {
    let measured = VirtualBeaconRules.referenceRSSI + (power - VirtualBeaconRules.referencePower)
    return PathLoss(measuredPower: measured, exponent: PathLossExponent(2)).expectedRSSI(at: distance)
  }

  /// The class of an effective distance; the limits of the class last told are wider by the hysteresis.
  private func classify(_ distance: Metres, rules: VirtualBeaconRules) -> Proximity {
    func limit(_ plain: Metres, of held: Proximity) -> Metres {
      guard proximity != .unknown, proximity.rawValue <= held.rawValue else { return plain }
      let part = Int64(plain.raw) * Int64(16 + rules.hysteresisSixteenths) / 16
      return Metres(raw: Int32(clamping: part))
    }
    if distance < limit(Proximity.immediateLimit, of: .immediate) { return .immediate }
    if distance < limit(Proximity.nearLimit, of: .near) { return .near }
    if distance < limit(rules.rangeLimit, of: .far) { return .far }
    return .unknown
  }
}
