import FixedPoint
import Regions

// What comes next, and when.
extension EdgeAgent {
  /// When `advance` is due if no other input comes before; `nil` when time alone changes nothing. While the agent idles
  /// this is seldom.
  public var nextDeadline: Milliseconds? {
    guard now != nil, mode != .stopped else { return nil }
    let other = otherDeadline
    guard mode != .idle, let tick = location.nextDeadline else { return other }
    return min(other ?? tick, tick)
  }

  /// The next deadline that is not after `time`.
  func nextStep(before time: Milliseconds) -> Milliseconds? {
    var due = otherDeadline
    if mode != .idle, var tick = location.nextDeadline {
      // Late ticks of a deaf radio are passed over.
      if location.isBlind { tick = max(tick, time.subtractingSaturating(LocationAgent.blindLateness)) }
      due = min(due ?? tick, tick)
    }
    guard let due, due <= time else { return nil }
    return due
  }

  /// All deadlines but the location agent's.
  private var otherDeadline: Milliseconds? {
    guard let now else { return nil }
    var next = watch.nextDeadline
    func note(_ due: Milliseconds?) {
      if let due, due > now { next = min(next ?? due, due) }
    }
    if watch.insideCount > 0 { note(memoryTime.addingSaturating(Self.memoryInterval)) }
    if let lastBeacon { note(watch.clock.due(silence: Self.hearingMemory, since: lastBeacon)) }
    if mode != .idle {
      note(silenceDue)
      note(restDue)
    }
    return next
  }

  func isMemoryDue(at time: Milliseconds) -> Bool {
    watch.insideCount > 0 && time.subtractingSaturating(memoryTime) >= Self.memoryInterval
  }

  // MARK: Idling

  /// The position moves, and has for a while.
  var radioMoves: Bool {
    guard let radioSince, let now else { return false }
    return now.subtractingSaturating(radioSince) >= Self.radioPatience
  }

  /// Why the agent is to idle now; `nil` when it is not. A ranged region keeps it awake while it is inside.
  func dueIdle(at time: Milliseconds) -> IdleReason? {
    guard mode != .starting, watch.rangedInsideCount == 0 else { return nil }
    if let due = silenceDue, due <= time, !location.isOnFloor { return .silence }
    if let due = restDue, due <= time { return .noMotion }
    return nil
  }

  /// When silence of the site is complete; `nil` while it never is.
  private var silenceDue: Milliseconds? {
    guard settings.idleAfterSilence > 0 else { return nil }
    return notBeforeAwake(watch.clock.due(silence: settings.idleAfterSilence, since: lastSite))
  }

  /// When rest is complete; `nil` while it never is.
  private var restDue: Milliseconds? {
    guard settings.idleWithoutMotion > 0, motion.hasInput, !motion.isMoving, !radioMoves else { return nil }
    return notBeforeAwake(watch.clock.due(silence: settings.idleWithoutMotion, since: motion.lastMotion))
  }

  private func notBeforeAwake(_ due: Milliseconds?) -> Milliseconds? {
    guard let due else { return nil }
    return max(due, awakeSince.addingSaturating(settings.leastAwake))
  }
}
