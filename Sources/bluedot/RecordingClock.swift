import FixedPoint
import Host

/// Turns a recording's times of day, which may jump, into the agent's time, which never does.
///
/// Small steps back (packets of several queues are written slightly out of order) are taken as the same moment. A
/// larger one, or a step forward of more than an hour, means that the recording machine's clock was set or that the
/// recording was paused: the agent's time goes on, by an hour at most, and the time of day is matched anew.
struct RecordingClock {
  /// Steps back of less than this are disorder and not a clock that was set, ms.
  static let disorder: Milliseconds = 1_000
  /// No silence is told to the agent as longer than this, ms: after an hour everything has been left behind anyway.
  static let longestStep: Milliseconds = 3_600_000

  /// The agent's time; begins with the recording's first time.
  private(set) var agentTime: Milliseconds
  /// Time of day less the agent's time, ms.
  private(set) var wallOffset: Milliseconds = 0
  private(set) var jumps = 0

  init(first: Milliseconds) {
    agentTime = first
  }

  /// True while the recording's times can be right.
  var isCredible: Bool { agentTime.addingSaturating(wallOffset) >= Clock.earliestCredible }

  /// Takes the time of a packet; returns the agent's time.
  mutating func advance(to recorded: Milliseconds) -> Milliseconds {
    let step = recorded.subtractingSaturating(agentTime.addingSaturating(wallOffset))
    if step < -Self.disorder || step > Self.longestStep {
      jumps += 1
      if step > 0 { agentTime = agentTime.addingSaturating(Self.longestStep) }
      wallOffset = recorded.subtractingSaturating(agentTime)
    } else if step > 0 {
      agentTime = agentTime.addingSaturating(step)
    }
    return agentTime
  }
}
