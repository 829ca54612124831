import FixedPoint

/// How the board stands to one region, and what that rests on.
@frozen public struct RegionState: Sendable {
  /// Inside, outside, or not known yet; raw values as in CoreLocation's CLRegionState.
  public enum Presence: UInt8, Sendable {
    /// Neither was a beacon heard nor was there enough silence to rule one out.
    case unknown = 0
    case inside = 1
    case outside = 2
  }

  public internal(set) var presence = Presence.unknown

  /// When the present presence began; after a restart possibly long before it.
  public internal(set) var since: Milliseconds = 0

  /// When one of the region's beacons was heard last; `nil` before the first.
  public internal(set) var lastHeard: Milliseconds?

  /// The listening clock's reading then, or where the monitor began.
  var heardReading: Milliseconds = 0

  /// Sightings of this stay, or of the one that may be about to begin. Silence of `Region.exitAfter` ends both alike.
  public internal(set) var sightings: UInt32 = 0

  public init() {}

  /// A state that was remembered over a restart. The silence that ends it begins with the monitor.
  public init(restored presence: Presence, since: Milliseconds) {
    self.presence = presence
    self.since = since
  }
}
