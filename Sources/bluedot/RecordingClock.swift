import FixedPoint
import Host
import Recording

/// Turns a recording's times into the agent's time, which never jumps.
///
/// A recording of our own says how its times lie to the boot time that the agent saw: it is taken from there, and the
/// time of day changes only where the recording notes it.
///
/// Other recordings have times of day, which may jump. Small steps back (packets of several queues are written slightly
/// out of order) are taken as the same moment. A larger one, or a step forward of more than an hour, means that the
/// recording machine's clock was set or that the recording was paused: the agent's time goes on, by an hour at most, and
/// the time of day is matched anew. What falls due in that hour still belongs to the time before the jump: bring the
/// agent to the step's time and tell its events before `take(_:)`.
struct RecordingClock {
  /// Steps back of less than this are disorder and not a clock that was set, ms.
  static let disorder: Milliseconds = 1_000
  /// No silence is told to the agent as longer than this, ms: after an hour everything has been left behind anyway.
  static let longestStep: Milliseconds = 3_600_000
  /// A run of our own that took nothing in for longer did not run, ms: 30 days. Nothing is worked out for that time.
  static let longestRest: Milliseconds = 30 * 86_400_000

  /// What a packet's time means.
  struct Step {
    /// The agent's time.
    var time: Milliseconds
    /// Time of day less the agent's time from then on, ms.
    var wallOffset: Milliseconds
    var isJump = false
    /// The run cannot have gone on meanwhile.
    var isRest = false
  }

  /// The agent's time.
  private(set) var agentTime: Milliseconds
  /// Time of day less the agent's time, ms.
  private(set) var wallOffset: Milliseconds = 0
  private(set) var jumps = 0
  /// Time in the file less the agent's time, ms; `nil` in recordings of others.
  private let fileOffset: Milliseconds?
  private var isClockSet = false

  /// For a recording with times of day: the agent's time begins with the first of them.
  init(first: Milliseconds) {
    agentTime = first
    fileOffset = nil
  }

  /// For a recording of our own.
  init(first: Milliseconds, of start: RecordingStart) {
    agentTime = first.subtractingSaturating(start.wallOffset)
    wallOffset = start.wallOffset
    fileOffset = start.wallOffset
    isClockSet = start.isClockSet
  }

  /// True while the recording's times can be right.
  var isCredible: Bool {
    fileOffset == nil ? agentTime.addingSaturating(wallOffset) >= Clock.earliestCredible : isClockSet
  }

  /// The step to the time of a packet; `take(_:)` it when what was due until then is told.
  func step(to recorded: Milliseconds) -> Step {
    if let fileOffset {
      let time = max(agentTime, recorded.subtractingSaturating(fileOffset))
      let isRest = time.subtractingSaturating(agentTime) > Self.longestRest
      return Step(time: time, wallOffset: wallOffset, isRest: isRest)
    }
    let distance = recorded.subtractingSaturating(agentTime.addingSaturating(wallOffset))
    guard distance < -Self.disorder || distance > Self.longestStep else {
      return Step(time: agentTime.addingSaturating(max(distance, 0)), wallOffset: wallOffset)
    }
    let time = distance > 0 ? agentTime.addingSaturating(Self.longestStep) : agentTime
    return Step(time: time, wallOffset: recorded.subtractingSaturating(time), isJump: true)
  }

  mutating func take(_ step: Step) {
    agentTime = step.time
    wallOffset = step.wallOffset
    if step.isJump { jumps += 1 }
  }

  /// The recorded run's clock was set.
  mutating func set(wallOffset: Milliseconds, isClockSet: Bool) {
    self.wallOffset = wallOffset
    self.isClockSet = isClockSet
  }
}
