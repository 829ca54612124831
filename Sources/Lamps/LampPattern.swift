/// The lamps' vocabulary. Each pattern means one thing, whichever lamp shows it.
///
/// In the order of their priority: where a lamp could show several, it shows the first. Faults come first.
public enum LampPattern: UInt8, Sendable {
  case configurationWrong
  case radioNoPermission
  case radioBlocked
  case radioMissing
  case radioDead
  /// Before faults of the network, which has its time to come up.
  case starting
  case noNetwork
  case brokerRefused
  /// Before the broker that is not reached: without the right time no certificate is valid.
  case clockNotSet
  case brokerUnreachable
  case radioStarting
  case waking
  case deadReckoning
  case tracking
  case idle
  /// Before searching, which it explains.
  case nothingHeard
  case searching
  case beaconsHeard
  case brokerConnected
  case zoneEntered
  case zoneExited
  case wakeUp
  case dark

  /// Number of patterns.
  public static var count: Int { Int(LampPattern.dark.rawValue) + 1 }

  /// Name for commands and tables.
  public var name: StaticString {
    switch self {
    case .configurationWrong: "configuration-wrong"
    case .radioNoPermission: "radio-no-permission"
    case .radioBlocked: "radio-blocked"
    case .radioMissing: "radio-missing"
    case .radioDead: "radio-dead"
    case .starting: "starting"
    case .noNetwork: "no-network"
    case .brokerRefused: "broker-refused"
    case .clockNotSet: "clock-not-set"
    case .brokerUnreachable: "broker-unreachable"
    case .radioStarting: "radio-starting"
    case .waking: "waking"
    case .deadReckoning: "dead-reckoning"
    case .tracking: "tracking"
    case .idle: "idle"
    case .nothingHeard: "nothing-heard"
    case .searching: "searching"
    case .beaconsHeard: "beacons-heard"
    case .brokerConnected: "broker-connected"
    case .zoneEntered: "zone-entered"
    case .zoneExited: "zone-exited"
    case .wakeUp: "wake-up"
    case .dark: "dark"
    }
  }

  /// What it tells the technician.
  public var meaning: StaticString {
    switch self {
    case .configurationWrong: "the configuration or the site has an error"
    case .radioNoPermission: "the program may not use the Bluetooth adapter"
    case .radioBlocked: "the radio is blocked (rfkill)"
    case .radioMissing: "there is no Bluetooth adapter"
    case .radioDead: "the Bluetooth adapter fails and is being brought back"
    case .starting: "powered, the program starts"
    case .noNetwork: "no network, or the broker's name is not found"
    case .brokerRefused: "the broker refuses the connection"
    case .clockNotSet: "the clock is not set"
    case .brokerUnreachable: "the network is up, the broker does not answer"
    case .radioStarting: "the radio is being set up"
    case .waking: "woken up, no position yet"
    case .deadReckoning: "a position, but no beacon is heard at the moment"
    case .tracking: "a position from beacons"
    case .idle: "at rest: only regions and motion are watched"
    case .nothingHeard: "the radio works, no beacon is heard"
    case .searching: "looking for a position"
    case .beaconsHeard: "the radio works, beacons are heard"
    case .brokerConnected: "connected to the broker"
    case .zoneEntered: "a zone was entered"
    case .zoneExited: "a zone was left"
    case .wakeUp: "a region or motion woke the agent up"
    case .dark: "stopped, without power, or nothing to tell"
    }
  }

  /// The lamp that tells it, where the board has that one.
  public var role: LampRole {
    switch self {
    case .configurationWrong, .starting, .waking, .deadReckoning, .tracking, .idle, .searching, .dark: .status
    case .radioNoPermission, .radioBlocked, .radioMissing, .radioDead, .radioStarting, .nothingHeard, .beaconsHeard:
      .radio
    case .noNetwork, .brokerRefused, .clockNotSet, .brokerUnreachable, .brokerConnected: .network
    case .zoneEntered, .zoneExited, .wakeUp: .event
    }
  }

  public var rhythm: LampRhythm {
    switch self {
    // Quick and without end: nothing else does that.
    case .configurationWrong: .even(100)
    case .starting: .even(300)
    case .searching: .even(1_000)
    // One long flash: the radio.
    case .radioDead: .code(long: 1, short: 1)
    case .radioMissing: .code(long: 1, short: 2)
    case .radioBlocked: .code(long: 1, short: 3)
    case .radioNoPermission: .code(long: 1, short: 4)
    // Two: the network. Three: the clock.
    case .noNetwork: .code(long: 2, short: 1)
    case .brokerRefused: .code(long: 2, short: 2)
    case .brokerUnreachable: .code(long: 2, short: 3)
    case .clockNotSet: .code(long: 3, short: 0)
    case .idle: .blips(1, every: 4_000)
    case .radioStarting: .blips(1, every: 1_000)
    case .nothingHeard: .blips(2, every: 2_000)
    case .waking: .blips(3, every: 2_000)
    // A lamp that winks tells that the program still runs; a steady one could be left over.
    case .tracking: .winks(1, every: 2_000)
    case .deadReckoning: .winks(2, every: 2_000)
    case .beaconsHeard: .winks(1, every: 500)
    case .brokerConnected: .steady
    case .zoneEntered: .once(6, lit: 100, dark: 100)
    case .zoneExited: .once(2, lit: 600, dark: 200)
    case .wakeUp: .once(3, lit: 100, dark: 100, thenLit: 600)
    case .dark: .dark
    }
  }

  /// Whether the pattern tells something that is so.
  public func applies(to conditions: LampConditions) -> Bool {
    guard conditions.mode != .stopped else { return self == .dark }
    return switch self {
    case .configurationWrong: conditions.configurationWrong
    case .radioNoPermission: conditions.radio == .noPermission
    case .radioBlocked: conditions.radio == .blocked
    case .radioMissing: conditions.radio == .none
    case .radioDead: conditions.radio == .dead
    case .starting: conditions.mode == .starting
    case .noNetwork: conditions.network == .none
    case .brokerRefused: conditions.network == .refused
    case .clockNotSet: !conditions.clockSet
    case .brokerUnreachable: conditions.network == .unreachable
    case .radioStarting: conditions.radio == .starting
    case .waking: conditions.mode == .waking
    case .deadReckoning: conditions.mode == .deadReckoning
    case .tracking: conditions.mode == .tracking
    case .idle: conditions.mode == .idle
    case .nothingHeard: conditions.radio == .works && !conditions.hears
    case .searching: conditions.mode == .searching
    case .beaconsHeard: conditions.radio == .works && conditions.hears
    case .brokerConnected: conditions.network == .connected
    case .zoneEntered, .zoneExited, .wakeUp: false
    case .dark: true
    }
  }
}

/// What happens in a moment and is told by a flash.
public enum LampFlash: UInt8, Sendable {
  case zoneEntered
  case zoneExited
  case wakeUp

  public var pattern: LampPattern {
    switch self {
    case .zoneEntered: .zoneEntered
    case .zoneExited: .zoneExited
    case .wakeUp: .wakeUp
    }
  }
}
