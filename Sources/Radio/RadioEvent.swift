import Host

/// A line for the log: a change of the radio's state, or something that happened beside it. Each is told once, not at
/// each retry; `Radio.state` is always the present state.
public struct RadioEvent: Sendable, Equatable {
  public enum Kind: Sendable, Equatable {
    case state(RadioState)
    case notice
  }

  public var kind: Kind
  public var level: LogLevel
  /// For people: what is the matter, and what to do.
  public var text: String
}

/// What happened since the start.
public struct RadioCounters: Sendable, Equatable {
  /// Packets read, of any kind.
  public var packets: UInt64 = 0
  /// Events with LE advertising reports.
  public var reportEvents: UInt64 = 0
  /// Packets that are no HCI event, or not as long as they say.
  public var malformedPackets: UInt64 = 0
  /// Packets lost because we read too slowly.
  public var overruns: UInt64 = 0
  /// Commands without an answer in time.
  public var commandTimeouts: UInt64 = 0
  /// Scan commands that the controller refused.
  public var refusals: UInt64 = 0
  public var hardwareErrors: UInt64 = 0
  /// Times that another program switched our scan off or changed it.
  public var foreignScanOffs: UInt64 = 0
  /// Times that another program reset the controller.
  public var foreignResets: UInt64 = 0
  /// The ladder's rungs, as often as taken.
  public var reEnables: UInt64 = 0
  public var resets: UInt64 = 0
  public var downUps: UInt64 = 0
  /// Times that the controller went away.
  public var losses: UInt64 = 0

  public init() {}
}
