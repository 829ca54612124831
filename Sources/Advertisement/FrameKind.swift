/// The kinds of frame without their contents, for counting and naming. Raw values run from 0 without a gap.
public enum FrameKind: UInt8, Sendable {
  case iBeacon
  case altBeacon
  case eddystoneUID
  case eddystoneURL
  case eddystoneEID
  case eddystoneTLM
  case eddystoneEncryptedTLM
  case estimoteNearable
  case estimoteTelemetryA
  case estimoteTelemetryB
  case estimoteOther
  case unknown

  /// Number of kinds.
  public static var count: Int { Int(FrameKind.unknown.rawValue) + 1 }

  /// Stable name, such as "eddystone-uid".
  public var name: StaticString {
    switch self {
    case .iBeacon: "ibeacon"
    case .altBeacon: "altbeacon"
    case .eddystoneUID: "eddystone-uid"
    case .eddystoneURL: "eddystone-url"
    case .eddystoneEID: "eddystone-eid"
    case .eddystoneTLM: "eddystone-tlm"
    case .eddystoneEncryptedTLM: "eddystone-etlm"
    case .estimoteNearable: "estimote-nearable"
    case .estimoteTelemetryA: "estimote-telemetry-a"
    case .estimoteTelemetryB: "estimote-telemetry-b"
    case .estimoteOther: "estimote-other"
    case .unknown: "unknown"
    }
  }
}
