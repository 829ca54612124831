import FixedPoint
import Places

/// What an operator may set of the agent's behaviour. The defaults suit people and carts indoors.
public struct AgentSettings: Sendable {
  /// Time between two `location` events, ms; a multiple of the 500 ms tick is kept exactly. By default every tick is told.
  public var locationInterval: Milliseconds = 500

  /// After this silence of all beacons the position is lost, ms: zones and the floor are left, nothing is published.
  /// Less than 2,000 counts as that: between two advertisements nothing is lost.
  public var lostAfter: Milliseconds = 30_000

  public var zones = ZoneRules()
  public var virtualBeacons = VirtualBeaconRules()

  public init() {}
}
