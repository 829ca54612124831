import FixedPoint

/// Moments of motion joined to a state that does not flicker: motion begins with the first and lasts until there was
/// none for a while.
struct MotionHold {
  /// Between two steps of a person who walks slowly lies a second.
  static let duration: Milliseconds = 2_000

  /// `nil` until the first `note`.
  private(set) var isMoving: Bool?
  private var lastMotion: Milliseconds = 0

  /// When rest begins unless there is motion until then; `nil`: at rest.
  var end: Milliseconds? { isMoving == true ? lastMotion.addingSaturating(Self.duration) : nil }

  /// Takes what was seen at `now`; returns the state if it is a new one.
  mutating func note(_ isMotion: Bool, at now: Milliseconds) -> MotionReport? {
    if isMotion { lastMotion = now }
    let wasMoving = isMoving
    let isMoving = isMotion || (wasMoving == true && now < lastMotion.addingSaturating(Self.duration))
    self.isMoving = isMoving
    guard isMoving != wasMoving else { return nil }
    return isMoving ? .moving : .resting
  }

  /// The input is gone; `lost` if it had ever said anything.
  mutating func lose() -> MotionReport? {
    defer { isMoving = nil }
    return isMoving == nil ? nil : .lost
  }
}
