import FixedPoint

/// Measures silence by the time in which the radio could hear.
///
/// Blind is not gone: while the radio is deaf the clock stands still, so that a silence lasts as long afterwards as it
/// lasted before. A silence is counted in readings of this clock; `due` tells at which time it is complete.
@frozen public struct ListeningClock: Sendable {
  /// After deafness a silence is not complete before the radio has heard for this long, ms (or for as long as it was
  /// deaf, if that was less): one advertisement of a slow beacon (1 Hz) and what interference takes of them.
  @inlinable public static var settling: Milliseconds { 5_000 }

  /// Time that the radio was deaf, without the present deafness, ms.
  private var deafTotal: Milliseconds = 0
  private var deafSince: Milliseconds?
  private var settledAt: Milliseconds = .min

  public init() {}

  /// False while nothing can be heard, so that silence proves nothing.
  public var isHearing: Bool { deafSince == nil }

  /// The radio can hear from now on, or is deaf from now on.
  public mutating func setHearing(_ isHearing: Bool, at time: Milliseconds) {
    guard isHearing else {
      if deafSince == nil { deafSince = time }
      return
    }
    guard let since = deafSince else { return }
    let deaf = max(time.subtractingSaturating(since), 0)
    deafTotal = deafTotal.addingSaturating(deaf)
    settledAt = max(settledAt, time.addingSaturating(min(deaf, Self.settling)))
    deafSince = nil
  }

  /// What the clock shows at `time`, ms; never less than at an earlier time.
  public func reading(at time: Milliseconds) -> Milliseconds {
    min(deafSince ?? time, time).subtractingSaturating(deafTotal)
  }

  /// The time at which a silence is complete; `nil` while deaf, since nobody knows how long that lasts.
  ///
  /// - Parameters:
  ///   - silence: how long it must last, ms.
  ///   - reading: of this clock, when it began.
  public func due(silence: Milliseconds, since reading: Milliseconds) -> Milliseconds? {
    guard deafSince == nil else { return nil }
    let due = reading.addingSaturating(silence).addingSaturating(deafTotal)
    // At most one settling longer in all, however often the radio comes and goes.
    return max(due, min(settledAt, due.addingSaturating(Self.settling)))
  }

  /// Whether a silence is complete at `time`; never while deaf.
  public func isComplete(silence: Milliseconds, since reading: Milliseconds, at time: Milliseconds) -> Bool {
    guard let due = due(silence: silence, since: reading) else { return false }
    return due <= time
  }
}
