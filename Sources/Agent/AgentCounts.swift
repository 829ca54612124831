/// What the agent took in, and what it left out and why. Nothing is dropped without being counted.
public struct AgentCounts: Sendable, Equatable {
  /// Sightings of the site's own beams.
  public var sightings: UInt64 = 0
  /// Sightings of beacons that the site does not know.
  public var foreign: UInt64 = 0
  /// Sightings without a usable RSSI: the beam was seen, but not ranged.
  public var withoutRSSI: UInt64 = 0
  /// Samples that the outlier gate held back.
  public var outliers: UInt64 = 0
  /// Sightings whose measured power is absurd and was replaced.
  public var absurdPower: UInt64 = 0
  /// Inputs whose time lay before the agent's; taken at the agent's time.
  public var timeReversals: UInt64 = 0
  /// Beams left out of a tick in which more were heard than fields fit in memory.
  public var crowdedOut: UInt64 = 0
  /// Positions worked out.
  public var fixes: UInt64 = 0

  public init() {}
}
