/// What became of a message on its way out.
public enum PublishResult: Sendable {
  /// Handed to the connection.
  case sent
  /// Waits for the connection, for an answer, or for room.
  case queued
  /// Not sent, and counted.
  case dropped
}

/// Where messages go: the broker, or a fake that records them. All calls come from one thread.
public protocol MessageSink: AnyObject {
  /// Takes a message; never blocks.
  ///
  /// - Parameter topic: below the device's own prefix, such as `event/zone/enter`.
  @discardableResult
  func publish(topic: String, payload: [UInt8], qos: Int32, retain: Bool) -> PublishResult

  /// Moves what can be moved, and waits up to `wait` ms for something to do.
  ///
  /// - Parameter now: ms of CLOCK_BOOTTIME.
  func pump(now: Int64, wait: Int64)

  /// Messages of QoS 1 that nobody has confirmed yet. One who writes faster than the broker reads looks here.
  var backlog: Int { get }

  /// Says goodbye and waits up to `within` ms until all messages of QoS 1 are confirmed.
  ///
  /// - Returns: how many are not.
  @discardableResult
  func finish(within: Int64) -> Int
}
