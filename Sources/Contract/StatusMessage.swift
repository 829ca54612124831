import Agent
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

/// How it stands with a running agent, beside whether it can be reached.
public struct AgentHealth: Sendable, Equatable {
  public var mode: AgentMode
  /// Name of the radio's state, such as "scanning" or "blocked".
  public var radio: String
  /// The controller in use, such as "hci0"; `nil` when there is none.
  public var adapter: String?
  /// Time since any advertisement was received, ms; `nil` before the first.
  public var lastAdvertisementAge: Milliseconds?
  /// What is wrong now, each a sentence for people; empty when all is well.
  public var faults: [String]

  public init(
    mode: AgentMode, radio: String, adapter: String? = nil, lastAdvertisementAge: Milliseconds? = nil,
    faults: [String] = []
  ) {
    self.mode = mode
    self.radio = radio
    self.adapter = adapter
    self.lastAdvertisementAge = lastAdvertisementAge
    self.faults = faults
  }
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
  ///
  /// - Parameter health: of a live agent. Its `mode`, `radio` (`state`, `adapter`, `lastAdvertisementAge` in ms) and
  ///   `faults` follow; with `lost` all of it is null, since nobody knows.
  public func message(
    _ availability: AgentAvailability, health: AgentHealth? = nil, time: Milliseconds, stamp: Stamp
  ) -> Message {
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
    if let health { writer.health(availability == .lost ? nil : health) }
    writer.endObject()
    return Message(topic: Topic.status, retain: true, qos: 1, payload: writer.bytes)
  }
}

extension JSONWriter {
  fileprivate mutating func health(_ health: AgentHealth?) {
    guard let health else { return nulls("mode", "radio", "faults") }
    text("mode", health.mode.text)
    key("radio")
    beginObject()
    text("state", health.radio)
    text("adapter", health.adapter)
    whole("lastAdvertisementAge", health.lastAdvertisementAge.map { Int(clamping: $0) })
    endObject()
    key("faults")
    beginArray()
    for fault in health.faults { value(fault) }
    endArray()
  }
}
