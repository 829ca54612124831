import FixedPoint

/// The RSSI that a beacon shows at 1 m, and how far it can be trusted.
@frozen public struct MeasuredPower: Hashable, Sendable {
  /// Where a measured power came from.
  public enum Source: UInt8, Sendable {
    /// The site's documents: a person or a calibration put it there.
    case site
    /// The beacon's own frame, within the sane range.
    case advertised
    /// Neither: the field's usual value stands in.
    case assumed
  }

  public var level: Decibels
  public var source: Source

  /// Measured powers that a real beacon can have, in dBm.
  ///
  /// Beacons transmit between -40 and +10 dBm and lose about 41 dB in the first metre (2.4 GHz, free space), body and
  /// antenna aside. What lies outside (0, +1 and -3 dBm are common) is the radio's transmit power or a slip of whoever
  /// configured it, and would turn a room into kilometres.
  public static var saneRange: ClosedRange<Decibels> { Decibels(-90)...Decibels(-30) }

  /// The usual measured power of beacons at 0 dBm, in dBm; what most makers ship as default.
  public static var assumedLevel: Decibels { Decibels(-59) }

  @inlinable public init(level: Decibels, source: Source) {
    self.level = level
    self.source = source
  }

  /// Judges what the site and the frame say: the site's value counts first, then a sane advertised one.
  @inlinable public init(site: Decibels?, advertised: Int8?) {
    if let site, Self.saneRange.contains(site) {
      self.init(level: site, source: .site)
    } else if let advertised, Self.saneRange.contains(Decibels(Int(advertised))) {
      self.init(level: Decibels(Int(advertised)), source: .advertised)
    } else {
      self.init(level: Self.assumedLevel, source: .assumed)
    }
  }
}
