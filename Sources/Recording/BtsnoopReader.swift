import Host

extension RecordingReader {
  /// The next record of a btsnoop file; false at its end.
  mutating func nextRecord(_ datalink: Datalink, _ visit: Visitor) throws(RecordingError) -> Bool {
    let start = file.position
    let (length, header) = try peek(Btsnoop.recordHeaderSize) { ($0.byteCount, BtsnoopRecord($0)) }
    guard length > 0 else { return false }
    guard let header else {
      throw damage(
        at: start,
        "the recording is cut: \(length) of the \(Btsnoop.recordHeaderSize) bytes of a record's header are there")
    }
    guard header.includedLength <= Btsnoop.longestPacket else {
      throw damage(
        at: start,
        "a record of \(header.includedLength) bytes; an HCI packet has at most \(Btsnoop.longestPacket), so this is no record"
      )
    }
    guard header.includedLength <= header.originalLength else {
      throw damage(
        at: start,
        "a record with \(header.includedLength) bytes of a packet of \(header.originalLength), so this is no record")
    }
    file.consume(Btsnoop.recordHeaderSize)
    let size = Int(header.includedLength)
    let available = try peek(size) { bytes in
      if bytes.byteCount == size {
        visit(header.packet(datalink: datalink, bytes), bytes)
      }
      return bytes.byteCount
    }
    guard available == size else {
      throw damage(at: start, "the recording is cut: \(available) of a packet's \(size) bytes are there")
    }
    file.consume(size)
    packetCount += 1
    recorderDrops = header.drops
    if header.includedLength < header.originalLength { truncatedCount += 1 }
    return true
  }

  private func damage(at offset: Int64, _ problem: String) -> RecordingError {
    RecordingError(path: file.path, place: .byte(offset), problem: problem)
  }

  /// `InputFile.peek` with this module's error.
  mutating func peek<Result>(_ count: Int, _ body: (RawSpan) -> Result) throws(RecordingError) -> Result {
    do {
      return try file.peek(count, body)
    } catch {
      throw RecordingError(path: file.path, error)
    }
  }
}
