/// Reads HCI events and hands out each advertising report with its beacon frame.
///
/// It takes LE Advertising Report (subevent 0x02) and LE Extended Advertising Report (0x0D) events; everything else,
/// and every piece that can't be used, is counted in `discards`. Any bytes may be given; state is of fixed size.
public struct EventParser: ~Copyable {
  /// Called for each report: the report, its beacon frame, and its advertising data, valid during the call only.
  public typealias Visitor = (_ report: AdvertisingReport, _ frame: Frame, _ data: RawSpan) -> Void

  public private(set) var discards = DiscardCounts()

  private var fragments = FragmentStore()
  private var extendedReports: UInt32 = 0

  public init() {}

  /// Reads one HCI packet.
  ///
  /// - Parameters:
  ///   - packet: a whole packet.
  ///   - hasPacketType: true when it begins with the H4 packet type, as a raw HCI socket delivers it (0x04 for an
  ///     event); false when it begins with the event code.
  ///   - adapter: who heard it, so that fragments which two adapters hear of one advertiser are not joined.
  /// - Returns: the number of reports handed to `visit`.
  @discardableResult
  public mutating func parse(
    packet: RawSpan, hasPacketType: Bool, adapter: UInt16 = 0, _ visit: Visitor
  ) -> Int {
    let header = hasPacketType ? 1 : 0
    if hasPacketType, packet.byteCount > 0, packet.byte(0) != HCI.eventPacket {
      discards.count(.packetNotEvent, at: 0)
      return 0
    }
    guard packet.byteCount >= header + 2 else {
      discards.count(.eventShort, at: 0)
      return 0
    }
    guard packet.byte(header) == HCI.metaEvent else {
      discards.count(.eventOther, at: header)
      return 0
    }
    let length = Int(packet.byte(header + 1))
    let start = header + 2
    guard length <= packet.byteCount - start else {
      discards.count(.eventLengthMismatch, at: header + 1)
      return 0
    }
    guard length >= 2 else {
      discards.count(.eventShort, at: header)
      return 0
    }
    let end = start + length
    if end < packet.byteCount { discards.count(.eventTrailingBytes, at: end) }
    switch packet.byte(start) {
    case HCI.advertisingReport:
      return parseLegacy(packet.extracting(first: end), from: start + 1, visit)
    case HCI.extendedAdvertisingReport:
      return parseExtended(packet.extracting(first: end), from: start + 1, adapter: adapter, visit)
    default:
      discards.count(.subeventOther, at: start)
      return 0
    }
  }

  /// Event_Type (1), Address_Type (1), Address (6), Data_Length (1), Data, RSSI (1); report after report.
  ///
  /// - Parameters:
  ///   - event: the packet up to the event's end.
  ///   - first: offset of Num_Reports.
  private mutating func parseLegacy(_ event: RawSpan, from first: Int, _ visit: Visitor) -> Int {
    let count = Int(event.byte(first))
    var offset = first + 1
    var visited = 0
    var index = 0
    while index < count {
      let available = event.byteCount - offset
      if available == 0 { break }
      let dataLength = Int(event.byte(offset + 8))
      guard available >= HCI.legacyHeader, available >= HCI.legacyHeader + dataLength else {
        discards.count(.reportOverrun, at: offset)
        offset = event.byteCount
        index += 1
        break
      }
      guard dataLength <= HCI.legacyDataLimit else {
        discards.count(.reportLengthInvalid, at: offset)
        offset = event.byteCount
        index += 1
        break
      }
      let dataStart = offset + 9
      let next = dataStart + dataLength + 1
      index += 1
      defer { offset = next }
      guard let eventType = AdvertisingEventType(legacy: event.byte(offset)) else {
        discards.count(.eventTypeReserved, at: offset)
        continue
      }
      let data = event.extracting(dataStart..<(dataStart + dataLength))
      let report = AdvertisingReport(
        eventType: eventType, addressType: AddressType(code: event.byte(offset + 1)),
        address: event.deviceAddress(offset + 2), rssi: signalStrength(event, at: next - 1), primaryPHY: .le1M,
        secondaryPHY: .none, advertisingSet: nil, transmitPower: nil, isTruncated: false)
      visit(report, readFrame(in: data, base: dataStart, discards: &discards), data)
      visited += 1
    }
    countRemainder(event, at: offset, announced: count, seen: index)
    return visited
  }

  /// Event_Type (2), Address_Type (1), Address (6), Primary_PHY (1), Secondary_PHY (1), Advertising_SID (1),
  /// TX_Power (1), RSSI (1), Periodic_Advertising_Interval (2), Direct_Address_Type (1), Direct_Address (6),
  /// Data_Length (1), Data; report after report.
  private mutating func parseExtended(
    _ event: RawSpan, from first: Int, adapter: UInt16, _ visit: Visitor
  ) -> Int {
    let count = Int(event.byte(first))
    var offset = first + 1
    var visited = 0
    var index = 0
    while index < count {
      let available = event.byteCount - offset
      if available == 0 { break }
      let dataLength = Int(event.byte(offset + 23))
      index += 1
      guard available >= HCI.extendedHeader, available >= HCI.extendedHeader + dataLength else {
        discards.count(.reportOverrun, at: offset)
        offset = event.byteCount
        break
      }
      let dataStart = offset + HCI.extendedHeader
      let data = event.extracting(dataStart..<(dataStart + dataLength))
      if visitExtended(event, at: offset, data: data, adapter: adapter, visit) { visited += 1 }
      offset = dataStart + dataLength
    }
    countRemainder(event, at: offset, announced: count, seen: index)
    return visited
  }

  /// One extended report, whose header and `data` lie within `event`. True when it was handed out.
  private mutating func visitExtended(
    _ event: RawSpan, at offset: Int, data: RawSpan, adapter: UInt16, _ visit: Visitor
  ) -> Bool {
    extendedReports &+= 1
    let type = event.littleEndian16(offset)
    let addressCode = event.byte(offset + 2)
    let setCode = event.byte(offset + 11)
    let eventType = AdvertisingEventType(rawValue: UInt8(truncatingIfNeeded: type))
    let status = (type >> 5) & 0x03
    guard status != HCI.dataStatusReserved else {
      discards.count(.dataStatusReserved, at: offset)
      return false
    }
    let isTruncated = status == HCI.dataStatusTruncated
    if isTruncated { discards.count(.reportTruncated, at: offset) }

    var joined: Int?
    if status == HCI.dataStatusMore || !fragments.isEmpty {
      let key = FragmentStore.Key(
        address: event.deviceAddress(offset + 3), adapter: adapter, addressCode: addressCode,
        advertisingSet: setCode, isScanResponse: eventType.isScanResponse)
      let found = fragments.find(key, now: extendedReports, discards: &discards, place: offset)
      if found != nil || status == HCI.dataStatusMore {
        joined = fragments.append(
          data, to: found, key: key, now: extendedReports, discards: &discards, place: offset)
        if status == HCI.dataStatusMore { return false }
        guard joined != nil else {
          // Too long: counted when it grew too long, and its end frees the place.
          if let found { fragments.free(found) }
          return false
        }
      }
    }

    let transmitPower = event.signedByte(offset + 12)
    let report = AdvertisingReport(
      eventType: eventType, addressType: AddressType(code: addressCode),
      address: addressCode == AddressType.anonymous.rawValue ? 0 : event.deviceAddress(offset + 3),
      rssi: signalStrength(event, at: offset + 13), primaryPHY: PHY(code: event.byte(offset + 9)),
      secondaryPHY: PHY(code: event.byte(offset + 10)), advertisingSet: setCode <= 0x0F ? setCode : nil,
      transmitPower: HCI.isSignalLevel(transmitPower) ? transmitPower : nil, isTruncated: isTruncated)
    guard let joined else {
      let base = offset + HCI.extendedHeader
      visit(report, readFrame(in: data, base: base, discards: &discards), data)
      return true
    }
    // Freed first, for the borrow of its bytes lasts to the end; nothing writes to them before.
    let range = fragments.range(joined)
    fragments.free(joined)
    let whole = fragments.bytes.span.bytes.extracting(range)
    visit(report, readFrame(in: whole, base: 0, discards: &discards), whole)
    return true
  }

  private mutating func signalStrength(_ event: RawSpan, at offset: Int) -> Int8? {
    let value = event.signedByte(offset)
    if HCI.isSignalLevel(value) { return value }
    discards.count(value == HCI.levelNotAvailable ? .rssiNotAvailable : .rssiInvalid, at: offset)
    return nil
  }

  /// Reports that were announced and did not come, or bytes that belong to none.
  private mutating func countRemainder(_ event: RawSpan, at offset: Int, announced: Int, seen: Int) {
    if announced == 0 {
      discards.count(.noReports, at: offset - 1)
    } else if seen < announced {
      discards.count(.reportMissing, at: offset, times: announced - seen)
    }
    if offset < event.byteCount { discards.count(.eventTrailingBytes, at: offset) }
  }
}

/// Codes and sizes of HCI (Core Specification Vol 4 Parts A and E).
private enum HCI {
  static var eventPacket: UInt8 { 0x04 }
  static var metaEvent: UInt8 { 0x3E }
  static var advertisingReport: UInt8 { 0x02 }
  static var extendedAdvertisingReport: UInt8 { 0x0D }

  /// Bytes of a legacy report beside its data.
  static var legacyHeader: Int { 10 }
  /// Bytes of data in a legacy PDU.
  static var legacyDataLimit: Int { 31 }
  /// Bytes of an extended report before its data.
  static var extendedHeader: Int { 24 }

  static var dataStatusMore: UInt16 { 1 }
  static var dataStatusTruncated: UInt16 { 2 }
  static var dataStatusReserved: UInt16 { 3 }

  static var levelNotAvailable: Int8 { 127 }

  /// RSSI and transmit power lie in -127…+20 dBm.
  static func isSignalLevel(_ value: Int8) -> Bool { value >= -127 && value <= 20 }
}
