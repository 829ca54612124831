import Host

/// Reads a recording of HCI packets, packet after packet, in memory of fixed size.
///
/// Two formats, told apart by the first bytes: btsnoop, as `btmon -w` and `hcidump -w` write it, and text with one
/// packet in hex on a line (`HexLine`). A packet of any kind is handed out; look at its `kind`.
public struct RecordingReader: ~Copyable {
  /// Called with a packet and its bytes, valid during the call only.
  public typealias Visitor = (_ packet: RecordedPacket, _ bytes: RawSpan) -> Void

  enum Format {
    case btsnoop(Datalink)
    case hex
  }

  public var path: String { file.path }

  /// Size of the file in bytes; `nil` for a pipe.
  public var size: Int64? { file.size }

  /// Bytes of the file read so far.
  public var position: Int64 { file.position }

  /// Packets handed out so far.
  public internal(set) var packetCount: UInt64 = 0

  /// Packets of which the recorder kept only the beginning; they were handed out all the same.
  public internal(set) var truncatedCount: UInt64 = 0

  /// Packets that the recorder says it lost, by its own count.
  public internal(set) var recorderDrops: UInt32 = 0

  let format: Format
  var file: InputFile
  /// Nothing comes any more: the end, or an error, was reached.
  var isFinished = false

  // Hex lines.
  var lineNumber = 0
  var line: [UInt8] = []
  var packet: [UInt8] = []

  /// Opens a recording and reads its header; "-" is standard input.
  public init(path: String) throws(RecordingError) {
    var input = try Self.open(path)
    format = try Self.detectFormat(&input)
    file = input
  }

  private static func open(_ path: String) throws(RecordingError) -> InputFile {
    do {
      // Room for the longest packet and its record header.
      return try InputFile(path: path, bufferSize: Int(Btsnoop.longestPacket) + 128)
    } catch {
      throw RecordingError(path: path, error)
    }
  }

  /// Hands the next packet to `visit`.
  ///
  /// - Returns: false at the end of the recording.
  /// - Throws: when the recording is damaged; the packets before were handed out, and nothing comes after.
  public mutating func next(_ visit: Visitor) throws(RecordingError) -> Bool {
    guard !isFinished else { return false }
    do {
      let found =
        switch format {
        case .btsnoop(let datalink): try nextRecord(datalink, visit)
        case .hex: try nextLine(visit)
        }
      if !found { isFinished = true }
      return found
    } catch {
      isFinished = true
      throw error
    }
  }

  private static func detectFormat(_ file: inout InputFile) throws(RecordingError) -> Format {
    let path = file.path
    let magic = Btsnoop.magic
    let (length, matched, beginning): (Int, Int, UInt32)
    do {
      (length, matched, beginning) = try file.peek(Btsnoop.headerSize) { bytes in
        var matched = 0
        while matched < magic.utf8CodeUnitCount, bytes.byteIfPresent(matched) == magic.utf8Start[matched] {
          matched += 1
        }
        return (bytes.byteCount, matched, bytes.bigEndian32(0))
      }
    } catch {
      throw RecordingError(path: path, error)
    }
    guard length > 0 else {
      throw RecordingError(
        path: path, place: .file, problem: "the file is empty; expected a btsnoop recording or packets as hex lines")
    }
    if matched == magic.utf8CodeUnitCount || matched == length {
      return .btsnoop(try readHeader(&file))
    }
    if let name = foreignFormat(beginning) {
      throw RecordingError(
        path: path, place: .byte(0),
        problem: "this is a \(name) file; expected a btsnoop recording (btmon -w, hcidump -w) or packets as hex lines")
    }
    return .hex
  }

  /// Formats that people take for btsnoop, by their first four bytes.
  private static func foreignFormat(_ beginning: UInt32) -> String? {
    switch beginning {
    case 0xA1B2_C3D4, 0xD4C3_B2A1, 0xA1B2_3C4D, 0x4D3C_B2A1: "pcap"
    case 0x0A0D_0D0A: "pcapng"
    case 0x736E_6F6F: "snoop"
    case _ where beginning >> 16 == 0x1F8B: "gzip"
    case 0x504B_0304: "zip"
    default: nil
    }
  }

  private static func readHeader(_ file: inout InputFile) throws(RecordingError) -> Datalink {
    let path = file.path
    let (length, version, code): (Int, UInt32, UInt32)
    do {
      (length, version, code) = try file.peek(Btsnoop.headerSize) { bytes in
        (bytes.byteCount, bytes.bigEndian32(8), bytes.bigEndian32(12))
      }
    } catch {
      throw RecordingError(path: path, error)
    }
    guard length == Btsnoop.headerSize else {
      throw RecordingError(
        path: path, place: .byte(Int64(length)),
        problem: "the file ends inside the btsnoop header, which has \(Btsnoop.headerSize) bytes")
    }
    guard version == Btsnoop.version else {
      throw RecordingError(
        path: path, place: .byte(8), problem: "btsnoop version \(version); only version 1 is known")
    }
    guard let datalink = Datalink(rawValue: code) else {
      throw RecordingError(
        path: path, place: .byte(12),
        problem: "btsnoop datalink \(code); expected 1001 (HCI), 1002 (H4) or 2001 (Linux monitor)")
    }
    file.consume(Btsnoop.headerSize)
    return datalink
  }
}
