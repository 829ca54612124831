import Foundation

/// What it costs merely to read the packets' bytes from a file, in blocks of 64 KiB: the cheapest that any program can
/// be that looks at a recording at all.
struct ReadLoop: Stage {
  static let name = "read"
  private static let blockSize = 65_536

  private let file: TraceFile
  private var buffer = [UInt8](repeating: 0, count: blockSize)
  /// Bytes read beyond those that the advertisements asked for so far took.
  private var surplus = 0
  private let bytesPerPacket: Double
  private var rest = 0.0

  init(trace: PacketTrace) throws(Failure) {
    file = try TraceFile(trace)
    bytesPerPacket = Double(trace.bytes.count) / Double(trace.count)
  }

  mutating func run(count: Int) throws(Failure) -> UInt64 {
    rest += Double(count) * bytesPerPacket
    let wanted = Int(rest)
    rest -= Double(wanted)
    var check: UInt64 = 0
    while surplus < wanted {
      let got = try file.read(into: &buffer, count: Self.blockSize)
      surplus += got
      check &+= UInt64(buffer[0])
    }
    surplus -= wanted
    return check
  }
}

/// What it costs to read the packets one by one, as from a controller's socket: one system call each.
struct PacketReadLoop: Stage {
  static let name = "read-packet"

  private let file: TraceFile
  private let sizes: [Int]
  private var buffer: [UInt8]
  private var next = 0

  init(trace: PacketTrace) throws(Failure) {
    file = try TraceFile(trace)
    sizes = (0..<trace.count).map { trace.starts[$0 + 1] - trace.starts[$0] }
    buffer = [UInt8](repeating: 0, count: sizes.max() ?? 0)
  }

  mutating func run(count: Int) throws(Failure) -> UInt64 {
    var check: UInt64 = 0
    for _ in 0..<count {
      let got = try file.read(into: &buffer, count: sizes[next])
      check &+= UInt64(got)
      next = next + 1 < sizes.count ? next + 1 : 0
    }
    return check
  }
}

/// The packets' bytes in a file without a name, over and over; its end is followed by its start.
final class TraceFile {
  /// Beyond the caches of any processor that is measured: a long recording comes from memory.
  private static let leastSize = 64 << 20

  private let descriptor: Int32

  init(_ trace: PacketTrace) throws(Failure) {
    var template = Array("\(NSTemporaryDirectory())/bluedot-bench-XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw Self.failure("create a temporary file") }
    unlink(template)
    var size = 0
    while size < Self.leastSize {
      var written = 0
      while written < trace.bytes.count {
        let result = trace.bytes.withUnsafeBytes { bytes in
          Foundation.write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
        }
        guard result > 0 else { throw Self.failure("write a temporary file") }
        written += result
      }
      size += written
    }
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw Self.failure("rewind a temporary file") }
  }

  deinit { close(descriptor) }

  /// Reads up to `count` bytes, from the start again after the end; at least one.
  func read(into buffer: inout [UInt8], count: Int) throws(Failure) -> Int {
    let room = min(count, buffer.count)
    for _ in 0..<2 {
      let got = Foundation.read(descriptor, &buffer, room)
      if got > 0 { return got }
      guard got == 0, lseek(descriptor, 0, SEEK_SET) == 0 else { break }
    }
    throw Self.failure("read a temporary file")
  }

  private static func failure(_ action: String) -> Failure {
    .input("cannot \(action) in \(NSTemporaryDirectory()): \(String(cString: strerror(errno)))")
  }
}
