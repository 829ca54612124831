import Host

/// Writes HCI packets as a btsnoop recording (datalink 1002, H4) that `RecordingReader`, btmon and Wireshark read.
public struct BtsnoopWriter {
  private let stream: OutputStream

  /// Writes the header at once. Flush the stream at the end, and look at its `failure`.
  public init(_ stream: OutputStream) {
    self.stream = stream
    var header: [UInt8] = []
    for index in 0..<Btsnoop.magic.utf8CodeUnitCount { header.append(Btsnoop.magic.utf8Start[index]) }
    append(UInt64(Btsnoop.version), size: 4, to: &header)
    append(UInt64(Datalink.h4.rawValue), size: 4, to: &header)
    stream.write(bytes: header)
  }

  /// Writes one packet.
  ///
  /// - Parameters:
  ///   - packet: a whole packet, the H4 packet type first.
  ///   - microseconds: since 1970 (UTC).
  ///   - isReceived: true from the controller.
  ///   - drops: packets lost so far, for the format's own count.
  /// - Returns: false, and nothing is written, when the packet is longer than any HCI packet.
  @discardableResult
  public func write(_ packet: RawSpan, microseconds: Int64, isReceived: Bool, drops: UInt32 = 0) -> Bool {
    guard packet.byteCount <= Int(Btsnoop.longestPacket) else { return false }
    let kind = PacketKind(packetType: packet.byteIfPresent(0) ?? 0)
    let flags: UInt64 = (isReceived ? 1 : 0) | (kind == .command || kind == .event ? 2 : 0)
    let (time, overflow) = microseconds.addingReportingOverflow(Btsnoop.epoch)
    var record: [UInt8] = []
    record.reserveCapacity(Btsnoop.recordHeaderSize + packet.byteCount)
    append(UInt64(packet.byteCount), size: 4, to: &record)
    append(UInt64(packet.byteCount), size: 4, to: &record)
    append(flags, size: 4, to: &record)
    append(UInt64(drops), size: 4, to: &record)
    append(UInt64(bitPattern: overflow ? .max : time), size: 8, to: &record)
    for offset in 0..<packet.byteCount { record.append(packet.byteIfPresent(offset) ?? 0) }
    stream.write(bytes: record)
    return true
  }

  private func append(_ value: UInt64, size: Int, to bytes: inout [UInt8]) {
    for index in 0..<size {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * (size - 1 - index))))
    }
  }
}
