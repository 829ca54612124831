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

/// The beacons of one region, in places of fixed number in memory that the caller owns and lends.
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
  ///   - places: those of the region's list in `lists`; any number of them.
  /// - Returns: false when the list was full of others that count more, and the beacon was left out.
  public static func hear(
    _ sighting: Sighting, at time: Milliseconds, reading: Milliseconds, lists: inout MutableSpan<RangedBeacon>,
    places: Range<Int>
  ) -> Bool {
    guard let place = place(of: sighting, reading: reading, lists: lists.span, places: places) else { return false }
    if !lists[place].isListed || lists[place].identity != sighting.identity {
      lists[place] = RangedBeacon()
      lists[place].identity = sighting.identity
      lists[place].isListed = true
    }
    lists[place].heardReading = reading
    lists[place].power = MeasuredPower(site: nil, advertised: sighting.measuredPower)
    if let rssi = sighting.rssi { _ = lists[place].filter.add(rssi: rssi, at: time) }
    return true
  }

  /// Takes the silent ones off the list.
  public static func forgetSilent(
    reading: Milliseconds, lists: inout MutableSpan<RangedBeacon>, places: Range<Int>
  ) {
    for index in places
    where lists[index].isListed && reading.subtractingSaturating(lists[index].heardReading) >= memory {
      lists[index].isListed = false
    }
  }

  /// Where the beacon stands, or may stand: a free place, that of one silent for longest, or that of the faintest.
  private static func place(
    of sighting: Sighting, reading: Milliseconds, lists: Span<RangedBeacon>, places: Range<Int>
  ) -> Int? {
    var free: Int?
    var oldest: Int?
    var faintest: Int?
    for index in places {
      guard lists[index].isListed else {
        free = free ?? index
        continue
      }
      if lists[index].identity == sighting.identity { return index }
      if lists[index].heardReading < lists[oldest ?? index].heardReading || oldest == nil { oldest = index }
      if level(lists[index]) < level(lists[faintest ?? index]) || faintest == nil { faintest = index }
    }
    if let free { return free }
    if let oldest, reading.subtractingSaturating(lists[oldest].heardReading) >= patience { return oldest }
    guard let faintest, let rssi = sighting.rssi, Decibels(Int(rssi)) > level(lists[faintest]) else { return nil }
    return faintest
  }

  /// A beacon without a level is fainter than any.
  private static func level(_ beacon: RangedBeacon) -> Decibels { beacon.filter.level ?? .min }
}
