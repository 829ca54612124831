import FixedPoint
import Wire

/// How the agent's clock, which never jumps, reads as the time of day.
public struct Stamp: Sendable {
  /// Unix time minus the agent's time, both in ms.
  public var wallOffset: Milliseconds

  /// False while nobody has set the system's clock, so that times of day may be wrong by years.
  public var clockSynced: Bool

  public init(wallOffset: Milliseconds, clockSynced: Bool) {
    self.wallOffset = wallOffset
    self.clockSynced = clockSynced
  }

  /// Unix time in ms of a time of the agent's clock.
  public func unixMilliseconds(_ agentTime: Milliseconds) -> Milliseconds {
    agentTime.addingSaturating(wallOffset)
  }
}

extension JSONWriter {
  /// `time`, `timeEpoch` and `clockSynced`, which every payload carries.
  mutating func time(_ agentTime: Milliseconds, _ stamp: Stamp) {
    let unix = stamp.unixMilliseconds(agentTime)
    key("time")
    value(iso8601: unix)
    key("timeEpoch")
    value(Int(clamping: unix))
    key("clockSynced")
    value(stamp.clockSynced)
  }

  /// `sinceTime`, `sinceTimeEpoch` and `duration` (ms) of a stay; a stay that goes on has no duration yet: null.
  mutating func stay(since: Milliseconds, time: Milliseconds, isOver: Bool, _ stamp: Stamp) {
    let unix = stamp.unixMilliseconds(since)
    key("sinceTime")
    value(iso8601: unix)
    key("sinceTimeEpoch")
    value(Int(clamping: unix))
    key("duration")
    value(isOver ? Int(clamping: time.subtractingSaturating(since)) : nil)
  }
}
