import FixedPoint

/// Which command waits for its answer; one at a time. Tells the answers to our commands from those to others'.
struct CommandTracker {
  enum Owner {
    case ours
    /// Ours, but its time was over.
    case late
    case foreign
  }

  /// The kernel gives up a command after 2 s and takes the next; within 3 s ours has had its turn.
  static let timeLimit: Milliseconds = 3_000
  /// An answer that comes later than this after its command was given up is taken for another program's.
  private static let lateLimit: Milliseconds = 10_000

  private(set) var outstanding: UInt16?
  private(set) var deadline: Milliseconds = 0
  private var lateOpcode: UInt16?
  private var lateUntil: Milliseconds = 0

  mutating func sent(_ opcode: UInt16, now: Milliseconds) {
    outstanding = opcode
    deadline = now.addingSaturating(Self.timeLimit)
  }

  func isOverdue(now: Milliseconds) -> Bool { outstanding != nil && now >= deadline }

  /// The answer is not waited for any more; when it comes, it is still known as ours.
  mutating func giveUp(now: Milliseconds) {
    guard let outstanding else { return }
    lateOpcode = outstanding
    lateUntil = now.addingSaturating(Self.lateLimit)
    self.outstanding = nil
  }

  /// The command did not leave this machine.
  mutating func cancel() { outstanding = nil }

  /// The socket was closed: nothing comes any more.
  mutating func forget() {
    outstanding = nil
    lateOpcode = nil
  }

  mutating func take(_ answer: CommandAnswer, now: Milliseconds) -> Owner {
    if answer.opcode == outstanding {
      if !answer.isPending { outstanding = nil }
      return .ours
    }
    if answer.opcode == lateOpcode && now < lateUntil {
      if !answer.isPending { lateOpcode = nil }
      return .late
    }
    return .foreign
  }
}
