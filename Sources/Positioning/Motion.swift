import FixedPoint

/// How the board moves: a velocity learned from how the position runs ahead of its prediction.
public struct Motion: Sendable {
  /// m/s along x and y, 16 fraction bits.
  private(set) var x: Int64 = 0
  private(set) var y: Int64 = 0

  /// Below this speed the board counts as standing, m/s; positions of a standing board wander at up to 0.2 m/s.
  private static var standing: Int64 { 16_384 }  // 0.25
  /// Between standing and this far above it, motion is taken in by degrees, m/s.
  private static var transition: Int64 { 29_491 }  // 0.45
  /// The velocity never exceeds this, m/s: a brisk walk; a cart pushed by a person.
  private static var fastest: UInt64 { 104_858 }  // 1.6
  /// Surprise of one tick that is believed, m: a person's three steps.
  private static var mostInnovation: UInt64 { 98_304 }  // 1.5

  public init() {}

  /// Speed in raw m/s.
  private var magnitude: Int64 { Self.length(x, y) }

  /// 0 while standing, 256 in full motion.
  var degree: Int64 { min(max((magnitude - Self.standing) * 256 / Self.transition, 0), 256) }

  /// Velocity as far as it is believed, times `milliseconds`: a displacement, raw metres.
  func displacement(over milliseconds: Milliseconds) -> (x: Int64, y: Int64) {
    (x * degree * milliseconds / 256_000, y * degree * milliseconds / 256_000)
  }

  /// Speed as far as it is believed; 0 while standing.
  public var speed: MetresPerSecond { isMoving ? believedSpeed : .zero }

  var believedSpeed: MetresPerSecond { MetresPerSecond(raw: Int32(clamping: magnitude * degree / 256)) }

  /// The board moves: a quarter of the way from standing to full motion (0.36 m/s) is passed.
  public var isMoving: Bool { degree >= 64 }

  /// Direction of the motion, clockwise from the map's up; `nil` while standing.
  public var heading: BinaryAngle? {
    guard isMoving else { return nil }
    return .heading(dx: Metres(raw: Int32(clamping: x)), dy: Metres(raw: Int32(clamping: y)))
  }

  /// Learns from the difference between where the board is and where it was expected, raw metres.
  mutating func learn(_ dx: Int64, _ dy: Int64) {
    let (dx, dy) = Self.held(dx, dy, within: Self.mostInnovation)
    // 0.65 of the surprise, as m/s: a trial's best between lag and unrest.
    (x, y) = Self.held(x + dx * 13 / 20, y + dy * 13 / 20, within: Self.fastest)
  }

  /// Slows down while nothing is heard: 0.8 of the velocity is left after each tick.
  mutating func coast() {
    x = x * 4 / 5
    y = y * 4 / 5
  }

  mutating func stop() {
    x = 0
    y = 0
  }

  private static func length(_ x: Int64, _ y: Int64) -> Int64 {
    Int64(
      truncatingIfNeeded: (x.magnitude &* x.magnitude).addingSaturating(y.magnitude &* y.magnitude).squareRootRounded)
  }

  private static func held(_ x: Int64, _ y: Int64, within limit: UInt64) -> (Int64, Int64) {
    let length = length(x, y)
    guard length > Int64(limit) else { return (x, y) }
    return (x * Int64(limit) / length, y * Int64(limit) / length)
  }
}
