import Advertisement
import FixedPoint
import Ranging

/// A stay in a region: `since` is when it began, `time` when this was told; on enter both are the same.
public struct RegionVisit: Sendable {
  public var time: Milliseconds
  public var since: Milliseconds
  /// Index of the region.
  public var region: Int
  /// The beacon whose sighting entered the region; `nil` on exit.
  public var beacon: BeaconIdentity?
  /// Its RSSI, dBm; `nil` when the controller had none.
  public var rssi: Int8?

  public init(
    time: Milliseconds, since: Milliseconds, region: Int, beacon: BeaconIdentity? = nil, rssi: Int8? = nil
  ) {
    self.time = time
    self.since = since
    self.region = region
    self.beacon = beacon
    self.rssi = rssi
  }
}

/// The beacons of a region that are heard now, nearest first, those of unknown distance last. Empty once, when the last
/// one has fallen silent.
public struct RegionRange: Sendable {
  public var time: Milliseconds
  /// Index of the region.
  public var region: Int
  public var beacons: [RegionBeacon]

  public init(time: Milliseconds, region: Int, beacons: [RegionBeacon]) {
    self.time = time
    self.region = region
    self.beacons = beacons
  }
}

/// One beacon of a ranged region, as CoreLocation's CLBeacon.
public struct RegionBeacon: Sendable, Equatable {
  public var identity: BeaconIdentity
  public var proximity: Proximity
  /// Distance as it seems; `nil` when no sighting had an RSSI.
  public var accuracy: Metres?
  /// Filtered RSSI, dBm; `nil` when no sighting had one.
  public var rssi: Decibels?

  public init(identity: BeaconIdentity, proximity: Proximity, accuracy: Metres?, rssi: Decibels?) {
    self.identity = identity
    self.proximity = proximity
    self.accuracy = accuracy
    self.rssi = rssi
  }
}
