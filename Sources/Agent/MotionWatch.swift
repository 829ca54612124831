import FixedPoint

/// What the board's motion inputs say together.
struct MotionWatch {
  /// One bit for each source that has reported, and for each that moves.
  private var known: UInt8 = 0
  private var moving: UInt8 = 0
  /// The listening clock's reading when there was motion last, or when watching began.
  private(set) var lastMotion: Milliseconds = .min

  /// There is an input that can end a rest. The radio's own is none: at rest no position is worked out.
  var hasInput: Bool { known & ~Self.bit(.radio) != 0 }
  var isMoving: Bool { moving != 0 }

  private static func bit(_ source: MotionSource) -> UInt8 { 1 << source.rawValue }

  /// Takes a report; true when motion begins that no source had seen.
  mutating func note(_ source: MotionSource, isMoving: Bool, reading: Milliseconds) -> Bool {
    let wasMoving = self.isMoving
    if isMoving || wasMoving || !hasInput { lastMotion = max(lastMotion, reading) }
    known |= Self.bit(source)
    if isMoving { moving |= Self.bit(source) } else { moving &= ~Self.bit(source) }
    return isMoving && !wasMoving
  }

  /// The source is gone: it says neither motion nor rest any more.
  mutating func lose(_ source: MotionSource, reading: Milliseconds) {
    if isMoving { lastMotion = max(lastMotion, reading) }
    known &= ~Self.bit(source)
    moving &= ~Self.bit(source)
  }

  /// The position moves, or the agent woke up: rest counts from here.
  mutating func noteActivity(reading: Milliseconds) { lastMotion = max(lastMotion, reading) }
}
