import Foundation
import Testing

@testable import Recording

/// What a live run's recording holds, and how it ends when it cannot go on.
struct LiveRecorderTests {
  /// 2024-05-06 07:08:09.123 UTC at boot time 5,000.
  private static let offset = Snoop.time / 1_000 - 5_000
  private static let start = RecordingStart(
    session: 0xFEED_0123_4567_89AB, wallOffset: offset, isClockSet: true, program: "1.2 beta")
  private let event = bytes("043e020200")
  private let command = bytes("010c2002 0100")

  private func withPath(_ body: (String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("bluedot-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(path)
  }

  private func content(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

  /// The notes of a recording, in order.
  private func notes(_ path: String) throws -> [RecordingNote?] {
    var notes: [RecordingNote?] = []
    var reader = try RecordingReader(path: path)
    while try reader.next({ packet, span in if packet.kind == .note { notes.append(RecordingNote(span)) } }) {}
    return notes
  }

  @Test func everyByteOfAFile() throws {
    try withPath { path in
      let recorder = try LiveRecorder(path: path, start: Self.start, at: 5_000)
      recorder.adapter(1, address: 0x1122_3344_5566, at: 5_000)
      recorder.packet(command.span.bytes, isReceived: false, adapter: 1, at: 5_001)
      recorder.packet(event.span.bytes, isReceived: true, adapter: 1, at: 5_002)
      recorder.note(.hearing(true), at: 5_002)
      recorder.close()
      var expected = Snoop(datalink: 2_001)
      let first = (Snoop.time / 1_000) * 1_000
      func note(_ text: String) -> [UInt8] { [6, 8] + Array("bluedot\0\(text)\0".utf8) }
      expected.add(
        note("start session=feed0123456789ab wall=\(Self.offset) set=1 program=1.2_beta"), flags: 0xFFFF_000D,
        time: first)
      expected.add(bytes("0001 665544332211") + Array("hci1\0\0\0\0".utf8), flags: 0x1_0000, time: first)
      expected.add([], flags: 0x1_0008, time: first)
      expected.add(Array(command.dropFirst()), flags: 0x1_0002, time: first + 1_000)
      expected.add(Array(event.dropFirst()), flags: 0x1_0003, time: first + 2_000)
      expected.add(note("hearing is=1"), flags: 0xFFFF_000D, time: first + 2_000)
      #expect(try content(path) == expected.bytes)
      #expect(recorder.packetCount == 2 && recorder.failure == nil && recorder.takeReport() == nil)
    }
  }

  /// A replay must see exactly the agent's milliseconds, also where the clock was never set or is far off.
  @Test(arguments: [0, -4_000, 1_714_979_289_123, 4_102_444_800_000] as [Int64])
  func timesComeBackToTheMillisecond(offset: Int64) throws {
    try withPath { path in
      let times: [Int64] = [4_001, 4_002, 4_999, 5_000, 86_400_007]
      let start = RecordingStart(session: 1, wallOffset: offset, isClockSet: false, program: "1")
      let recorder = try LiveRecorder(path: path, start: start, at: times[0])
      for time in times { recorder.packet(event.span.bytes, isReceived: true, at: time) }
      recorder.close()
      let outcome = try read(try content(path))
      let found = outcome.packets.filter { $0.kind == .event }
      #expect(found.map { $0.milliseconds.map { $0 - offset } } == times)
      #expect(found.allSatisfy { $0.adapter == 0 && $0.isReceived && !$0.hasPacketType })
    }
  }

  @Test func timesNeverGoBackInAFile() throws {
    try withPath { path in
      let recorder = try LiveRecorder(path: path, start: Self.start, at: 5_000)
      for time in [5_010, 5_009, 5_011] as [Int64] { recorder.packet(event.span.bytes, isReceived: true, at: time) }
      recorder.note(.time, at: .max)
      recorder.close()
      let times = try read(try content(path)).packets.filter { $0.kind == .event }
        .map { ($0.milliseconds ?? 0) - Self.offset }
      #expect(times == [5_010, 5_010, 5_011])
    }
  }

  @Test func whatIsNoPacketOfTheChannelIsLeftOut() throws {
    try withPath { path in
      let recorder = try LiveRecorder(path: path, start: Self.start, at: 0)
      let (strange, none) = (bytes("09 01 02"), [UInt8]())
      let long = [UInt8](repeating: 2, count: 1_492)
      let longest = [UInt8](repeating: 2, count: 1_491)
      for packet in [strange, none, long, longest] { recorder.packet(packet.span.bytes, isReceived: true, at: 0) }
      recorder.close()
      let outcome = try read(try content(path))
      #expect(outcome.packets.filter { $0.kind != .note && $0.kind != .other }.map(\.kind) == [.aclData])
      #expect(recorder.packetCount == 1 && recorder.drops == 1 && outcome.drops == 1)
    }
  }

  @Test func writesAreGatheredForSeconds() throws {
    try withPath { path in
      let recorder = try LiveRecorder(path: path, start: Self.start, at: 1_000)
      let beginning = try content(path).count
      #expect(beginning > 16 && recorder.deadline == nil)
      recorder.packet(event.span.bytes, isReceived: true, at: 2_000)
      recorder.packet(event.span.bytes, isReceived: true, at: 3_000)
      recorder.flushIfDue(at: 6_999)
      #expect(try content(path).count == beginning && recorder.deadline == 7_000)
      recorder.flushIfDue(at: 7_000)
      #expect(try read(try content(path)).packets.filter { $0.kind == .event }.count == 2)
      #expect(recorder.deadline == nil)
      // A lot at once does not wait.
      for _ in 0..<3_000 { recorder.packet(event.span.bytes, isReceived: true, at: 7_001) }
      #expect(try content(path).count > 65_536)
      recorder.flush()
      #expect(try read(try content(path)).packets.filter { $0.kind == .event }.count == 3_002)
    }
  }

  @Test func aFullRecordingEndsWithANoteAndOneReport() throws {
    try withPath { path in
      let recorder = try LiveRecorder(path: path, limit: 4_096, start: Self.start, at: 0)
      for time in 0..<1_000 { recorder.packet(event.span.bytes, isReceived: true, at: Int64(time)) }
      #expect(recorder.takeReport() == "\(path): the recording has reached its limit of 4096 bytes and was ended")
      #expect(recorder.takeReport() == nil)
      recorder.note(.stop, at: 2_000)
      recorder.close()
      let size = try content(path).count
      #expect(size <= 4_096 && size > 4_096 - 64)
      let outcome = try read(try content(path))
      #expect(outcome.problem == nil && outcome.packets.last?.kind == .note)
      #expect(try notes(path).last == .full)
      #expect(outcome.packets.filter { $0.kind == .event }.count == Int(recorder.packetCount))
    }
  }

  /// The disk is full: the file ends at a whole record, the run hears of it once and goes on.
  @Test func aFullDiskEndsTheRecordingAtAWholeRecord() throws {
    // A file in memory that can be sealed against growth: a write into its end fails after the first page.
    let symbol = try #require(dlsym(nil, "memfd_create"))
    let create = unsafeBitCast(symbol, to: (@convention(c) (UnsafePointer<CChar>, UInt32) -> Int32).self)
    let allowSealing: UInt32 = 2
    let descriptor = create("bluedot-test", allowSealing)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let path = "/proc/self/fd/\(descriptor)"
    let recorder = try LiveRecorder(path: path, start: Self.start, at: 0)
    let beginning = try content(path).count
    for _ in 0..<300 { recorder.packet(event.span.bytes, isReceived: true, at: 0) }
    try #require(ftruncate(descriptor, 4_096) == 0)
    let (addSeals, sealGrow): (Int32, Int32) = (1_033, 4)
    try #require(fcntl(descriptor, addSeals, sealGrow) == 0)
    recorder.flush()
    #expect(
      recorder.takeReport() == "\(path): cannot write the recording: Operation not permitted; the recording was ended")
    recorder.packet(event.span.bytes, isReceived: true, at: 1)
    recorder.close()
    #expect(recorder.takeReport() == nil)
    let outcome = try read(try content(path))
    // 40 and 24 bytes for the adapter, then 28 for each event.
    #expect(outcome.problem == nil)
    let events = outcome.packets.filter { $0.kind == .event }.count
    #expect(events == (4_096 - beginning - 40 - 24) / 28)
  }

  @Test func aFileThatCannotBeWritten() throws {
    for (path, problem) in [
      ("/nonexistent/a.btsnoop", "cannot create the recording: No such file or directory"),
      ("/dev/full", "cannot write the recording: No space left on device"),
    ] {
      do {
        _ = try LiveRecorder(path: path, start: Self.start, at: 0)
        Issue.record("recorded to \(path)")
      } catch {
        #expect(error.message == "\(path): \(problem)")
      }
    }
  }

  /// kill -9 in the middle of a write: everything before the cut is there, and the reader says where it is.
  @Test func aCutFileIsReadUpToTheCut() throws {
    try withPath { path in
      let recorder = try LiveRecorder(path: path, start: Self.start, at: 0)
      for _ in 0..<3 { recorder.packet(event.span.bytes, isReceived: true, at: 0) }
      recorder.close()
      let whole = try content(path)
      let outcome = try read(Array(whole.dropLast(10)))
      #expect(outcome.packets.filter { $0.kind == .event }.count == 2)
      #expect(
        outcome.problem
          == ": byte \(whole.count - 28): the recording is cut: 18 of the 24 bytes of a record's header are there")
    }
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/btmon")))
  func btmonPrintsIt() throws {
    try withPath { path in
      let recorder = try LiveRecorder(path: path, start: Self.start, at: 5_000)
      recorder.adapter(0, address: 0x1122_3344_5566, at: 5_000)
      recorder.packet(command.span.bytes, isReceived: false, at: 5_001)
      recorder.packet(event.span.bytes, isReceived: true, at: 5_002)
      recorder.note(.clock(wallOffset: -7, isSet: false), at: 5_003)
      recorder.close()
      let output = path + ".txt"
      defer { try? FileManager.default.removeItem(atPath: output) }
      #expect(FileManager.default.createFile(atPath: output, contents: nil))
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "exec /usr/bin/btmon -r \"$0\" >\"$1\"", path, output]
      try process.run()
      process.waitUntilExit()
      let text = try String(contentsOfFile: output, encoding: .utf8)
      #expect(text.contains("New Index: 11:22:33:44:55:66 (Primary,USB,hci0)"))
      #expect(text.contains("LE Set Scan Enable (0x08|0x000c)"))
      #expect(text.contains("LE Advertising Report (0x02)"))
      #expect(text.contains("bluedot: start session=feed0123456789ab"))
      #expect(text.contains("bluedot: clock wall=-7 set=0"))
    }
  }
}
