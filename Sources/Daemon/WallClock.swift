import Contract
import FixedPoint
import Host

/// The time of day beside the agent's own clock: an offset that is looked at again and again, since anyone may set it.
///
/// A jump of the wall clock changes nothing but this offset: every interval of the agent is measured by
/// CLOCK_BOOTTIME.
struct WallClock {
  /// Differences below this are the wall clock being slewed or read a moment later, ms.
  static let tolerance: Milliseconds = 50
  /// Differences up to this come of reading one clock a moment after the other, ms.
  static let flicker: Milliseconds = 4
  /// Time between two questions whether the clock is synchronised, ms: it changes once in a boot.
  static let questionInterval: Milliseconds = 5_000

  /// Time of day less CLOCK_BOOTTIME, ms.
  private(set) var offset: Milliseconds
  /// Whether a time service holds the clock right; false too while it shows a time before this program was written.
  private(set) var isSynchronised: Bool
  /// Steps of the wall clock of more than `tolerance` since the start.
  private(set) var jumps = 0
  private var nextQuestion: Milliseconds

  /// What `look` found.
  enum Change: Equatable {
    case none
    /// The clock was set, by so many ms.
    case jumped(Milliseconds)
    /// The clock became synchronised, or no longer is.
    case synchronised(Bool)
  }

  init(boot: Milliseconds, wall: Milliseconds, isSynchronised: Bool) {
    offset = wall.subtractingSaturating(boot)
    self.isSynchronised = isSynchronised && wall >= Clock.earliestCredible
    nextQuestion = boot.addingSaturating(Self.questionInterval)
  }

  /// Whether the clock shows a time that can be right: not the one a board without a battery starts with.
  func isCredible(at boot: Milliseconds) -> Bool {
    boot.addingSaturating(offset) >= Clock.earliestCredible
  }

  /// Compares both clocks, read at the same moment.
  ///
  /// - Parameter synchronised: asked only now and then, for it is a system call.
  mutating func look(boot: Milliseconds, wall: Milliseconds, synchronised: () -> Bool) -> Change {
    let present = wall.subtractingSaturating(boot)
    let step = present.subtractingSaturating(offset)
    if step > Self.tolerance || step < -Self.tolerance {
      offset = present
      jumps += 1
      // A service that has just set the clock has also just synchronised it.
      nextQuestion = boot
      return .jumped(step)
    }
    guard boot >= nextQuestion else { return .none }
    nextQuestion = boot.addingSaturating(Self.questionInterval)
    // Slewing adds up unseen; the offset follows it, but not the flicker of two clocks that are cut to whole ms.
    if step > Self.flicker || step < -Self.flicker { offset = present }
    let isSynchronisedNow = synchronised() && wall >= Clock.earliestCredible
    guard isSynchronisedNow != isSynchronised else { return .none }
    isSynchronised = isSynchronisedNow
    return .synchronised(isSynchronisedNow)
  }

  var stamp: Stamp { Stamp(wallOffset: offset, clockSynced: isSynchronised) }
}
