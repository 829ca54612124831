import CHost

/// A small file that survives restarts: replaced as a whole or not at all, whatever happens meanwhile.
///
/// Beside it lies PATH.new while it is written. Writing waits for the storage; a slow SD card takes some 100 ms, so
/// write on changes and not on a clock. Nothing here is a reason to stop: on a read-only root or a full disk the old
/// file stays and the error says so.
public struct StateFile: Sendable {
  public let path: String
  /// Bytes; a longer file is refused in both directions (EFBIG). At most 64 MB.
  public let limit: Int

  public init(path: String, limit: Int) {
    self.path = path
    self.limit = min(max(limit, 0), 1 << 26)
  }

  /// Throws "cannot keep state in PATH: Read-only file system" and the like.
  public func write(_ bytes: [UInt8]) throws(HostError) {
    let action = "keep state in"
    guard bytes.count <= limit else { throw HostError(action: action, on: path, code: 27 /* EFBIG on Linux */) }
    let result = bytes.withUnsafeBytes { bd_replace_file(path, $0.baseAddress, $0.count) }
    guard result == 0 else { throw HostError(action: action, on: path, code: -result) }
  }

  /// The file's bytes; `nil` when there is no file yet.
  public func read() throws(HostError) -> [UInt8]? {
    var count: Int64 = 0
    // One byte more tells a file that is too long from one that just fits.
    let bytes = [UInt8](unsafeUninitializedCapacity: limit + 1) { buffer, filled in
      count = bd_load_file(path, buffer.baseAddress, buffer.count)
      filled = max(Int(count), 0)
    }
    if count == -2 /* ENOENT on Linux */ { return nil }
    guard count >= 0 else { throw HostError(action: "read", on: path, code: Int32(truncatingIfNeeded: -count)) }
    guard bytes.count <= limit else { throw HostError(action: "read", on: path, code: 27) }
    return bytes
  }
}
