/// One advertisement of one beacon, as the ranging stage takes it.
@frozen public struct Sighting: Sendable {
  public var identity: BeaconIdentity

  /// Received signal strength in dBm, -127…+20; `nil` when the controller had none (the beacon was still seen).
  public var rssi: Int8?

  /// Power at 1 m that the beacon claims for itself, in dBm; `nil` when its frame carries none.
  ///
  /// Not yet judged: beacons in the field send 0, +1 or their radio's transmit power here.
  public var measuredPower: Int8?

  @inlinable public init(identity: BeaconIdentity, rssi: Int8?, measuredPower: Int8?) {
    self.identity = identity
    self.rssi = rssi
    self.measuredPower = measuredPower
  }
}
