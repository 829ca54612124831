import Host

extension RecordingReader {
  /// Longest line in bytes: an HCI event has at most 258 bytes, so this is ample room for spaces and comments.
  static var longestLine: Int { 65_536 }

  /// The packet of the next line that holds one; false at the end.
  mutating func nextLine(_ visit: Visitor) throws(RecordingError) -> Bool {
    while try readLine() {
      switch HexLine.read(line, into: &packet) {
      case .empty:
        continue
      case .packet:
        let kind = PacketKind(packetType: packet[0])
        visit(
          RecordedPacket(
            microseconds: nil, kind: kind, isReceived: kind != .command, adapter: 0, hasPacketType: true,
            originalLength: packet.count),
          packet.span.bytes)
        packetCount += 1
        return true
      case .wrong(let column, let problem):
        throw RecordingError(path: file.path, place: .line(lineNumber, column: column), problem: problem)
      }
    }
    return false
  }

  /// Reads a line into `line`, without its end; false when there is none.
  private mutating func readLine() throws(RecordingError) -> Bool {
    // The line is filled outside `self`, whose file is being read meanwhile; the swap keeps its memory.
    var bytes: [UInt8] = []
    swap(&bytes, &line)
    bytes.removeAll(keepingCapacity: true)
    defer { swap(&bytes, &line) }
    var window = 512
    while true {
      let (available, isComplete) = try peek(window) { span in
        var offset = bytes.count
        while let byte = span.byteIfPresent(offset) {
          if byte == 0x0A { return (span.byteCount, true) }
          bytes.append(byte)
          offset += 1
        }
        return (span.byteCount, false)
      }
      if isComplete || available < window {
        if !isComplete && bytes.isEmpty { return false }
        file.consume(bytes.count + (isComplete ? 1 : 0))
        lineNumber += 1
        return true
      }
      guard window < Self.longestLine else {
        throw RecordingError(
          path: file.path, place: .line(lineNumber + 1, column: Self.longestLine),
          problem: "a line of more than \(Self.longestLine) bytes; expected one HCI packet in hex")
      }
      window = min(window * 2, Self.longestLine)
    }
  }
}
