/// The beacon frame that an advertising report carries.
@frozen public enum Frame: Sendable {
  case iBeacon(IBeaconFrame)
  case altBeacon(AltBeaconFrame)
  case eddystoneUID(EddystoneFrame)
  case eddystoneURL(EddystoneFrame)
  case eddystoneEID(EddystoneFrame)
  case eddystoneTLM(EddystoneTelemetry)
  case eddystoneEncryptedTLM(EddystoneEncryptedTelemetry)
  case estimoteNearable(EstimoteNearable)
  case estimoteTelemetryA(EstimoteTelemetryA)
  case estimoteTelemetryB(EstimoteTelemetryB)
  /// An Estimote frame whose layout is not public (connectivity, location …).
  case estimoteOther(EstimoteHeader)
  /// No beacon frame.
  case unknown(UnknownFrame)

  /// Who sent it; `nil` for frames that carry no identity (telemetry of Eddystone) or an unknown one.
  @inlinable public var identity: BeaconIdentity? {
    switch self {
    case .iBeacon(let frame): frame.identity
    case .altBeacon(let frame): frame.identity
    case .eddystoneUID(let frame), .eddystoneURL(let frame), .eddystoneEID(let frame): frame.identity
    case .estimoteNearable(let frame): frame.identity
    case .estimoteTelemetryA(let frame): frame.identity
    case .estimoteTelemetryB(let frame): frame.identity
    case .eddystoneTLM, .eddystoneEncryptedTLM, .estimoteOther, .unknown: nil
    }
  }

  /// Power at 1 m in dBm that the frame states, as it stands there: 0, +1 or -3 are passed on for ranging to judge.
  @inlinable public var measuredPower: Int8? {
    switch self {
    case .iBeacon(let frame): frame.measuredPower
    case .altBeacon(let frame): frame.measuredPower
    case .eddystoneUID(let frame), .eddystoneURL(let frame), .eddystoneEID(let frame): frame.measuredPower
    default: nil
    }
  }

  /// The frame as ranging takes it; `nil` when it has no identity.
  ///
  /// - Parameter rssi: the report's. Leave out scan responses (`AdvertisingEventType.isScanResponse`).
  @inlinable public func sighting(rssi: Int8?) -> Sighting? {
    guard let identity else { return nil }
    return Sighting(identity: identity, rssi: rssi, measuredPower: measuredPower)
  }

  public var kind: FrameKind {
    switch self {
    case .iBeacon: .iBeacon
    case .altBeacon: .altBeacon
    case .eddystoneUID: .eddystoneUID
    case .eddystoneURL: .eddystoneURL
    case .eddystoneEID: .eddystoneEID
    case .eddystoneTLM: .eddystoneTLM
    case .eddystoneEncryptedTLM: .eddystoneEncryptedTLM
    case .estimoteNearable: .estimoteNearable
    case .estimoteTelemetryA: .estimoteTelemetryA
    case .estimoteTelemetryB: .estimoteTelemetryB
    case .estimoteOther: .estimoteOther
    case .unknown: .unknown
    }
  }

  @inlinable var isBeacon: Bool {
    if case .unknown = self { return false }
    return true
  }
}

/// iBeacon: manufacturer data of company 0x004C, type 0x02, length 0x15.
@frozen public struct IBeaconFrame: Sendable {
  public var identity: BeaconIdentity
  /// dBm at 1 m.
  public var measuredPower: Int8
}

/// AltBeacon: manufacturer data of any company with the code 0xBEAC.
@frozen public struct AltBeaconFrame: Sendable {
  public var identity: BeaconIdentity
  /// dBm at 1 m.
  public var measuredPower: Int8
  /// The maker's company identifier.
  public var company: UInt16
  /// The maker's own byte.
  public var manufacturerByte: UInt8
}

/// Eddystone UID, URL or EID: service data of 0xFEAA.
@frozen public struct EddystoneFrame: Sendable {
  public var identity: BeaconIdentity

  /// dBm at 0 m, as it stands in the frame (-100…+20).
  public var powerAtZero: Int8

  /// dBm at 1 m: 41 dB less than at 0 m (free space, Eddystone specification); not below -128.
  @inlinable public var measuredPower: Int8 { Int8(clamping: Int(powerAtZero) - 41) }
}

/// Eddystone-TLM, plain. It carries no identity: it belongs to the UID, URL or EID frame of the same address.
@frozen public struct EddystoneTelemetry: Sendable {
  /// Millivolts; `nil` when the beacon has no battery.
  public var battery: UInt16?
  /// 1/256 °C; `nil` when not measured (0x8000).
  public var temperature: Int16?
  /// Advertisements since power-on.
  public var advertisements: UInt32
  /// Time since power-on in tenths of a second.
  public var uptime: UInt32
}

/// Eddystone-TLM, encrypted with the identity key of its EID.
@frozen public struct EddystoneEncryptedTelemetry: Sendable {
  /// The 12 encrypted bytes, big-endian: first 8 and last 4.
  public var cipherHigh: UInt64
  public var cipherLow: UInt32
  public var salt: UInt16
  /// Message integrity check.
  public var check: UInt16
}

/// A report without a beacon frame: what its data says about its kind.
@frozen public struct UnknownFrame: Sendable {
  /// Company identifier of the first manufacturer data.
  public var company: UInt16?
  /// The first 16-bit UUID of service data or of a service list.
  public var service: UInt16?

  @inlinable public init(company: UInt16? = nil, service: UInt16? = nil) {
    self.company = company
    self.service = service
  }
}
