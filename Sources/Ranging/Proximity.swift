import FixedPoint

/// How near a beacon is, in CoreLocation's classes and with its raw values.
///
/// Apple publishes no limits in metres; these are the field's usual ones (reference: bits.theoremone.co).
public enum Proximity: UInt8, Sendable {
  case unknown = 0
  /// Nearer than 0.5 m.
  case immediate = 1
  /// 0.5 m or more, nearer than 3 m.
  case near = 2
  /// 3 m or more.
  case far = 3

  /// Below this distance a beacon is immediate.
  public static var immediateLimit: Metres { Metres(1, over: 2) }

  /// Below this distance a beacon that is not immediate is near.
  public static var nearLimit: Metres { Metres(3) }

  /// The class of a distance; `nil` or a negative distance is unknown.
  public init(distance: Metres?) {
    guard let distance, distance >= .zero else {
      self = .unknown
      return
    }
    self = distance < Self.immediateLimit ? .immediate : distance < Self.nearLimit ? .near : .far
  }
}
