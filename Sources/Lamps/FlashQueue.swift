import FixedPoint

/// Flashes one after the other on one lamp, each with a dark moment before it so that it stands out from a lit lamp.
struct FlashQueue: Sendable {
  /// Dark time before a flash, ms: longer than any gap that a lit pattern has.
  static var leadIn: Milliseconds { 300 }

  /// Eight take 10 s and more; who looks longer than that looks at the events themselves.
  private var kinds: InlineArray<8, LampFlash>
  private var starts: InlineArray<8, Milliseconds>
  private var count = 0

  init() {
    kinds = InlineArray(repeating: .zoneEntered)
    starts = InlineArray(repeating: 0)
  }

  /// Queues a flash; false when the queue is full.
  mutating func add(_ kind: LampFlash, at time: Milliseconds) -> Bool {
    dropEnded(at: time)
    guard count < kinds.count else { return false }
    starts[count] = count == 0 ? time : max(time, end(count &- 1))
    kinds[count] = kind
    count &+= 1
    return true
  }

  mutating func removeAll() { count = 0 }

  /// The flash that plays at `time` and how long it has been playing, the dark moment included; `nil`: none.
  func playing(at time: Milliseconds) -> (kind: LampFlash, elapsed: Milliseconds)? {
    for index in 0..<count where time >= starts[index] && time < end(index) {
      return (kinds[index], time.subtractingSaturating(starts[index]))
    }
    return nil
  }

  /// The next beginning, change or end of a flash after `time`; `nil`: none.
  func nextChange(after time: Milliseconds) -> Milliseconds? {
    for index in 0..<count {
      let start = starts[index]
      if time < start { return start }
      guard time < end(index) else { continue }
      let elapsed = time.subtractingSaturating(start)
      if elapsed < Self.leadIn { return start.addingSaturating(Self.leadIn) }
      let edge = kinds[index].pattern.rhythm.nextEdge(after: elapsed &- Self.leadIn)
      return start.addingSaturating(Self.leadIn).addingSaturating(edge ?? 0)
    }
    return nil
  }

  private func end(_ index: Int) -> Milliseconds {
    starts[index].addingSaturating(Self.leadIn).addingSaturating(kinds[index].pattern.rhythm.duration)
  }

  private mutating func dropEnded(at time: Milliseconds) {
    var kept = 0
    for index in 0..<count where end(index) > time {
      kinds[kept] = kinds[index]
      starts[kept] = starts[index]
      kept &+= 1
    }
    count = kept
  }
}
