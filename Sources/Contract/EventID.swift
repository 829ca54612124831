import Wire

/// Names the events of one run of the agent, so that a subscriber can drop repeats and notice gaps.
///
/// Deterministic: the same seed names the same events, so that a replay's output can be compared byte for byte. A live
/// agent takes its seed from the kernel's random source, so that no two runs share ids.
struct EventIDs {
  /// Number of the last event; the first is 1.
  private(set) var sequence: UInt64 = 0

  let sessionHigh: UInt64
  let sessionLow: UInt64

  private let seed: UInt64

  init(seed: UInt64) {
    self.seed = seed
    (sessionHigh, sessionLow) = Self.uuid(seed: seed, number: 0)
  }

  /// Moves on to the next event and gives its id.
  mutating func next() -> (high: UInt64, low: UInt64) {
    sequence &+= 1
    return Self.uuid(seed: seed, number: sequence)
  }

  /// A UUID of version 8 (RFC 9562 section 5.8: of the maker's own make) from the seed and a number.
  ///
  /// Each half is SplitMix64's finalizer (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014)
  /// of the seed plus the number times an odd constant, a different one per half. Two numbers of one run share an id
  /// only if both halves agree in all bits but the six that tell version and variant: as improbable as for random UUIDs.
  static func uuid(seed: UInt64, number: UInt64) -> (high: UInt64, low: UInt64) {
    let high = mixed(seed &+ number &* 0x9E37_79B9_7F4A_7C15)
    let low = mixed(mixed(seed) &+ number &* 0xD1B5_4A32_D192_ED03)
    return ((high & 0xFFFF_FFFF_FFFF_0FFF) | 0x8000, (low & 0x3FFF_FFFF_FFFF_FFFF) | 0x8000_0000_0000_0000)
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    var word = value
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}

extension JSONWriter {
  /// `id`, `sequence` and `sessionId`, which every event carries.
  mutating func identity(_ ids: inout EventIDs) {
    let id = ids.next()
    key("id")
    value(uuidHigh: id.high, low: id.low)
    key("sequence")
    value(Int(clamping: ids.sequence))
    key("sessionId")
    value(uuidHigh: ids.sessionHigh, low: ids.sessionLow)
  }
}
