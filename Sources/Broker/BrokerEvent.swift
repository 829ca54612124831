/// A change in how it stands with the broker. Each is told once, however often the same attempt fails.
public enum BrokerEvent: Equatable, Sendable {
  case connected
  /// The connection is lost; attempts begin.
  case disconnected(reason: String)
  /// The broker answered and said no: credentials, client id, protocol. Attempts go on.
  case refused(reason: String)
  /// The broker can't be reached; the next attempt comes in `milliseconds`.
  case waiting(reason: String, milliseconds: Int64)
  /// The broker does not take messages of this topic (rights, size). Told once per connection and reason.
  case messageRefused(topic: String, reason: String)
}

/// Whether the agent can be reached, as its retained `status` says.
public enum Availability: Sendable {
  case online
  /// Stopped in good order.
  case stopped
  /// The connection ended without a word: the broker's last will.
  case lost
}

/// What was lost on the way out, since the start.
public struct BrokerCounters: Equatable, Sendable {
  /// Connections made.
  public var connections = 0
  /// QoS 0 that could not be sent at once and was not worth keeping.
  public var positionsDropped = 0
  /// QoS 1 that went, oldest first, because the queue was full.
  public var eventsDropped = 0
  /// QoS 0 or 1 that the broker refused.
  public var messagesRefused = 0
  /// QoS 1 that the broker confirmed.
  public var messagesConfirmed = 0

  public init() {}
}

/// How it stands with the broker, for lamps and status.
public enum BrokerStanding: UInt8, Sendable, Equatable {
  /// Not tried yet, or ended.
  case unknown
  /// The machine has no network, or the broker's name cannot be resolved.
  case noNetwork
  /// Nobody answers at the broker's address, or what answers is no broker.
  case unreachable
  /// The broker answered and said no.
  case refused
  case connected
}
