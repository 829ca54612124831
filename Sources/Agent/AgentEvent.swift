import FixedPoint
import Ranging

/// What the agent has to tell. Indices point into the `Site` and the regions that the agent was made with; times are the
/// agent's clock.
public enum AgentEvent {
  case location(Location)
  /// The current map changed, or the first one was found.
  case map(index: Int, time: Milliseconds)
  case floorEnter(FloorVisit)
  case floorExit(FloorVisit)
  case zoneEnter(ZoneVisit)
  case zoneExit(ZoneVisit)
  case virtualBeacon(VirtualBeaconRange)
  case regionEnter(RegionVisit)
  case regionExit(RegionVisit)
  /// The beacons of a ranged region, once a second while it is inside and the agent is awake.
  case regionRange(RegionRange)
  /// Something ended the idling.
  case wakeup(Wakeup)
  case idle(Idling)
  case mode(from: AgentMode, to: AgentMode, time: Milliseconds)
}

/// What the position was worked out from.
public enum LocationSource: UInt8, Sendable {
  /// Beacons heard just now.
  case beacons
  /// The last speed and heading; no beacon was heard for a while.
  case deadReckoning
}

/// The blue dot.
public struct Location: Sendable {
  public var time: Milliseconds
  /// Index of the map.
  public var map: Int
  public var position: Point
  public var geo: GeoPoint?
  /// Radius that holds the true position 68 % of the time.
  public var accuracy: Metres
  /// Clockwise from north when the map is georeferenced, else from the map's up; `nil` until there was motion.
  public var heading: BinaryAngle?
  public var speed: MetresPerSecond
  public var hasMotion: Bool
  /// Age of the newest evidence.
  public var latency: Milliseconds
  public var source: LocationSource

  public init(
    time: Milliseconds, map: Int, position: Point, geo: GeoPoint?, accuracy: Metres, heading: BinaryAngle?,
    speed: MetresPerSecond, hasMotion: Bool, latency: Milliseconds, source: LocationSource
  ) {
    self.time = time
    self.map = map
    self.position = position
    self.geo = geo
    self.accuracy = accuracy
    self.heading = heading
    self.speed = speed
    self.hasMotion = hasMotion
    self.latency = latency
    self.source = source
  }
}

/// A stay on a floor: `since` is when it began, `time` when this was told.
public struct FloorVisit: Sendable {
  public var time: Milliseconds
  public var since: Milliseconds
  /// Index of the floor's map.
  public var map: Int

  public init(time: Milliseconds, since: Milliseconds, map: Int) {
    self.time = time
    self.since = since
    self.map = map
  }
}

/// A stay in a zone: `since` is when it began, `time` when this was told; on enter both are the same.
public struct ZoneVisit: Sendable {
  public var time: Milliseconds
  public var since: Milliseconds
  public var zone: Int
  public var position: Point

  public init(time: Milliseconds, since: Milliseconds, zone: Int, position: Point) {
    self.time = time
    self.since = since
    self.zone = zone
    self.position = position
  }
}

/// A virtual beacon in range (or, with proximity `unknown`, just lost).
public struct VirtualBeaconRange: Sendable {
  public var time: Milliseconds
  public var beacon: Int
  public var proximity: Proximity
  public var distance: Metres
  /// RSSI that a real beacon of this power would show at this distance, dBm.
  public var rssi: Decibels
  public var position: Point

  public init(
    time: Milliseconds, beacon: Int, proximity: Proximity, distance: Metres, rssi: Decibels, position: Point
  ) {
    self.time = time
    self.beacon = beacon
    self.proximity = proximity
    self.distance = distance
    self.rssi = rssi
    self.position = position
  }
}
