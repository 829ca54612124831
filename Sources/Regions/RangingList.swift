import Advertisement
import FixedPoint
import Ranging

/// A beacon of a ranged region.
@frozen public struct RangedBeacon: Sendable {
  public internal(set) var identity = BeaconIdentity(kind: .iBeacon, length: 0, high: 0, low: 0, tail: 0)
  public internal(set) var filter = RSSIFilter()
  public internal(set) var power = MeasuredPower(level: MeasuredPower.assumedLevel, source: .assumed)
  /// The listening clock's reading when it was heard last.
  var heardReading: Milliseconds = 0
  /// False while the place is free.
  public internal(set) var isListed = false

  public init() {}

  /// How far away it seems; `nil` while no sighting had an RSSI.
  public var estimate: RangeEstimate? { RangeEstimate(filter: filter, measuredPower: power) }
}

/// The beacons of one region, in memory of fixed size that the caller owns and lends.
///
/// However many identities are in the air, no more than `capacity` are listed: the ones heard loudest and lately.
public enum RangingList {
  /// Beacons that are listed for one region.
  @inlinable public static var capacity: Int { 16 }

  /// A beacon silent for this long leaves the list, ms: as long as a level means anything.
  @inlinable public static var memory: Milliseconds { RSSIFilter.gap }

  /// A beacon silent for this long makes room for another one, ms: twice the interval of slow beacons.
  @inlinable public static var patience: Milliseconds { 2_000 }

  /// A beacon of the region was heard.
  ///
  /// - Parameters:
  ///   - reading: of the listening clock at `time`.
  ///   - list: the region's places; any number of them.
  /// - Returns: false when the list was full of others that count more, and the beacon was left out.
  public static func hear(
    _ sighting: Sighting, at time: Milliseconds, reading: Milliseconds, list: inout MutableSpan<RangedBeacon>
  ) -> Bool {
    guard let place = place(of: sighting, reading: reading, list: list.span) else { return false }
    if !list[place].isListed || list[place].identity != sighting.identity {
      list[place] = RangedBeacon()
      list[place].identity = sighting.identity
      list[place].isListed = true
    }
    list[place].heardReading = reading
    list[place].power = MeasuredPower(site: nil, advertised: sighting.measuredPower)
    if let rssi = sighting.rssi { _ = list[place].filter.add(rssi: rssi, at: time) }
    return true
  }

  /// Takes the silent ones off the list.
  public static func forgetSilent(reading: Milliseconds, list: inout MutableSpan<RangedBeacon>) {
    for index in list.indices
    where list[index].isListed && reading.subtractingSaturating(list[index].heardReading) >= memory {
      list[index].isListed = false
    }
  }

  /// Where the beacon stands, or may stand: a free place, that of one silent for longest, or that of the faintest.
  private static func place(of sighting: Sighting, reading: Milliseconds, list: Span<RangedBeacon>) -> Int? {
    var free: Int?
    var oldest: Int?
    var faintest: Int?
    for index in list.indices {
      guard list[index].isListed else {
        free = free ?? index
        continue
      }
      if list[index].identity == sighting.identity { return index }
      if list[index].heardReading < list[oldest ?? index].heardReading || oldest == nil { oldest = index }
      if level(list[index]) < level(list[faintest ?? index]) || faintest == nil { faintest = index }
    }
    if let free { return free }
    if let oldest, reading.subtractingSaturating(list[oldest].heardReading) >= patience { return oldest }
    guard let faintest, let rssi = sighting.rssi, Decibels(Int(rssi)) > level(list[faintest]) else { return nil }
    return faintest
  }

  /// A beacon without a level is fainter than any.
  private static func level(_ beacon: RangedBeacon) -> Decibels { beacon.filter.level ?? .min }
}
