import Foundation

@testable import Advertisement

/// The bytes of hex text; anything but hex digits is skipped.
func bytes(_ hex: String) -> [UInt8] {
  let digits = hex.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

/// One report as the parser handed it out.
struct Seen {
  var report: AdvertisingReport
  var frame: Frame
  var data: [UInt8]
  var sighting: Sighting? { frame.sighting(rssi: report.rssi) }
}

/// A parser with what it handed out so far.
final class Listener {
  private var parser = EventParser()
  private(set) var seen: [Seen] = []

  var discards: DiscardCounts { parser.discards }

  /// Every discard by name.
  var counts: [String: Int] {
    var list: [String: Int] = [:]
    parser.discards.forEach { reason, count in list["\(reason.name)"] = Int(count) }
    return list
  }

  /// Reads a packet; the reports of this packet alone.
  @discardableResult
  func hear(_ packet: [UInt8], hasPacketType: Bool = true, adapter: UInt16 = 0) -> [Seen] {
    var list: [Seen] = []
    let count = parser.parse(packet: packet.span.bytes, hasPacketType: hasPacketType, adapter: adapter) {
      report, frame, data in
      var copy: [UInt8] = []
      for offset in data.byteOffsets { copy.append(data.byte(offset)) }
      list.append(Seen(report: report, frame: frame, data: copy))
    }
    precondition(count == list.count)
    seen += list
    return list
  }
}

/// The packet of a vector in Tests/Vectors/hci-vectors.txt.
func vector(_ name: String) throws -> [UInt8] {
  let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Vectors/hci-vectors.txt")
  let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
  guard let label = lines.firstIndex(where: { $0.hasPrefix(name + " ") }), label + 1 < lines.count else {
    throw CocoaError(.fileReadNoSuchFile)
  }
  return bytes(String(lines[label + 1]))
}

/// A legacy event with one report.
func legacyEvent(type: UInt8 = 3, _ data: [UInt8], rssi: Int8 = -64) -> [UInt8] {
  let body: [UInt8] =
    [0x02, 1, type, 0x01, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11, UInt8(data.count)] + data + [UInt8(bitPattern: rssi)]
  return [0x04, 0x3E, UInt8(body.count)] + body
}

/// A report of an extended event.
struct ExtendedReport {
  var type: UInt16 = 0
  var addressType: UInt8 = 1
  var address: UInt64 = 0x1122_3344_5566
  var primary: UInt8 = 1
  var secondary: UInt8 = 2
  var set: UInt8 = 3
  var power: Int8 = 127
  var rssi: Int8 = -70
  var data: [UInt8] = []

  var bytes: [UInt8] {
    var list = [UInt8(type & 0xFF), UInt8(type >> 8), addressType]
    for shift in 0..<6 { list.append(UInt8(truncatingIfNeeded: address >> UInt64(8 * shift))) }
    list += [primary, secondary, set, UInt8(bitPattern: power), UInt8(bitPattern: rssi), 0, 0, 0]
    list += [0, 0, 0, 0, 0, 0, UInt8(data.count)]
    return list + data
  }
}

func extendedEvent(_ reports: ExtendedReport...) -> [UInt8] {
  let body = [0x0D, UInt8(reports.count)] + reports.flatMap(\.bytes)
  return [0x04, 0x3E, UInt8(body.count)] + body
}

/// AD structures: flags and the iBeacon of vector V01 with another minor and power.
func iBeaconData(minor: UInt16 = 0x0102, power: UInt8 = 0xC5) -> [UInt8] {
  bytes("0201061aff4c000215e2c56db5dffb48d2b060d0f5a71096e0a130") + [UInt8(minor >> 8), UInt8(minor & 0xFF), power]
}

/// Service data of 0xFEAA around an Eddystone frame.
func eddystoneData(_ frame: String) -> [UInt8] {
  let body = bytes(frame)
  return bytes("0201060303aafe") + [UInt8(body.count + 3), 0x16, 0xAA, 0xFE] + body
}
