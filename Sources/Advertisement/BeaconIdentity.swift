/// The kinds of beacon frame that carry an identity.
public enum BeaconKind: UInt8, Sendable {
  case iBeacon = 1
  case altBeacon
  case eddystoneUID
  case eddystoneURL
  case eddystoneEID
  case estimote
}

/// What tells one beacon (or one beam of an access point) from all others, in a form that is cheap to compare.
///
/// The identity bytes of every supported frame fit 20 bytes, held here big-endian as they are on the air:
///
/// | kind | `high` | `low` | `tail` |
/// |---|---|---|---|
/// | iBeacon | UUID 0…7 | UUID 8…15 | major ‖ minor |
/// | AltBeacon | id 0…7 | id 8…15 | id 16…19 |
/// | Eddystone-UID | namespace 0…7 | namespace 8…9 ‖ instance 0…5 | 0 |
/// | Eddystone-URL | scheme, text 0…6 | text 7…14 | text 15…16 |
/// | Eddystone-EID | ephemeral id | 0 | 0 |
/// | Estimote | identifier 0…7 | identifier 8…15 | 0 |
///
/// Bytes beyond `length` are 0.
@frozen public struct BeaconIdentity: Hashable, Sendable {
  public var kind: BeaconKind
  /// Number of identity bytes, 1…20.
  public var length: UInt8
  public var tail: UInt32
  public var high: UInt64
  public var low: UInt64

  @inlinable public init(kind: BeaconKind, length: UInt8, high: UInt64, low: UInt64, tail: UInt32) {
    self.kind = kind
    self.length = length
    self.high = high
    self.low = low
    self.tail = tail
  }

  /// An iBeacon's identity; `uuidHigh` and `uuidLow` are the UUID's two halves, big-endian.
  @inlinable public init(iBeaconUUIDHigh uuidHigh: UInt64, uuidLow: UInt64, major: UInt16, minor: UInt16) {
    self.init(
      kind: .iBeacon, length: 20, high: uuidHigh, low: uuidLow, tail: UInt32(major) << 16 | UInt32(minor))
  }

  /// Major value of an iBeacon, or bytes 16 and 17 of an AltBeacon's identity.
  @inlinable public var major: UInt16 { UInt16(truncatingIfNeeded: tail >> 16) }

  /// Minor value of an iBeacon, or bytes 18 and 19 of an AltBeacon's identity.
  @inlinable public var minor: UInt16 { UInt16(truncatingIfNeeded: tail) }

  @inlinable public static func == (a: Self, b: Self) -> Bool {
    a.tail == b.tail && a.low == b.low && a.high == b.high && a.kind == b.kind && a.length == b.length
  }

  /// A well-mixed 32-bit hash, the same on every machine (the standard library's is seeded per process).
  ///
  /// Multiply-and-fold over the words; the multipliers are odd 64-bit constants without structure (the fractional bits
  /// of the golden ratio and of √2).
  @inlinable public var stableHash: UInt32 {
    let first = (high ^ (UInt64(tail) << 8) ^ UInt64(kind.rawValue)) &* 0x9E37_79B9_7F4A_7C15
    let second = (low ^ first ^ (first >> 29) ^ UInt64(length)) &* 0x6A09_E667_F3BC_C909
    return UInt32(truncatingIfNeeded: (second ^ (second >> 32)))
  }

  /// Byte `index` of the identity (0 ≤ `index` < 20); 0 beyond.
  @inlinable public func byte(_ index: Int) -> UInt8 {
    switch index {
    case 0..<8: UInt8(truncatingIfNeeded: high >> UInt64(56 - 8 * index))
    case 8..<16: UInt8(truncatingIfNeeded: low >> UInt64(120 - 8 * index))
    case 16..<20: UInt8(truncatingIfNeeded: tail >> UInt32(152 - 8 * index))
    default: 0
    }
  }
}
