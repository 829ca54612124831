import FixedPoint

/// What is known of one beam while running: this tick's samples, and its level over the last seconds.
public struct BeamTrack: Sendable {
  /// Where the beam's loss field begins in the fields that are lent, bytes; `nil` while it has none. A beam that is
  /// heard in a tick must have one.
  public var fieldStart: Int?

  /// RSSI at 1 m that counts for this beam, dBm.
  public var power: Decibels

  /// End of the last tick in which the beam was heard.
  public private(set) var lastHeard: Milliseconds = .min

  /// True while the caller lists the beam among those heard lately.
  public var isActive = false

  private var sum: Int32 = 0
  private var count: Int32 = 0

  /// Level with a memory of 8 s for a board that stands, and of 1 s for one that moves; dBm.
  private var slow = LowPassFilter(Decibels.zero)
  private var fast = LowPassFilter(Decibels.zero)

  /// Time constants of `slow` and `fast`, ms. Over 8 s fading and people average out; at 1.4 m/s only the last second is
  /// about the same place. A rise counts 1.5 times as fast: obstructions take away, nothing adds.
  private static var slowConstant: Int64 { 8_000 }
  private static var slowRiseConstant: Int64 { 5_333 }
  private static var fastConstant: Int64 { 1_000 }

  /// A beam not heard for this long starts anew, ms.
  public static var memory: Milliseconds { 20_000 }

  public init(fieldStart: Int? = nil, power: Decibels) {
    self.fieldStart = fieldStart
    self.power = power
  }

  /// Takes one sample of this tick, dBm; true when it is the tick's first.
  public mutating func add(rssi: Int8) -> Bool {
    // 2^23 samples a tick cannot be received; a flood of made-up ones must not overflow.
    guard count < 1 << 23 else { return false }
    sum += Int32(rssi)
    count += 1
    return count == 1
  }

  /// Forgets the tick's samples: the beam's floor is not the one that the board is on.
  public mutating func dropTick() {
    sum = 0
    count = 0
  }

  /// Not heard in this tick nor within the memory before `time`.
  public func isSilent(at time: Milliseconds) -> Bool {
    count == 0 && time.subtractingSaturating(lastHeard) >= Self.memory
  }

  /// Ends the tick: the mean of its samples, which also enters the two levels; `nil` when there was none.
  mutating func endTick(at time: Milliseconds) -> Decibels? {
    guard count > 0 else { return nil }
    let mean = Decibels(Int(sum), over: Int(count))
    sum = 0
    count = 0
    let age = time.subtractingSaturating(lastHeard)
    lastHeard = time
    guard age < Self.memory else {
      slow = LowPassFilter(mean)
      fast = LowPassFilter(mean)
      return mean
    }
    slow.move(toward: mean, gain: Self.gain(age, mean > slow.value ? Self.slowRiseConstant : Self.slowConstant))
    fast.move(toward: mean, gain: Self.gain(age, Self.fastConstant))
    return mean
  }

  /// Level relative to the beam's power at 1 m, raw dB: the slow one for `motion` 0, the fast one for 256.
  func relativeLevel(motion: Int64) -> Int64 {
    let (slow, fast) = (Int64(slow.value.raw), Int64(fast.value.raw))
    return slow + (fast - slow) * motion / 256 - Int64(power.raw)
  }

  /// 1 - exp(-age / constant).
  private static func gain(_ age: Milliseconds, _ constant: Milliseconds) -> UnitFactor {
    UnitFactor(raw: Int16(clamping: ((1 << 16) - decay(age, over: constant)) >> 2))
  }
}

/// exp(-age / constant) with 16 fraction bits.
func decay(_ age: Milliseconds, over constant: Milliseconds) -> Int64 {
  // 94,548 = log2(e) · 2^16. Beyond an hour nothing is left, and the product stays within 64 bits.
  let held = min(max(age, 0), 3_600_000)
  let power = Log2(raw: Int32(clamping: -(held * 94_548) / constant))
  return Int64(power.exponential >> 16)
}
