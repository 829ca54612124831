/// What the agent as a whole took in. Nothing is dropped without being counted; see `AgentCounts` for positioning.
public struct EdgeCounts: Sendable, Equatable {
  /// Sightings of beacons of regions.
  public var regionSightings: UInt64 = 0
  /// Sightings while idle, which are looked at for regions and a wake-up only.
  public var idleSightings: UInt64 = 0
  /// Sightings while stopped, which are not looked at.
  public var stoppedSightings: UInt64 = 0
  /// Sightings of beacons of a ranged region that found no place in its list.
  public var rangesLeftOut: UInt64 = 0
  /// Inputs whose time lay before the agent's; taken at the agent's time.
  public var timeReversals: UInt64 = 0
  public var wakeups: UInt64 = 0

  public init() {}
}
