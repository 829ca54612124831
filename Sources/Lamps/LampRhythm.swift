import FixedPoint

/// When a lamp is lit: times lit and dark in turn, the first one lit, once or over and over.
///
/// Every time is a multiple of 100 ms, which the eye still resolves, and a cycle takes 4 s at most.
public struct LampRhythm: Sendable {
  /// Lit and dark times that fit.
  public static var capacity: Int { 12 }

  private var durations: InlineArray<12, UInt16>
  /// Number of lit and dark times; 0 for a lamp that doesn't change.
  public private(set) var count: Int
  /// Over and over; else once, and then dark.
  public private(set) var repeats: Bool
  private var isLitForGood: Bool

  private init(repeats: Bool, isLitForGood: Bool = false) {
    durations = InlineArray(repeating: 0)
    count = 0
    self.repeats = repeats
    self.isLitForGood = isLitForGood
  }

  /// The time at `index` in ms, even ones lit and odd ones dark; 0 beyond `count`.
  public subscript(index: Int) -> Milliseconds {
    index >= 0 && index < count ? Milliseconds(durations[index]) : 0
  }

  /// Sum of all times, ms.
  public var duration: Milliseconds {
    var sum: Milliseconds = 0
    for index in 0..<count { sum &+= self[index] }
    return sum
  }

  /// Whether the lamp is lit `elapsed` ms after the rhythm began.
  public func isLit(after elapsed: Milliseconds) -> Bool {
    guard count > 0, let place = place(after: elapsed) else { return isLitForGood }
    return place.index & 1 == 0
  }

  /// The next moment after `elapsed` at which the lamp changes, both in ms since the rhythm began; `nil`: never.
  public func nextEdge(after elapsed: Milliseconds) -> Milliseconds? {
    guard count > 0, let place = place(after: elapsed) else { return nil }
    let edge = max(elapsed, 0).addingSaturating(place.left)
    return edge > elapsed ? edge : nil
  }

  /// The time that runs and how much of it is left; `nil` after the end.
  private func place(after elapsed: Milliseconds) -> (index: Int, left: Milliseconds)? {
    let duration = duration
    var rest = max(elapsed, 0)
    if rest >= duration {
      guard repeats, duration > 0 else { return nil }
      rest %= duration
    }
    for index in 0..<count {
      if rest < self[index] { return (index, self[index] &- rest) }
      rest &-= self[index]
    }
    return nil
  }

  private mutating func append(_ lit: UInt16, _ dark: UInt16, times: Int = 1) {
    for _ in 0..<times where count &+ 2 <= Self.capacity {
      durations[count] = lit
      durations[count &+ 1] = dark
      count &+= 2
    }
  }

  private mutating func endWith(dark: UInt16) {
    if count > 0 { durations[count &- 1] = dark }
  }
}

// The families. Each means one kind of thing, so that its meaning is guessed before the table is looked up.
extension LampRhythm {
  static var dark: LampRhythm { LampRhythm(repeats: true) }
  static var steady: LampRhythm { LampRhythm(repeats: true, isLitForGood: true) }

  /// Lit and dark for the same time: something begins.
  static func even(_ half: UInt16) -> LampRhythm {
    var rhythm = LampRhythm(repeats: true)
    rhythm.append(half, half)
    return rhythm
  }

  /// Dark but for some short flashes: the radio listens.
  static func blips(_ number: Int, every cycle: UInt16) -> LampRhythm {
    var rhythm = LampRhythm(repeats: true)
    rhythm.append(100, 200, times: number)
    let flashes = UInt16(clamping: number &* 300) &- 200
    rhythm.endWith(dark: max(cycle, flashes) &- flashes)
    return rhythm
  }

  /// Lit but for some short gaps: all is well.
  static func winks(_ number: Int, every cycle: UInt16) -> LampRhythm {
    var rhythm = LampRhythm(repeats: true)
    let others = UInt16(clamping: number &* 300) &- 200
    rhythm.append(max(cycle, others) &- others, 100)
    rhythm.append(200, 100, times: number &- 1)
    return rhythm
  }

  /// A fault: long flashes tell where it is, short ones which it is; then a pause.
  static func code(long: Int, short: Int) -> LampRhythm {
    var rhythm = LampRhythm(repeats: true)
    rhythm.append(700, 200, times: long)
    rhythm.append(200, 200, times: short)
    rhythm.endWith(dark: 1_000)
    return rhythm
  }

  /// Something happened: told once.
  static func once(_ number: Int, lit: UInt16, dark: UInt16, thenLit last: UInt16 = 0) -> LampRhythm {
    var rhythm = LampRhythm(repeats: false)
    rhythm.append(lit, dark, times: number)
    if last > 0 { rhythm.append(last, 0) }
    rhythm.endWith(dark: 300)
    return rhythm
  }
}
