import Foundation
import Host

@testable import Recording

/// The bytes of hex text; anything but hex digits is skipped.
func bytes(_ hex: String) -> [UInt8] {
  let digits = hex.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

func bigEndian(_ value: UInt64, _ size: Int) -> [UInt8] {
  (0..<size).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (size - 1 - $0))) }
}

/// A btsnoop file put together by hand.
struct Snoop {
  /// 2024-05-06 07:08:09.123456 UTC.
  static let time: Int64 = 1_714_979_289_123_456

  var bytes: [UInt8]

  init(version: UInt64 = 1, datalink: UInt64) {
    bytes = Array("btsnoop\0".utf8) + bigEndian(version, 4) + bigEndian(datalink, 4)
  }

  mutating func add(_ packet: [UInt8], original: Int? = nil, flags: UInt64, drops: UInt64 = 0, time: Int64 = Snoop.time)
  {
    bytes += bigEndian(UInt64(original ?? packet.count), 4) + bigEndian(UInt64(packet.count), 4)
    bytes += bigEndian(flags, 4) + bigEndian(drops, 4)
    bytes += bigEndian(UInt64(bitPattern: time &+ 0x00DC_DDB3_0F2F_8000), 8) + packet
  }
}

/// What came out of a recording.
struct Outcome {
  var packets: [RecordedPacket] = []
  var contents: [[UInt8]] = []
  var truncated: UInt64 = 0
  var drops: UInt32 = 0
  /// The error's text after the path; `nil` when there was none.
  var problem: String?
}

/// A file that lasts as long as `body`.
func withFile<Result>(_ content: [UInt8], _ body: (String) throws -> Result) throws -> Result {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent("bluedot-\(UUID().uuidString)").path
  try Data(content).write(to: URL(fileURLWithPath: path))
  defer { try? FileManager.default.removeItem(atPath: path) }
  return try body(path)
}

/// Reads `content` to its end or its first error.
func read(_ content: [UInt8]) throws -> Outcome {
  try withFile(content) { path in
    var outcome = Outcome()
    do {
      var reader = try RecordingReader(path: path)
      do throws(RecordingError) {
        while try reader.next({ packet, span in
          outcome.packets.append(packet)
          outcome.contents.append((0..<span.byteCount).map { span.byteIfPresent($0) ?? 0 })
        }) {}
      } catch {
        outcome.problem = String(error.message.dropFirst(path.count))
      }
      outcome.truncated = reader.truncatedCount
      outcome.drops = reader.recorderDrops
      // Nothing comes after the end or an error.
      if try reader.next({ _, _ in }) { outcome.problem = "the reader went on after its end" }
    } catch let error as RecordingError {
      outcome.problem = String(error.message.dropFirst(path.count))
    }
    return outcome
  }
}
