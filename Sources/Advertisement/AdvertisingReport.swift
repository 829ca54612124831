/// One advertising report of an HCI event, without its data.
@frozen public struct AdvertisingReport: Sendable {
  public var eventType: AdvertisingEventType
  public var addressType: AddressType

  /// The advertiser's address, `0x112233445566` for 11:22:33:44:55:66; 0 when anonymous.
  public var address: UInt64

  /// Received signal strength in dBm, -127…+20; `nil` when the controller had none or gave an impossible one.
  public var rssi: Int8?

  /// PHY of the primary channels; `.le1M` in legacy events.
  public var primaryPHY: PHY

  /// PHY of the secondary channels; `.none` when there was no packet there.
  public var secondaryPHY: PHY

  /// Advertising set, 0…15; `nil` when the packet names none.
  public var advertisingSet: UInt8?

  /// Transmit power in dBm that an extended packet states for its radio (not at 1 m); `nil` when it states none.
  public var transmitPower: Int8?

  /// True when the controller lost the end of the data.
  public var isTruncated: Bool
}

/// The properties of an advertising event, in the bits of the LE Extended Advertising Report's Event_Type
/// (Core Specification Vol 4 Part E, 7.7.65.13). Legacy event types are brought to the same bits.
@frozen public struct AdvertisingEventType: Hashable, Sendable {
  /// Bit 0 connectable, 1 scannable, 2 directed, 3 scan response, 4 legacy PDU.
  public var rawValue: UInt8

  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue & 0x1F }

  /// The event of an LE Advertising Report's Event_Type, 0…4; `nil` for reserved values.
  @inlinable public init?(legacy code: UInt8) {
    switch code {
    case 0: self.init(rawValue: 0x13)  // ADV_IND
    case 1: self.init(rawValue: 0x15)  // ADV_DIRECT_IND
    case 2: self.init(rawValue: 0x12)  // ADV_SCAN_IND
    case 3: self.init(rawValue: 0x10)  // ADV_NONCONN_IND
    case 4: self.init(rawValue: 0x1A)  // SCAN_RSP; whether to ADV_IND or to ADV_SCAN_IND is not stated
    default: return nil
    }
  }

  @inlinable public var isConnectable: Bool { rawValue & 0x01 != 0 }
  @inlinable public var isScannable: Bool { rawValue & 0x02 != 0 }
  @inlinable public var isDirected: Bool { rawValue & 0x04 != 0 }

  /// An answer to a scan request. It goes out on the scanner's demand, so it is no ranging sample: taken as one, an
  /// active scanner would count each advertisement twice.
  @inlinable public var isScanResponse: Bool { rawValue & 0x08 != 0 }

  @inlinable public var isLegacy: Bool { rawValue & 0x10 != 0 }

  /// "connectable", "connectable-directed", "scannable", "nonconnectable", "nonconnectable-directed" or
  /// "scan-response"; the same after "extended-" for extended advertising.
  public var name: StaticString {
    if isScanResponse { return isLegacy ? "scan-response" : "extended-scan-response" }
    if isConnectable {
      if isDirected { return isLegacy ? "connectable-directed" : "extended-connectable-directed" }
      return isLegacy ? "connectable" : "extended-connectable"
    }
    if isScannable { return isLegacy ? "scannable" : "extended-scannable" }
    if isDirected { return isLegacy ? "nonconnectable-directed" : "extended-nonconnectable-directed" }
    return isLegacy ? "nonconnectable" : "extended-nonconnectable"
  }
}

/// What kind of address an advertiser shows.
public enum AddressType: UInt8, Sendable {
  case publicDevice = 0
  case randomDevice = 1
  /// A resolvable private address that the controller resolved to a public identity.
  case publicIdentity = 2
  /// A resolvable private address that the controller resolved to a random (static) identity.
  case randomIdentity = 3
  /// A value that the specification reserves.
  case reserved = 4
  /// Extended advertising without an address.
  case anonymous = 0xFF

  @inlinable init(code: UInt8) {
    self = AddressType(rawValue: code) ?? .reserved
  }

  public var name: StaticString {
    switch self {
    case .publicDevice: "public"
    case .randomDevice: "random"
    case .publicIdentity: "public-identity"
    case .randomIdentity: "random-identity"
    case .reserved: "reserved"
    case .anonymous: "anonymous"
    }
  }
}

/// A physical layer of LE.
public enum PHY: UInt8, Sendable {
  case none = 0
  case le1M = 1
  case le2M = 2
  /// Coded; with S=8 where the controller tells S=2 apart.
  case leCoded = 3
  case leCodedS2 = 4
  /// A value that the specification reserves.
  case reserved = 0xFF

  @inlinable init(code: UInt8) {
    self = PHY(rawValue: code) ?? .reserved
  }

  public var name: StaticString {
    switch self {
    case .none: "none"
    case .le1M: "1M"
    case .le2M: "2M"
    case .leCoded: "coded"
    case .leCodedS2: "coded-s2"
    case .reserved: "reserved"
    }
  }
}
