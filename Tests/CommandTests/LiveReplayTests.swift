import Advertisement
import Agent
import Contract
import FixedPoint
import Foundation
import Recording
import Site
import Testing

/// A run of the agent as the live program carries it out, with simulated time, recording as it goes.
private struct LiveRun: ~Copyable {
  /// What was told, as `replay --format jsonl` prints it.
  private(set) var told: [UInt8] = []
  private var agent: LocationAgent
  private var encoder: MessageEncoder
  private var parser = EventParser()
  private var stamp: Stamp
  let recorder: LiveRecorder

  init(path: String, site: Site, start: RecordingStart, at time: Milliseconds) throws {
    agent = LocationAgent(site: site)
    encoder = MessageEncoder(site: site, sessionSeed: start.session)
    stamp = Stamp(wallOffset: start.wallOffset, clockSynced: start.isClockSet)
    recorder = try LiveRecorder(path: path, start: start, at: time)
    agent.advance(to: time)
  }

  /// What the radio delivered, at a time of its own.
  mutating func receive(_ packet: [UInt8], at time: Milliseconds) {
    recorder.packet(packet.span.bytes, isReceived: true, at: time)
    var heard: [Sighting] = []
    _ = parser.parse(packet: packet.span.bytes, hasPacketType: true) { report, frame, _ in
      if let sighting = frame.sighting(rssi: report.rssi) { heard.append(sighting) }
    }
    agent.advance(to: time)
    for sighting in heard { agent.hear(sighting, at: time) }
    tell()
  }

  /// A timer: nothing was received.
  mutating func wake(at time: Milliseconds) {
    agent.advance(to: time)
    tell()
  }

  mutating func setClock(offset: Milliseconds, at time: Milliseconds) {
    wake(at: time)
    recorder.note(.clock(wallOffset: offset, isSet: true), at: time)
    stamp = Stamp(wallOffset: offset, clockSynced: true)
  }

  mutating func stop(at time: Milliseconds) {
    wake(at: time)
    recorder.note(.stop, at: time)
    recorder.close()
  }

  private mutating func tell() {
    for event in agent.takeEvents() { told += encoder.encode(event, stamp: stamp)?.replayLine ?? [] }
  }
}

/// A replay of a live run's recording tells what the run told, byte for byte.
@Suite struct LiveReplayTests {
  private let event = TestRecording.event([TestRecording.report(minor: 1, rssi: -60)])

  private func start(wallOffset: Milliseconds, isClockSet: Bool) -> RecordingStart {
    RecordingStart(session: 0x1234_5678_9ABC_DEF0, wallOffset: wallOffset, isClockSet: isClockSet, program: "test")
  }

  /// The packets of the demo's walk with their times from 0.
  private func walk() throws -> [(time: Milliseconds, packet: [UInt8])] {
    var packets: [(time: Milliseconds, packet: [UInt8])] = []
    var first: Milliseconds?
    var reader = try RecordingReader(path: Demo.walk)
    while try reader.next({ packet, bytes in
      guard let time = packet.milliseconds else { return }
      if first == nil { first = time }
      var content = packet.hasPacketType ? [] : [UInt8(0x04)]
      for offset in 0..<bytes.byteCount { content.append(bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)) }
      packets.append((time - (first ?? 0), content))
    }) {}
    return packets
  }

  private func replay(_ path: String) throws -> Run {
    try bluedot("replay", path, "--site", Demo.site, "--format", "jsonl")
  }

  /// A board that starts with its clock in 1970, gets the time after 60 s, is set back by two hours after another 60 s,
  /// and suspends for three hours: all of it lies in the recording, none of it in the positions.
  @Test func aWalkWithAClockThatIsSet() throws {
    let site = loadSite(directory: Demo.site).site
    let boot: Milliseconds = 12_345
    let night: Milliseconds = 3 * 3_600_000
    let right = TestRecording.start - boot
    try withFiles([:]) { folder in
      let path = folder.path + "/run.btsnoop"
      var run = try LiveRun(path: path, site: site, start: start(wallOffset: 0, isClockSet: false), at: boot)
      var steps = [(at: Milliseconds(60_003), offset: right), (at: 120_777, offset: right - 7_200_000)][...]
      let packets = try walk()
      let half = packets.count / 2
      var last: Milliseconds = 0
      for (index, (walked, packet)) in packets.enumerated() {
        let time = boot + walked + (index < half ? 0 : night)
        // The timer comes late now and then, as timers do.
        if index % 7 == 0 { run.wake(at: max(last, time - 3)) }
        while let step = steps.first, boot + step.at <= time {
          run.setClock(offset: step.offset, at: max(last, boot + step.at))
          steps.removeFirst()
        }
        run.receive(packet, at: time)
        last = time
      }
      run.stop(at: last + 45_000)
      let played = try replay(path)
      #expect(played.code == 0)
      #expect(played.output == String(decoding: run.told, as: UTF8.self))
      let lines = played.lines.compactMap { Line($0) }
      #expect(lines.count > 700)
      #expect(lines.first?.payload["clockSynced"] == "0" && lines.last?.payload["clockSynced"] == "1")
      #expect((lines.first?.time ?? 0) < 20_000)
      // 45 s after the last packet everything has been left, which only the note of the end tells a replay.
      #expect(lines.last?.topic == "event/floor/exit")
      #expect(!played.errors.contains("jumps") && !played.errors.contains("not understood"))
      // The floor was lost and found again in the night of three hours, at its true times.
      let floors = lines.filter { $0.topic.hasPrefix("event/floor/") }
      #expect(floors.map(\.topic) == ["enter", "exit", "enter", "exit"].map { "event/floor/\($0)" })
      #expect(floors[2].time - floors[1].time > night - 60_000)
    }
  }

  /// A killed run: what was written is told just as it was.
  @Test func aCutRecording() throws {
    let site = loadSite(directory: Demo.site).site
    try withFiles([:]) { folder in
      let path = folder.path + "/run.btsnoop"
      var run = try LiveRun(
        path: path, site: site, start: start(wallOffset: TestRecording.start, isClockSet: true), at: 0)
      for (walked, packet) in try walk().prefix(500) { run.receive(packet, at: walked) }
      run.recorder.flush()
      let content = try Data(contentsOf: URL(fileURLWithPath: path))
      try content.dropLast(20).write(to: URL(fileURLWithPath: path))
      let played = try replay(path)
      #expect(played.code == 1)
      #expect(played.errors.contains("the recording is cut: "))
      #expect(played.lines.count > 50)
      #expect(String(decoding: run.told, as: UTF8.self).hasPrefix(played.output))
    }
  }

  /// A recording has one beginning: a second one is counted and changes nothing.
  @Test func aSecondBeginning() throws {
    try withFiles([:]) { folder in
      let site = loadSite(directory: Demo.site).site
      let path = folder.path + "/run.btsnoop"
      var run = try LiveRun(
        path: path, site: site, start: start(wallOffset: TestRecording.start, isClockSet: true), at: 0)
      run.recorder.note(.start(start(wallOffset: 0, isClockSet: false)), at: 0)
      for (walked, packet) in try walk().prefix(100) { run.receive(packet, at: walked) }
      run.stop(at: 10_000)
      let played = try replay(path)
      #expect(played.output == String(decoding: run.told, as: UTF8.self))
      #expect(played.code == 0 && played.errors.contains("1 notes not understood"))
    }
  }

  @Test func aRecordingThatGrewFull() throws {
    try withFiles([:]) { folder in
      let path = folder.path + "/run.btsnoop"
      let recorder = try LiveRecorder(
        path: path, limit: 8_192, start: start(wallOffset: TestRecording.start, isClockSet: true), at: 0)
      for time in 0..<200 { recorder.packet(event.span.bytes, isReceived: true, at: Int64(time * 50)) }
      recorder.close()
      let played = try replay(path)
      #expect(played.errors.contains("\n  the recording ends at its size limit; the run went on\n"))
      #expect(played.code == 0 || played.errors.contains("no position"))
    }
  }
}
