// The btsnoop file format: RFC 1761's snoop with Bluetooth datalinks. All numbers are big-endian.
// Header: "btsnoop\0", version (4 bytes), datalink (4).
// Record: original length (4), included length (4), flags (4), cumulative drops (4), time (8), included bytes.

enum Btsnoop {
  static var magic: StaticString { "btsnoop\0" }
  static var version: UInt32 { 1 }
  static var headerSize: Int { 16 }
  static var recordHeaderSize: Int { 24 }

  /// Microseconds from the year 0, where the format's times begin, to 1970.
  static var epoch: Int64 { 0x00DC_DDB3_0F2F_8000 }

  /// The longest packet: ACL data with a 16-bit length, its header of 4 bytes and the packet type.
  static var longestPacket: UInt32 { 65_540 }
}

/// What the packets of a btsnoop file look like.
enum Datalink: UInt32 {
  /// "HCI un-encapsulated": no packet type; flags tell commands and events from data.
  case h1 = 1_001
  /// H4: the packet type is the first byte.
  case h4 = 1_002
  /// Linux's monitor channel, as `btmon -w` writes it: flags hold adapter and opcode; no packet type.
  case monitor = 2_001
}

/// The 24 bytes before each packet.
struct BtsnoopRecord {
  var originalLength: UInt32
  var includedLength: UInt32
  var flags: UInt32
  var drops: UInt32
  var time: Int64

  /// - Parameter bytes: at least `Btsnoop.recordHeaderSize` of them, else `nil`.
  init?(_ bytes: RawSpan) {
    guard bytes.byteCount >= Btsnoop.recordHeaderSize else { return nil }
    originalLength = bytes.bigEndian32(0)
    includedLength = bytes.bigEndian32(4)
    flags = bytes.bigEndian32(8)
    drops = bytes.bigEndian32(12)
    time = Int64(bitPattern: UInt64(bytes.bigEndian32(16)) << 32 | UInt64(bytes.bigEndian32(20)))
  }

  /// Microseconds since 1970; held at the type's ends for absurd times.
  var unixMicroseconds: Int64 {
    let (difference, overflow) = time.subtractingReportingOverflow(Btsnoop.epoch)
    return overflow ? .min : difference
  }

  /// What the record holds; `bytes` are the packet's.
  func packet(datalink: Datalink, _ bytes: RawSpan) -> RecordedPacket {
    var packet = RecordedPacket(
      microseconds: unixMicroseconds, kind: .other, isReceived: flags & 1 != 0, adapter: 0, hasPacketType: false,
      originalLength: Int(originalLength))
    switch datalink {
    case .h1:
      // Bit 0: from the controller; bit 1: a command or an event.
      packet.kind = flags & 2 == 0 ? .aclData : packet.isReceived ? .event : .command
    case .h4:
      packet.hasPacketType = true
      if let first = bytes.byteIfPresent(0) { packet.kind = PacketKind(packetType: first) }
    case .monitor:
      packet.adapter = UInt16(truncatingIfNeeded: flags >> 16)
      (packet.kind, packet.isReceived) = MonitorOpcode.kind(flags & 0xFFFF)
      if flags & 0xFFFF == MonitorOpcode.userLogging, MonitorNote.text(bytes) != nil { packet.kind = .note }
    }
    return packet
  }
}

extension RawSpan {
  /// The byte at `offset`; `nil` beyond the end.
  func byteIfPresent(_ offset: Int) -> UInt8? {
    guard offset >= 0, offset < byteCount else { return nil }
    return unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  /// Four bytes from `offset`; bytes beyond the end are 0.
  func bigEndian32(_ offset: Int) -> UInt32 {
    var value: UInt32 = 0
    for index in 0..<4 { value = value << 8 | UInt32(byteIfPresent(offset + index) ?? 0) }
    return value
  }
}
