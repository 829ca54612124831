import FixedPoint

/// A radio source at a known place: a beacon, or one beam of an access point.
@frozen public struct Beam: Sendable {
  /// Index of the map that it stands on.
  public var map: UInt16

  public var position: Point

  /// Height above the floor.
  public var height: Metres

  /// RSSI at 1 m as the site states it; `nil` when the site says nothing, so that the advertised value counts.
  public var measuredPower: Decibels?

  /// Direction of strongest radiation, clockwise from the map's up; `nil` for an omnidirectional source.
  public var azimuth: BinaryAngle?

  @inlinable public init(
    map: UInt16, position: Point, height: Metres, measuredPower: Decibels? = nil, azimuth: BinaryAngle? = nil
  ) {
    self.map = map
    self.position = position
    self.height = height
    self.measuredPower = measuredPower
    self.azimuth = azimuth
  }
}
