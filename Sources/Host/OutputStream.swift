import CHost

/// A descriptor written through a buffer; standard output and standard error.
///
/// A reader that is slow is waited for; one that takes nothing any more is given up half a second after a stop signal.
public final class OutputStream {
  private let descriptor: Int32
  private let writer: Int32
  private var buffer: [UInt8] = []
  private let capacity: Int

  /// The first error that a write met (errno, EPIPE when the reader went away); later output is dropped.
  public private(set) var failure: HostError?

  /// True when a person watches: the descriptor is a terminal.
  public let isTerminal: Bool

  public init(descriptor: Int32, capacity: Int = 32_768) {
    self.descriptor = descriptor
    self.capacity = capacity
    writer = bd_open_writer(descriptor)
    isTerminal = bd_is_terminal(descriptor) == 1
    buffer.reserveCapacity(capacity)
  }

  deinit {
    if writer != descriptor { bd_close(writer) }
  }

  public static func standardOutput() -> OutputStream { OutputStream(descriptor: 1) }
  /// Standard error is unbuffered in effect: `writeLine` flushes it.
  public static func standardError() -> OutputStream { OutputStream(descriptor: 2, capacity: 0) }

  public func write(_ text: String) {
    for byte in text.utf8 { buffer.append(byte) }
    if buffer.count >= capacity { flush() }
  }

  public func write(bytes: [UInt8]) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= capacity { flush() }
  }

  public func writeLine(_ text: String) {
    for byte in text.utf8 { buffer.append(byte) }
    buffer.append(0x0A)
    if buffer.count >= capacity { flush() }
  }

  public func flush() {
    guard !buffer.isEmpty else { return }
    defer { buffer.removeAll(keepingCapacity: true) }
    guard failure == nil else { return }
    let result = buffer.withUnsafeBytes { bytes -> Int32 in
      guard let base = bytes.baseAddress else { return 0 }
      return bd_write_all(writer, base, bytes.count)
    }
    if result < 0 { failure = HostError(action: "write the output", code: -result) }
  }
}
