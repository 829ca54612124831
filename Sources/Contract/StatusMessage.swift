import FixedPoint
import Wire

/// Whether the agent can be reached, and why not.
public enum AgentAvailability: Sendable {
  case online
  /// Stopped in good order.
  case stopped
  /// The broker's last will: the connection ended without a word.
  case lost
}

/// `status`: retained state of the agent itself.
public struct StatusMessage {
  /// The program's version.
  public var version: String
  /// When the agent began, on its own clock.
  public var startTime: Milliseconds

  public init(version: String, startTime: Milliseconds) {
    self.version = version
    self.startTime = startTime
  }

  /// The message for a moment; retained, QoS 1.
  ///
  /// `state` is "online" or "offline", `reason` is null while online, else "stopped" or "connectionLost"; `uptime` is
  /// in ms. A will is written long before it is sent, so the time of a lost connection isn't known: with `lost`,
  /// `time`, `timeEpoch` and `uptime` are null; the broker's and the subscriber's clocks tell when.
  public func message(_ availability: AgentAvailability, time: Milliseconds, stamp: Stamp) -> Message {
    var writer = JSONWriter(capacity: 256)
    writer.beginObject()
    writer.text("state", availability == .online ? "online" : "offline")
    switch availability {
    case .online: writer.text("reason", nil)
    case .stopped: writer.text("reason", "stopped")
    case .lost: writer.text("reason", "connectionLost")
    }
    writer.text("version", version)
    if availability == .lost {
      writer.text("time", nil)
      writer.whole("timeEpoch", nil)
      writer.key("clockSynced")
      writer.value(stamp.clockSynced)
    } else {
      writer.time(time, stamp)
    }
    let start = stamp.unixMilliseconds(startTime)
    writer.key("startTime")
    writer.value(iso8601: start)
    writer.whole("startTimeEpoch", Int(clamping: start))
    writer.whole("uptime", availability == .lost ? nil : Int(clamping: time.subtractingSaturating(startTime)))
    writer.endObject()
    return Message(topic: Topic.status, retain: true, qos: 1, payload: writer.bytes)
  }
}
