/// What the agent is doing, as a technician would say it.
public enum AgentMode: UInt8, Sendable, CaseIterable {
  /// Nothing was taken in yet.
  case starting
  /// Full scan; no position yet.
  case searching
  /// Beacons give positions.
  case tracking
  /// No beacon was heard for a while; the position goes on from what is known.
  case deadReckoning
  /// Low duty scan: only regions and motion are watched.
  case idle
  /// A region or motion ended the idling; no position yet.
  case waking
  /// Ended, or told to stop.
  case stopped

  /// The name in messages, logs and status.
  public var text: String {
    switch self {
    case .starting: "starting"
    case .searching: "searching"
    case .tracking: "tracking"
    case .deadReckoning: "deadReckoning"
    case .idle: "idle"
    case .waking: "waking"
    case .stopped: "stopped"
    }
  }
}
