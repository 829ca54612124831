import FixedPoint

/// A beacon that exists on the map only: the agent works out its proximity from the position.
@frozen public struct VirtualBeacon: Sendable {
  /// Index of the map that it stands on.
  public var map: UInt16

  public var position: Point

  /// Transmit power in dBm as the site states it (Mist: -30…100, default 4): the greater, the farther it is "heard".
  public var power: Decibels

  @inlinable public init(map: UInt16, position: Point, power: Decibels) {
    self.map = map
    self.position = position
    self.power = power
  }
}
