import FixedPoint
import Places

/// What an operator may set of the agent's behaviour. The defaults suit people and carts indoors.
public struct AgentSettings: Sendable, Equatable {
  /// Time between two `location` events, ms; a multiple of the 500 ms tick is kept exactly. By default every tick is told.
  public var locationInterval: Milliseconds = 500

  /// After this silence of all beacons the position is lost, ms: zones and the floor are left, nothing is published.
  /// Less than 2,000 counts as that: between two advertisements nothing is lost.
  public var lostAfter: Milliseconds = 30_000

  /// After this silence of the site's beacons the agent idles, ms; 0: never. Floor and zones are always left before:
  /// less than `lostAfter` counts as that. Time in which the radio was deaf counts as none.
  public var idleAfterSilence: Milliseconds = 60_000

  /// After this time without motion the agent idles and keeps its position, ms; 0: never. It takes a motion input (line,
  /// accelerometer, odometry) that has reported: without one nothing could end the rest, and the agent goes on. The
  /// default is longer than a cart or a person stands at one place between two errands.
  public var idleWithoutMotion: Milliseconds = 600_000

  /// Once awake, the agent does not idle again for this long, ms, so that one stray beacon does not make it flap.
  public var leastAwake: Milliseconds = 30_000

  public var zones = ZoneRules()
  public var virtualBeacons = VirtualBeaconRules()

  public init() {}
}
