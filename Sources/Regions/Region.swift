import Advertisement
import FixedPoint

/// A set of beacons that is watched as one: entered when one of them is heard, left when all of them are silent.
///
/// An identity belongs to the region when its kind is the region's and the masked bits agree: a UUID alone, a UUID with
/// a major value, an Eddystone namespace are all masks of different length.
@frozen public struct Region: Sendable, Equatable {
  /// What the region is made of; tells how an identity's bits are to be read.
  public enum Kind: UInt8, Sendable {
    /// iBeacon by UUID, UUID and major, or UUID, major and minor.
    case iBeacon
    /// Eddystone-UID by namespace, or namespace and instance.
    case eddystone
    /// A Mist organisation: iBeacons whose UUID is the Org ID, or the Org ID with its last byte replaced by 0x00…0x0F.
    case organisation
  }

  public var kind: Kind
  /// The identity's bits that count, and below them the mask; see `BeaconIdentity` for their layout.
  public var high: UInt64
  public var low: UInt64
  public var tail: UInt32
  public var lowMask: UInt64
  public var tailMask: UInt32

  /// Sightings before the region counts as entered: 1 enters at once.
  public var entrySightings: UInt8
  /// Silence of all its beacons after which the region is left, ms; see `RegionMonitor.leastExitAfter`.
  public var exitAfter: Milliseconds
  /// Whether its beacons are ranged, and told once a second, while the region is inside.
  public var ranges = false

  /// iOS reports an exit after about 30 s; shorter ones tell of exits that were only Wi-Fi in the way.
  @inlinable public static var usualExitAfter: Milliseconds { 30_000 }

  /// A region of iBeacons. A `minor` without a `major` means nothing and is ignored.
  @inlinable public init(
    uuidHigh: UInt64, uuidLow: UInt64, major: UInt16? = nil, minor: UInt16? = nil, entrySightings: UInt8 = 1,
    exitAfter: Milliseconds = Region.usualExitAfter
  ) {
    kind = .iBeacon
    high = uuidHigh
    low = uuidLow
    lowMask = .max
    tail = 0
    tailMask = 0
    if let major {
      tail = UInt32(major) << 16 | UInt32(minor ?? 0)
      tailMask = minor == nil ? 0xFFFF_0000 : 0xFFFF_FFFF
    }
    self.entrySightings = entrySightings
    self.exitAfter = exitAfter
  }

  /// A region of Eddystone-UID beacons.
  ///
  /// - Parameters:
  ///   - namespaceHigh: bytes 0…7 of the namespace, big-endian.
  ///   - namespaceLow: bytes 8 and 9.
  ///   - instance: its six bytes in the low 48 bits; `nil` for every beacon of the namespace.
  @inlinable public init(
    namespaceHigh: UInt64, namespaceLow: UInt16, instance: UInt64? = nil, entrySightings: UInt8 = 1,
    exitAfter: Milliseconds = Region.usualExitAfter
  ) {
    kind = .eddystone
    high = namespaceHigh
    low = UInt64(namespaceLow) << 48 | (instance ?? 0) & 0xFFFF_FFFF_FFFF
    lowMask = instance == nil ? 0xFFFF_0000_0000_0000 : .max
    tail = 0
    tailMask = 0
    self.entrySightings = entrySightings
    self.exitAfter = exitAfter
  }

  /// A Mist organisation by its Org ID, read as a UUID (wake-up UUIDs of Mist access points).
  @inlinable public init(
    organisationHigh: UInt64, organisationLow: UInt64, entrySightings: UInt8 = 1,
    exitAfter: Milliseconds = Region.usualExitAfter
  ) {
    kind = .organisation
    high = organisationHigh
    low = organisationLow
    lowMask = .max
    tail = 0
    tailMask = 0
    self.entrySightings = entrySightings
    self.exitAfter = exitAfter
  }

  /// Whether both are made of the same beacons, however they are watched.
  @inlinable public func hasSameBeacons(as other: Region) -> Bool {
    kind == other.kind && high == other.high && low == other.low && tail == other.tail && lowMask == other.lowMask
      && tailMask == other.tailMask
  }

  /// Whether the beacon is one of the region's.
  @inlinable public func contains(_ identity: BeaconIdentity) -> Bool {
    guard identity.high == high else { return false }
    switch kind {
    case .iBeacon:
      return identity.kind == .iBeacon && (identity.low ^ low) & lowMask == 0 && (identity.tail ^ tail) & tailMask == 0
    case .eddystone:
      return identity.kind == .eddystoneUID && (identity.low ^ low) & lowMask == 0
    case .organisation:
      guard identity.kind == .iBeacon else { return false }
      return identity.low == low || (identity.low & ~0xFF == low & ~0xFF && identity.low & 0xFF < 0x10)
    }
  }
}
