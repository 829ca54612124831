import CHost
import CLines
import Host

/// A small file of sysfs that is read over and over.
final class Attribute {
  let path: String
  private let descriptor: Int32

  init(path: String) throws(HostError) {
    self.path = path
    descriptor = bd_attribute_open(path)
    guard descriptor >= 0 else { throw HostError(action: "open \(path)", code: -descriptor) }
  }

  deinit { bd_close(descriptor) }

  /// Reads the file from its beginning into `buffer`; returns how many bytes there were. Allocates nothing.
  func read(into buffer: inout [UInt8]) throws(HostError) -> Int {
    let count = buffer.withUnsafeMutableBytes { bytes -> Int64 in
      guard let base = bytes.baseAddress else { return 0 }
      return bd_attribute_read(descriptor, base, bytes.count)
    }
    guard count >= 0 else { throw HostError(action: "read \(path)", code: Int32(truncatingIfNeeded: -count)) }
    return Int(count)
  }
}

/// Numbers as the kernel prints them.
enum DecimalText {
  /// A number with `fractionDigits` digits kept after the point (more are cut off), as a whole number of those; `nil`
  /// for anything else than a number with white space around it, or one beyond ±10^15 of its last digit.
  static func parse(_ bytes: ArraySlice<UInt8>, fractionDigits: Int) -> Int64? {
    var rest = bytes[...]
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }
    while let first = rest.first, isSpace(first) { rest.removeFirst() }
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    let isNegative = rest.first == 0x2D
    if isNegative { rest.removeFirst() }
    var value: Int64 = 0
    var digits = 0
    var decimals: Int?
    for byte in rest {
      if byte == 0x2E && decimals == nil {
        decimals = 0
        continue
      }
      guard byte >= 0x30 && byte <= 0x39 else { return nil }
      digits += 1
      if let count = decimals {
        guard count < fractionDigits else { continue }
        decimals = count + 1
      }
      value = value * 10 + Int64(byte - 0x30)
      guard value <= limit else { return nil }
    }
    guard digits > 0 else { return nil }
    for _ in (decimals ?? 0)..<max(fractionDigits, decimals ?? 0) {
      value *= 10
      guard value <= limit else { return nil }
    }
    return isNegative ? -value : value
  }

  private static let limit: Int64 = 1_000_000_000_000_000
}
