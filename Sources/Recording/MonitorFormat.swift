// Linux's monitor channel as btsnoop keeps it, datalink 2001 (BlueZ, doc/btsnoop.txt and src/shared/btsnoop.h): the flags
// hold the adapter's index in the high and an opcode in the low half; packets come without their packet type.

/// What a record of the monitor channel is.
enum MonitorOpcode {
  /// An adapter appeared: type (1), bus (1), address (6, least significant byte first), name (8).
  static var newIndex: UInt32 { 0 }
  static var command: UInt32 { 2 }
  static var event: UInt32 { 3 }
  /// An adapter was opened; no content.
  static var openIndex: UInt32 { 8 }
  /// A program's line for the log; see `MonitorNote`.
  static var userLogging: UInt32 { 13 }

  /// The adapter's index in records that belong to none (HCI_DEV_NONE).
  static var noAdapter: UInt16 { 0xFFFF }

  /// The longest packet that btmon takes (BTSNOOP_MAX_PACKET_SIZE); events and commands are far shorter.
  static var longestPacket: Int { 1_490 }

  static func kind(_ opcode: UInt32) -> (PacketKind, isReceived: Bool) {
    switch opcode {
    case command: (.command, false)
    case event: (.event, true)
    case 4: (.aclData, false)
    case 5: (.aclData, true)
    case 6: (.scoData, false)
    case 7: (.scoData, true)
    case 18: (.isoData, false)
    case 19: (.isoData, true)
    default: (.other, true)
    }
  }

  /// The opcode of a packet; `nil` for what the channel has no opcode for.
  static func opcode(_ kind: PacketKind, isReceived: Bool) -> UInt32? {
    switch kind {
    case .command: command
    case .event: event
    case .aclData: isReceived ? 5 : 4
    case .scoData: isReceived ? 7 : 6
    case .isoData: isReceived ? 19 : 18
    case .other, .note: nil
    }
  }
}

/// A "User Logging" record: priority (1), length of the ident with its NUL (1), ident, text with its NUL.
enum MonitorNote {
  /// Whose records are ours.
  private static var ident: StaticString { "bluedot\0" }
  /// LOG_INFO of syslog.
  private static var priority: UInt8 { 6 }
  private static var headerSize: Int { 2 + ident.utf8CodeUnitCount }

  /// Where the text of one of our notes stands in the record; `nil` for records of others.
  static func text(_ record: RawSpan) -> Range<Int>? {
    guard record.byteCount >= headerSize, record.byteIfPresent(1) == UInt8(ident.utf8CodeUnitCount) else { return nil }
    for index in 0..<ident.utf8CodeUnitCount where record.byteIfPresent(2 + index) != ident.utf8Start[index] {
      return nil
    }
    var end = headerSize
    while let byte = record.byteIfPresent(end), byte != 0 { end += 1 }
    return headerSize..<end
  }

  static func record(_ text: String) -> [UInt8] {
    var bytes = [priority, UInt8(ident.utf8CodeUnitCount)]
    for index in 0..<ident.utf8CodeUnitCount { bytes.append(ident.utf8Start[index]) }
    for byte in text.utf8 { bytes.append(byte) }
    bytes.append(0)
    return bytes
  }
}

extension [UInt8] {
  /// Appends a file's header.
  mutating func appendBtsnoopHeader(_ datalink: Datalink) {
    for index in 0..<Btsnoop.magic.utf8CodeUnitCount { append(Btsnoop.magic.utf8Start[index]) }
    appendBigEndian(UInt64(Btsnoop.version), size: 4)
    appendBigEndian(UInt64(datalink.rawValue), size: 4)
  }

  /// Appends a record's header.
  ///
  /// - Parameters:
  ///   - size: bytes of the packet that follows.
  ///   - unixMicroseconds: since 1970; held at the format's end for absurd times.
  mutating func appendBtsnoopRecordHeader(size: Int, flags: UInt32, drops: UInt32, unixMicroseconds: Int64) {
    let (time, overflow) = unixMicroseconds.addingReportingOverflow(Btsnoop.epoch)
    for _ in 0..<2 { appendBigEndian(UInt64(truncatingIfNeeded: size), size: 4) }
    appendBigEndian(UInt64(flags), size: 4)
    appendBigEndian(UInt64(drops), size: 4)
    appendBigEndian(UInt64(bitPattern: overflow ? .max : time), size: 8)
  }

  private mutating func appendBigEndian(_ value: UInt64, size: Int) {
    for index in 0..<size { append(UInt8(truncatingIfNeeded: value >> UInt64(8 * (size - 1 - index)))) }
  }
}
