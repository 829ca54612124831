/// How it stands with the radio.
public enum RadioState: Sendable, Equatable {
  /// Not asked to scan.
  case off
  /// The kernel has no such adapter (unplugged, no driver, or not there yet).
  case noAdapter
  /// A capability is missing: CAP_NET_RAW to open the socket, CAP_NET_ADMIN to send commands and bring the adapter up.
  case noPermission(capability: String)
  /// rfkill holds the radio down.
  case blocked
  /// The controller is being set up.
  case starting
  /// Listening. `isExtended` tells which commands are in use.
  case scanning(isExtended: Bool)
  /// The controller misbehaves and is being brought back; `rung` is the step of the ladder (1 re-enable, 2 reset,
  /// 3 down and up), `reason` what went wrong, for people.
  case recovering(rung: Int, reason: String)

  /// True while advertisements can arrive: silence then means that nothing is there.
  public var isHearing: Bool {
    if case .scanning = self { true } else { false }
  }

  /// The name in status messages.
  public var name: String {
    switch self {
    case .off: "off"
    case .noAdapter: "noAdapter"
    case .noPermission: "noPermission"
    case .blocked: "blocked"
    case .starting: "starting"
    case .scanning: "scanning"
    case .recovering: "recovering"
    }
  }
}
