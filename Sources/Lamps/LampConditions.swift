/// What the agent is doing, as far as lamps tell it.
public enum LampMode: UInt8, Sendable {
  /// Nothing was taken in yet.
  case starting
  /// Full scan; no position yet.
  case searching
  /// Beacons give positions.
  case tracking
  /// No beacon was heard for a while; the position goes on from what is known.
  case deadReckoning
  /// Only regions and motion are watched.
  case idle
  /// A region or motion ended the idling; no position yet.
  case waking
  /// Ended, or told to stop: every lamp is dark.
  case stopped
}

/// How it stands with the radio, as far as lamps tell it.
public enum LampRadio: UInt8, Sendable {
  /// Not asked to scan.
  case off
  /// Being set up.
  case starting
  /// Listening.
  case works
  /// The controller does not do what it is told, and is being brought back.
  case dead
  /// rfkill holds it down.
  case blocked
  /// The program lacks a right.
  case noPermission
  /// There is no Bluetooth adapter.
  case none
}

/// How it stands with the broker, as far as lamps tell it.
public enum LampNetwork: UInt8, Sendable {
  /// Nothing is to be published.
  case off
  /// The machine has no network, or no way to the broker's name.
  case none
  /// The network is up; nobody answers at the broker's address (or not yet).
  case unreachable
  /// The broker answered and said no.
  case refused
  case connected
}

/// All that the lamps tell, at one moment.
public struct LampConditions: Sendable, Equatable {
  public var mode: LampMode
  public var radio: LampRadio
  /// A beacon of the site or of a watched region was heard just now.
  public var hears: Bool
  public var network: LampNetwork
  /// The wall clock is right; without it times in messages, and certificates, can't be trusted.
  public var clockSet: Bool
  /// The configuration or the site has an error; what can be done without it is done.
  public var configurationWrong: Bool

  public init(
    mode: LampMode = .starting, radio: LampRadio = .off, hears: Bool = false, network: LampNetwork = .off,
    clockSet: Bool = true, configurationWrong: Bool = false
  ) {
    self.mode = mode
    self.radio = radio
    self.hears = hears
    self.network = network
    self.clockSet = clockSet
    self.configurationWrong = configurationWrong
  }
}
