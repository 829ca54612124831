/// Why something of a packet was dropped, or could only be used in part. The names are stable: they go into telemetry.
public enum DiscardReason: UInt8, Sendable {
  // The packet and its event.
  /// Too short for an event header and a subevent code.
  case eventShort
  /// The H4 packet type is not 0x04 (event).
  case packetNotEvent
  /// Not an LE meta event: a command's answer, a disconnection …
  case eventOther
  /// An LE meta event that is no advertising report.
  case subeventOther
  /// The event states more parameter bytes than there are; dropped as a whole.
  case eventLengthMismatch
  /// Bytes after the event's stated end, or after its last report; the reports are kept.
  case eventTrailingBytes

  // The reports of an event.
  /// An advertising report event with no report.
  case noReports
  /// A report's header or data runs past the event; later reports of the event are lost.
  case reportOverrun
  /// A report that the event announces and does not hold; each one is counted.
  case reportMissing
  /// A data length beyond what the report's format allows (31 bytes legacy).
  case reportLengthInvalid
  /// A legacy event type beyond 4, which the specification reserves; only this report is lost.
  case eventTypeReserved

  // RSSI. The report is kept, without a signal strength.
  /// 127: the controller has no RSSI.
  case rssiNotAvailable
  /// -128 or +21…+126, outside the specification's range.
  case rssiInvalid

  // Fragments of extended advertising.
  /// The data status "incomplete, truncated": delivered as far as it came, the rest is lost.
  case reportTruncated
  /// The reserved data status 3; the report is dropped.
  case dataStatusReserved
  /// A fragment waited for the rest of its data too long, or its place was needed.
  case fragmentLost
  /// Fragments that together exceed the specification's 1,650 bytes; dropped.
  case fragmentOversize

  // AD structures.
  /// An AD structure runs past the data; earlier ones are kept.
  case adOverrun
  /// A length byte with nothing after it.
  case adLoneLength
  /// Bytes other than 0 after a zero length, which ends the significant part (Core Specification Vol 3 Part C, 11).
  case adAfterTermination
  /// Manufacturer or service data too short for its own company identifier or UUID.
  case adFieldShort

  // Beacon frames.
  case iBeaconShort
  case altBeaconShort
  case eddystoneShort
  /// A frame type that Eddystone reserves, or reserved bits in the type byte.
  case eddystoneReservedType
  /// A telemetry version other than 0 (plain) and 1 (encrypted).
  case eddystoneTelemetryVersion
  /// A URL with a reserved scheme or text code, or with more than 17 bytes of text.
  case eddystoneURLInvalid
  case estimoteShort
  /// A second beacon frame in one report; the first with an identity is delivered.
  case secondFrame

  /// Number of reasons.
  public static var count: Int { Int(DiscardReason.secondFrame.rawValue) + 1 }

  /// Name for telemetry and messages.
  public var name: StaticString {
    switch self {
    case .eventShort: "event-short"
    case .packetNotEvent: "packet-not-event"
    case .eventOther: "event-other"
    case .subeventOther: "subevent-other"
    case .eventLengthMismatch: "event-length-mismatch"
    case .eventTrailingBytes: "event-trailing-bytes"
    case .noReports: "no-reports"
    case .reportOverrun: "report-overrun"
    case .reportMissing: "report-missing"
    case .reportLengthInvalid: "report-length-invalid"
    case .eventTypeReserved: "event-type-reserved"
    case .rssiNotAvailable: "rssi-not-available"
    case .rssiInvalid: "rssi-invalid"
    case .reportTruncated: "report-truncated"
    case .dataStatusReserved: "data-status-reserved"
    case .fragmentLost: "fragment-lost"
    case .fragmentOversize: "fragment-oversize"
    case .adOverrun: "ad-overrun"
    case .adLoneLength: "ad-lone-length"
    case .adAfterTermination: "ad-after-termination"
    case .adFieldShort: "ad-field-short"
    case .iBeaconShort: "ibeacon-short"
    case .altBeaconShort: "altbeacon-short"
    case .eddystoneShort: "eddystone-short"
    case .eddystoneReservedType: "eddystone-reserved-type"
    case .eddystoneTelemetryVersion: "eddystone-tlm-version"
    case .eddystoneURLInvalid: "eddystone-url-invalid"
    case .estimoteShort: "estimote-short"
    case .secondFrame: "second-frame"
    }
  }
}
