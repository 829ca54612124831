import Foundation
import Host
import Testing

@testable import Recording

struct BtsnoopTests {
  private let event = bytes("043e0c0201040166554433221100c0")

  @Test func h4() throws {
    var file = Snoop(datalink: 1_002)
    file.add(bytes("01030c00"), flags: 2, time: Snoop.time)
    file.add(event, flags: 3, time: Snoop.time + 5)
    file.add(bytes("02400000000000"), flags: 1)
    file.add(bytes("03"), flags: 0)
    file.add(bytes("05"), flags: 1)
    file.add([], flags: 1)
    let outcome = try read(file.bytes)
    #expect(outcome.problem == nil)
    #expect(outcome.packets.map(\.kind) == [.command, .event, .aclData, .scoData, .isoData, .other])
    #expect(outcome.packets.map(\.isReceived) == [false, true, true, false, true, true])
    #expect(outcome.packets.allSatisfy { $0.hasPacketType && $0.adapter == 0 })
    #expect(outcome.packets[1].microseconds == 1_714_979_289_123_461)
    #expect(outcome.packets[1].milliseconds == 1_714_979_289_123)
    #expect(outcome.contents[1] == event)
  }

  @Test func h1FlagsTellTheKind() throws {
    var file = Snoop(datalink: 1_001)
    for flags: UInt64 in 0...3 { file.add([0x3E, 0], flags: flags) }
    let outcome = try read(file.bytes)
    #expect(outcome.packets.map(\.kind) == [.aclData, .aclData, .command, .event])
    #expect(outcome.packets.map(\.isReceived) == [false, true, false, true])
    #expect(outcome.packets.allSatisfy { !$0.hasPacketType })
  }

  @Test func monitorFlagsHoldAdapterAndOpcode() throws {
    var file = Snoop(datalink: 2_001)
    for opcode: UInt64 in [0, 2, 3, 4, 5, 12, 18, 19] { file.add([0x3E, 0], flags: 0x0001_0000 | opcode) }
    let outcome = try read(file.bytes)
    #expect(
      outcome.packets.map(\.kind) == [.other, .command, .event, .aclData, .aclData, .other, .isoData, .isoData])
    #expect(outcome.packets[2].isReceived && !outcome.packets[1].isReceived)
    #expect(outcome.packets.allSatisfy { $0.adapter == 1 && !$0.hasPacketType })
  }

  @Test func truncatedRecordsAndDropsAreCounted() throws {
    var file = Snoop(datalink: 1_002)
    file.add(Array(event.prefix(6)), original: event.count, flags: 3, drops: 4)
    file.add(event, flags: 3, drops: 9)
    let outcome = try read(file.bytes)
    #expect(outcome.contents == [Array(event.prefix(6)), event])
    #expect(outcome.packets.map(\.originalLength) == [15, 15])
    #expect(outcome.truncated == 1)
    #expect(outcome.drops == 9)
  }

  @Test func timesAreDeliveredAsTheyStand() throws {
    var file = Snoop(datalink: 1_002)
    let times: [Int64] = [Snoop.time, Snoop.time - 3_600_000_000, -1, 0, .max - 0x00DC_DDB3_0F2F_8000]
    for time in times { file.add(event, flags: 3, time: time) }
    let outcome = try read(file.bytes)
    #expect(outcome.packets.map(\.microseconds) == times)
    #expect(outcome.packets[2].milliseconds == -1)
  }

  @Test func absurdTimeDoesNotTrap() throws {
    var file = Snoop(datalink: 1_002)
    file.add(event, flags: 3, time: .min &- 0x00DC_DDB3_0F2F_8000)
    #expect(try read(file.bytes).packets.map(\.microseconds) == [.min])
  }

  @Test func headerAlone() throws {
    let outcome = try read(Snoop(datalink: 1_002).bytes)
    #expect(outcome.packets.isEmpty && outcome.problem == nil)
  }

  /// Whatever the place of the cut: the records before it come, then an error that names the record's offset.
  @Test func cutAtEveryByte() throws {
    var file = Snoop(datalink: 1_002)
    let header = file.bytes.count
    file.add(event, flags: 3)
    let second = file.bytes.count
    file.add(event, flags: 3)
    for length in 1..<file.bytes.count {
      let outcome = try read(Array(file.bytes.prefix(length)))
      #expect(outcome.packets.count == (length >= second ? 1 : 0))
      switch length {
      case ..<header:
        #expect(outcome.problem == ": byte \(length): the file ends inside the btsnoop header, which has 16 bytes")
      case header, second:
        #expect(outcome.problem == nil)
      default:
        let problem = outcome.problem ?? ""
        #expect(problem.hasPrefix(": byte \(length < second ? header : second): the recording is cut: "))
      }
    }
  }

  @Test func absurdLengths() throws {
    var file = Snoop(datalink: 1_002)
    file.add(event, flags: 3)
    let offset = file.bytes.count
    let huge = try read(
      file.bytes + [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 64))
    #expect(huge.packets.count == 1)
    #expect(
      huge.problem
        == ": byte \(offset): a record of 4294967295 bytes; an HCI packet has at most 65540, so this is no record")
    let inverse = try read(file.bytes + bigEndian(3, 4) + bigEndian(9, 4) + [UInt8](repeating: 0, count: 64))
    #expect(inverse.problem == ": byte \(offset): a record with 9 bytes of a packet of 3, so this is no record")
  }

  @Test func longestPacket() throws {
    var file = Snoop(datalink: 1_002)
    let longest = [0x02] + [UInt8](repeating: 0xAB, count: 65_539)
    for _ in 0..<3 { file.add(longest, flags: 1) }
    file.add(event, flags: 3)
    let outcome = try read(file.bytes)
    #expect(outcome.problem == nil)
    #expect(outcome.contents == [longest, longest, longest, event])
  }

  @Test func unknownVersionAndDatalink() throws {
    #expect(
      try read(Snoop(version: 2, datalink: 1_002).bytes).problem
        == ": byte 8: btsnoop version 2; only version 1 is known")
    #expect(
      try read(Snoop(datalink: 1_003).bytes).problem
        == ": byte 12: btsnoop datalink 1003; expected 1001 (HCI), 1002 (H4) or 2001 (Linux monitor)")
  }

  @Test(arguments: [("d4c3b2a1 02000400", "pcap"), ("0a0d0d0a 1c000000", "pcapng"), ("1f8b0800", "gzip")])
  func foreignFiles(_ hex: String, _ name: String) throws {
    let problem = try read(bytes(hex)).problem ?? ""
    #expect(problem.hasPrefix(": byte 0: this is a \(name) file; expected a btsnoop recording"))
  }

  @Test func emptyAndMissingFiles() throws {
    #expect(
      try read([]).problem == ": the file is empty; expected a btsnoop recording or packets as hex lines")
    do {
      _ = try RecordingReader(path: "/nonexistent/walk.btsnoop")
      Issue.record("opened a file that is not there")
    } catch {
      #expect(
        error.message
          == "/nonexistent/walk.btsnoop: cannot open it: No such file or directory")
    }
  }
}
