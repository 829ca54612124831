import Foundation

/// The site and the recording that come with the program.
enum Demo {
  static let site = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("etc/demo-site").path
  static let walk = site + "/walk.btsnoop"
  /// The beacons' UUID in beacons.json; major 1, minors 1…6.
  static let uuid = "fb43fa7b6a765b5da6656078f5b7f0ac"

  /// The first `milliseconds` of the walk.
  static func walk(first milliseconds: Int64) throws -> [UInt8] {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: walk)))
    func number(_ offset: Int, _ size: Int) -> Int64 {
      bytes[offset..<(offset + size)].reduce(0) { $0 << 8 | Int64($1) }
    }
    var offset = 16
    let start = number(offset + 16, 8)
    while offset + 24 <= bytes.count, number(offset + 16, 8) - start < milliseconds * 1_000 {
      offset += 24 + Int(number(offset + 4, 4))
    }
    return Array(bytes[..<offset])
  }
}

/// A btsnoop recording (datalink 1002, H4) put together packet by packet.
struct TestRecording {
  /// 2024-05-06T07:08:09.000Z, ms since 1970.
  static let start: Int64 = 1_714_979_289_000

  private(set) var bytes: [UInt8] = Array("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 0x03, 0xEA]
  /// Time of the next packet, ms since 1970.
  var time = TestRecording.start

  /// Adds a packet, its H4 type first.
  mutating func add(_ packet: [UInt8]) {
    let length = bigEndian(Int64(packet.count), 4)
    // The format's times begin in the year 0.
    let stamp = bigEndian((time * 1_000) &+ 0x00DC_DDB3_0F2F_8000, 8)
    bytes += length + length + [0, 0, 0, 3, 0, 0, 0, 0] + stamp + packet
  }

  /// Adds what is heard while standing still: each of the demo's beacons 1…3 in turn, one every 50 ms.
  mutating func stand(milliseconds: Int64) {
    let end = time + milliseconds
    var turn = 0
    while time < end {
      add(Self.event([Self.report(minor: UInt8(1 + turn % 3), rssi: -60 - Int8(turn % 3 * 5))]))
      turn += 1
      time += 50
    }
  }

  /// An LE Advertising Report event with the given reports.
  static func event(_ reports: [[UInt8]]) -> [UInt8] {
    let parameters = [0x02, UInt8(reports.count)] + reports.joined()
    return [0x04, 0x3E, UInt8(parameters.count)] + parameters
  }

  /// A non-connectable report of an iBeacon, major 1; of the demo site by default.
  static func report(minor: UInt8, rssi: Int8, uuid: String = Demo.uuid) -> [UInt8] {
    let digits = Array(uuid)
    let identifier = stride(from: 0, to: 32, by: 2).map { UInt8(String(digits[$0...($0 + 1)]), radix: 16) ?? 0 }
    let data = [0x02, 0x01, 0x06, 0x1A, 0xFF, 0x4C, 0x00, 0x02, 0x15] + identifier + [0, 1, 0, minor, 0xC5]
    return [0x03, 0x01, minor, 0, 1, 0, 0, 0xC0, UInt8(data.count)] + data + [UInt8(bitPattern: rssi)]
  }

  private func bigEndian(_ value: Int64, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> Int64(8 * (size - 1 - $0))) }
  }
}

/// One line of `--format jsonl`.
struct Line: Equatable {
  var topic: String
  var payload: [String: String]

  init?(_ text: String) {
    guard let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any],
      let topic = object["topic"] as? String, let payload = object["payload"] as? [String: Any]
    else { return nil }
    self.topic = topic
    self.payload = payload.mapValues { "\($0)" }
  }

  var time: Int64 { payload["timeEpoch"].flatMap { Int64($0) } ?? -1 }
}
