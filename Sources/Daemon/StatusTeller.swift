import Agent
import Contract
import FixedPoint

/// The retained `status`: told when something in it changed that somebody may act upon, and now and then for its numbers.
final class StatusTeller {
  /// Time between two tellings without a change, ms: the age of the last advertisement is in it.
  static let interval: Milliseconds = 60_000
  /// Changes within this time are told together, ms: at a start half a dozen come within moments.
  static let pause: Milliseconds = 250

  private let message: StatusMessage
  private var health: AgentHealth
  private var next: Milliseconds

  init(version: String, now: Milliseconds) {
    message = StatusMessage(version: version, startTime: now)
    health = AgentHealth(mode: .starting, radio: "off")
    next = now
  }

  /// What a (re)connection tells, and the will.
  func payload(_ availability: AgentAvailability, now: Milliseconds, stamp: Stamp) -> [UInt8] {
    message.message(availability, health: health, time: now, stamp: stamp).payload
  }

  var deadline: Milliseconds { next }

  /// Takes how it stands now.
  func take(_ health: AgentHealth, now: Milliseconds) {
    var (old, new) = (self.health, health)
    self.health = health
    old.lastAdvertisementAge = nil
    new.lastAdvertisementAge = nil
    if old != new { next = min(next, now.addingSaturating(Self.pause)) }
  }

  /// The message when it is due.
  func due(now: Milliseconds, stamp: Stamp) -> Message? {
    guard now >= next else { return nil }
    next = now.addingSaturating(Self.interval)
    return message.message(.online, health: health, time: now, stamp: stamp)
  }
}
