import CHost

/// A file (or standard input) read in one pass through a buffer of fixed size, whatever the file's size.
public struct InputFile: ~Copyable {
  public let path: String
  /// Size in bytes; `nil` for a pipe or a terminal.
  public let size: Int64?
  /// Bytes handed out so far.
  public private(set) var position: Int64 = 0

  private let descriptor: Int32
  private var buffer: [UInt8]
  private var start = 0
  private var end = 0

  /// Opens `path` for reading; "-" is standard input.
  public init(path: String, bufferSize: Int = 65_536) throws(HostError) {
    self.path = path
    descriptor = path == "-" ? 0 : bd_open_read(path)
    guard descriptor >= 0 else { throw HostError(action: "open", on: path, code: -descriptor) }
    let bytes = bd_file_size(descriptor)
    size = bytes < 0 ? nil : bytes
    buffer = [UInt8](repeating: 0, count: bufferSize)
  }

  deinit {
    if descriptor > 0 { bd_close(descriptor) }
  }

  /// Makes up to `count` bytes available (fewer only at the end of the file) and passes them to `body` without a copy.
  ///
  /// The bytes stay unread until `consume(_:)`. `count` beyond the buffer's size is limited to it.
  public mutating func peek<Result>(
    _ count: Int, _ body: (RawSpan) -> Result
  ) throws(HostError) -> Result {
    try fill(min(count, buffer.count))
    let available = min(end - start, count)
    return body(buffer.span.extracting(start..<(start + available)).bytes)
  }

  /// Marks up to `count` of the bytes just peeked as read.
  public mutating func consume(_ count: Int) {
    let step = min(max(count, 0), end - start)
    start += step
    position += Int64(step)
  }

  private mutating func fill(_ count: Int) throws(HostError) {
    guard end - start < count else { return }
    if start > 0 {
      for index in 0..<(end - start) { buffer[index] = buffer[start + index] }
      end -= start
      start = 0
    }
    while end < count {
      let room = buffer.count - end
      let offset = end
      let result = buffer.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return Int64(0) }
        return bd_read(descriptor, base + offset, room)
      }
      guard result >= 0 else { throw HostError(action: "read", on: path, code: Int32(truncatingIfNeeded: -result)) }
      if result == 0 { return }
      end += Int(result)
    }
  }
}

/// Reads a whole file into memory, refusing more than `limit` bytes (errno EFBIG).
public func readWholeFile(path: String, limit: Int = 64 << 20) throws(HostError) -> [UInt8] {
  var file = try InputFile(path: path)
  var bytes: [UInt8] = []
  if let size = file.size { bytes.reserveCapacity(Int(min(size, Int64(limit)))) }
  while true {
    let count = try file.peek(65_536) { (span: RawSpan) -> Int in
      for index in span.byteOffsets { bytes.append(span.unsafeLoad(fromByteOffset: index, as: UInt8.self)) }
      return span.byteCount
    }
    if count == 0 { return bytes }
    file.consume(count)
    guard bytes.count <= limit else { throw HostError(action: "read", on: path, code: 27 /* EFBIG on Linux */) }
  }
}
