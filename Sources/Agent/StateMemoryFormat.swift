import FixedPoint
import Regions

/// Why bytes are no memory.
public enum StateMemoryError: Error, Equatable, Sendable {
  /// Not the size that the number of entries asks for: cut off, or grown.
  case size(found: Int, expected: Int)
  /// Does not begin with the format's name.
  case foreign
  /// Written by another version of the program.
  case version(found: UInt8)
  /// The bytes were changed since they were written.
  case checksum
  /// A value that this program never writes.
  case value(offset: Int)

  /// For people; the caller puts the file's name before it and says that it starts without.
  public var message: String {
    switch self {
    case .size(let found, let expected): "\(found) bytes, expected \(expected): it was not written to its end"
    case .foreign: "this is no state of bluedot: it does not begin with \"BDST\""
    case .version(let found): "written in version \(found) of the format; this program reads \(StateMemory.version)"
    case .checksum: "the checksum does not match: the file is damaged"
    case .value(let offset): "an impossible value at byte \(offset)"
    }
  }
}

// All numbers are big-endian.
//
//   0   4  "BDST"
//   4   1  version
//   5   1  1 when the wall time is known
//   6   2  number of entries
//   8  16  boot id
//   24  8  time since boot, ms
//   32  8  Unix time, ms; 0 when unknown
//   40 42n entries: kind 1, presence 1, high 8, low 8, tail 4, low mask 8, tail mask 4, duration 8 (ms)
//      4  CRC-32 of all bytes before (IEEE 802.3)
extension StateMemory {
  static let version: UInt8 = 1
  private static let name: [UInt8] = [0x42, 0x44, 0x53, 0x54]
  private static let headerSize = 40
  private static let entrySize = 42
  private static let checksumSize = 4

  /// The memory as bytes for a file: 44 and 42 for each region, 65,535 regions at most.
  public func encode() -> [UInt8] {
    let kept = entries.prefix(Int(UInt16.max))
    var writer = ByteWriter(capacity: Self.headerSize + kept.count * Self.entrySize + Self.checksumSize)
    for byte in Self.name { writer.append(byte) }
    writer.append(Self.version)
    writer.append(moment.wallTime == nil ? 0 as UInt8 : 1)
    writer.append(UInt16(truncatingIfNeeded: kept.count))
    writer.append(moment.bootHigh)
    writer.append(moment.bootLow)
    writer.append(moment.time)
    writer.append(moment.wallTime ?? 0)
    for entry in kept {
      writer.append(entry.region.kind.rawValue)
      writer.append(entry.presence.rawValue)
      writer.append(entry.region.high)
      writer.append(entry.region.low)
      writer.append(entry.region.tail)
      writer.append(entry.region.lowMask)
      writer.append(entry.region.tailMask)
      writer.append(entry.duration)
    }
    writer.append(crc32(writer.bytes[...]))
    return writer.bytes
  }

  /// Reads what `encode` wrote; whatever else the bytes are, an error says so.
  public static func decode(_ bytes: [UInt8]) throws(StateMemoryError) -> StateMemory {
    let least = headerSize + checksumSize
    guard bytes.count >= least else {
      guard bytes.starts(with: name.prefix(bytes.count)) else { throw .foreign }
      throw .size(found: bytes.count, expected: least)
    }
    guard bytes.starts(with: name) else { throw .foreign }
    guard bytes[4] == version else { throw .version(found: bytes[4]) }
    var reader = ByteReader(bytes: bytes, offset: 5)
    let isWallTimeKnown: UInt8 = reader.next()
    let count: UInt16 = reader.next()
    let expected = least + Int(count) * entrySize
    guard bytes.count == expected else { throw .size(found: bytes.count, expected: expected) }
    var check = ByteReader(bytes: bytes, offset: bytes.count - checksumSize)
    guard crc32(bytes.dropLast(checksumSize)) == check.next() as UInt32 else { throw .checksum }
    guard isWallTimeKnown <= 1 else { throw .value(offset: 5) }
    let (high, low, time): (UInt64, UInt64, Milliseconds) = (reader.next(), reader.next(), reader.next())
    let wallTime: Milliseconds = reader.next()
    guard isWallTimeKnown == 1 || wallTime == 0 else { throw .value(offset: 32) }
    let moment = Moment(
      bootHigh: high, bootLow: low, time: time, wallTime: isWallTimeKnown == 1 ? wallTime : nil)
    var entries: [Entry] = []
    entries.reserveCapacity(Int(count))
    for _ in 0..<count { entries.append(try entry(&reader)) }
    return StateMemory(moment: moment, entries: entries)
  }

  private static func entry(_ reader: inout ByteReader) throws(StateMemoryError) -> Entry {
    let start = reader.offset
    guard let kind = Region.Kind(rawValue: reader.next()) else { throw .value(offset: start) }
    guard let presence = RegionState.Presence(rawValue: reader.next()) else { throw .value(offset: start + 1) }
    var region = Region(uuidHigh: reader.next(), uuidLow: reader.next())
    region.kind = kind
    region.tail = reader.next()
    region.lowMask = reader.next()
    region.tailMask = reader.next()
    let duration: Milliseconds = reader.next()
    guard duration >= 0 else { throw .value(offset: reader.offset - 8) }
    return Entry(region: region, presence: presence, duration: duration)
  }
}

/// CRC-32 of IEEE 802.3 (reflected polynomial 0xEDB88320); bit by bit, since it is worked out once in minutes.
package func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
  var check = UInt32.max
  for byte in bytes {
    check ^= UInt32(byte)
    for _ in 0..<8 { check = check & 1 == 1 ? check >> 1 ^ 0xEDB8_8320 : check >> 1 }
  }
  return ~check
}

private struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    var shift = Number.bitWidth
    while shift > 0 {
      shift -= 8
      bytes.append(UInt8(truncatingIfNeeded: number >> Number(truncatingIfNeeded: shift)))
    }
  }
}

/// Beyond the end there are zeros.
private struct ByteReader {
  let bytes: [UInt8]
  private(set) var offset: Int

  init(bytes: [UInt8], offset: Int) {
    self.bytes = bytes
    self.offset = offset
  }

  mutating func next<Number: FixedWidthInteger>() -> Number {
    var number: Number = 0
    for _ in 0..<(Number.bitWidth / 8) {
      let byte = bytes.indices.contains(offset) ? bytes[offset] : 0
      offset += 1
      number = (number << 8) | Number(truncatingIfNeeded: byte)
    }
    return number
  }
}
