import Agent
import Configuration
import FixedPoint
import Foundation
import Recording
import Regions
import Site
import Testing

/// A replay of a live run's recording tells what the run told, byte for byte.
@Suite struct LiveReplayTests {
  private let event = TestRecording.event([TestRecording.report(minor: 1, rssi: -60)])
  private let site = loadSite(directory: Demo.site).site

  private func start(
    wallOffset: Milliseconds = TestRecording.start, isClockSet: Bool = true
  ) -> RecordingStart {
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

  private func replay(_ path: String, _ more: String...) throws -> Run {
    try bluedot(["replay", path, "--site", Demo.site, "--format", "jsonl"] + more)
  }

  private func text(_ told: [UInt8]) -> String { String(decoding: told, as: UTF8.self) }

  /// A board that starts with its clock in 1970, gets the time after 60 s, is set back by two hours after another 60 s,
  /// and sleeps for three hours: all of it lies in the recording, none of it in the positions.
  @Test func aWalkWithAClockThatIsSet() throws {
    let boot: Milliseconds = 12_345
    let night: Milliseconds = 3 * 3_600_000
    let right = TestRecording.start - boot
    try withFiles([:]) { folder in
      let path = folder.path + "/run.btsnoop"
      var run = try LiveRun(path: path, site: site, start: start(wallOffset: 0, isClockSet: false), at: boot)
      var steps = [(at: Milliseconds(60_003), offset: right), (at: 120_777, offset: right - 7_200_000)][...]
      let packets = try walk()
      let half = packets.count / 2
      for (index, (walked, packet)) in packets.enumerated() {
        let time = boot + walked + (index < half ? 0 : night)
        if index == half { run.suspend(until: time - 5) }
        while let step = steps.first, boot + step.at <= time {
          run.wait(until: boot + step.at)
          run.setClock(offset: step.offset)
          steps.removeFirst()
        }
        run.receive(packet, at: time)
      }
      run.wait(until: run.now + 45_000)
      run.end()
      let played = try replay(path)
      #expect(played.code == 0)
      #expect(played.output == text(run.told))
      let lines = played.lines.compactMap { Line($0) }
      #expect(lines.count > 700)
      #expect(lines.first?.payload["clockSynced"] == "0" && lines.last?.payload["clockSynced"] == "1")
      #expect((lines.first?.time ?? 0) < 20_000)
      // 45 s after the last packet everything has been left, which only the note of the end tells a replay.
      #expect(lines.last?.topic == "event/floor/exit")
      #expect(!played.errors.contains("jumps") && !played.errors.contains("not understood"))
      // Sleep is no silence: the floor was kept.
      #expect(
        lines.filter { $0.topic.hasPrefix("event/floor/") }.map(\.topic) == ["event/floor/enter", "event/floor/exit"])
      // At any speed, since the sleep is passed over there too.
      let fast = try replay(path, "--speed", "10000")
      #expect(fast.output == played.output)
    }
  }

  private static let configuration = """
    [device]
    site = \(Demo.site)
    [idle]
    after = 40 s
    without-motion = 30 s
    [region flat]
    uuid = \(Demo.uuid)
    exit-after = 20 s
    [region a1]
    uuid = \(Demo.uuid)
    major = 1
    minor = 1
    range = yes
    [region elsewhere]
    uuid = 00112233-4455-6677-8899-aabbccddeeff
    """

  /// Everything that an agent takes in: a remembered region, a radio that is deaf at first and for eight minutes in
  /// between, motion inputs that come and go, idling by silence and by rest, sleep, stop and start, a clock that is set.
  @Test(arguments: UInt64(1)...3) func everyInput(seed: UInt64) throws {
    try withFiles(["bluedot.conf": Array(Self.configuration.utf8)]) { folder in
      let file = folder.path + "/bluedot.conf"
      let load = loadConfiguration(path: file)
      #expect(!load.hasErrors, "\(load.problems)")
      let regions = load.configuration.regions
      let memory = RestoredMemory(
        age: 60_000,
        entries: [
          StateMemory.Entry(region: regions[0], presence: .inside, duration: 5_000),
          StateMemory.Entry(region: regions[2], presence: .outside, duration: 1_000),
          // Of a region that there is no more.
          StateMemory.Entry(region: Region(uuidHigh: 1, uuidLow: 2), presence: .inside, duration: 1_000),
        ])
      let path = folder.path + "/run.btsnoop"
      var run = try LiveRun(
        path: path, site: site, configuration: load.configuration, memory: memory, start: start(), at: 7_000,
        isHearing: false, seed: seed)
      run.wait(until: 9_000)
      run.setHearing(true)
      let packets = try walk()
      var shift: Milliseconds = 10_000
      for (index, (walked, packet)) in packets.enumerated() {
        switch index {
        case 400: run.noteMotion(.line, isMoving: true)
        case 700:
          // Deaf for eight minutes: nothing is left, and the position is told all the while.
          run.setHearing(false)
          run.wait(until: run.now + 480_000)
          shift += 480_000
          run.setHearing(true)
        case 1_000: run.noteMotion(.line, isMoving: false)
        case 1_100: run.noteMotion(.accelerometer, isMoving: true)
        case 1_200: run.setClock(offset: TestRecording.start + 3_600_000, isSet: seed == 2)
        case 1_300: run.noteMotion(.accelerometer, isMoving: false)
        case 1_900: run.loseMotion(.line)
        case 2_000:
          // Gone for two minutes: everything is left, and the agent idles until the region is heard again.
          run.wait(until: run.now + 120_000)
          shift += 120_000
        case 2_500:
          run.stop()
          run.wait(until: run.now + 30_000)
          shift += 30_000
          run.begin()
        case 3_000:
          run.suspend(until: run.now + 600_000)
          shift += 600_000
        case 3_500: run.loseMotion(.accelerometer)
        default: break
        }
        run.receive(packet, at: walked + shift)
      }
      run.wait(until: run.now + 90_000)
      run.end()
      let played = try bluedot("replay", path, "--config", file, "--format", "jsonl")
      #expect(played.code == 0 && !played.errors.contains("not understood"))
      #expect(played.output == text(run.told))
      let topics = Set(played.lines.compactMap { Line($0)?.topic })
      for topic in [
        "location", "event/zone/enter", "event/region/enter", "event/region/exit", "event/region/range",
        "event/wakeup", "event/floor/exit",
      ] {
        #expect(topics.contains(topic), "\(topic)")
      }
      // The remembered region was not entered a second time.
      #expect(
        played.lines.compactMap { Line($0) }.first { $0.topic.hasPrefix("event/region/") }?.payload["identifier"]
          == "a1")
      #expect(
        try bluedot("replay", path, "--config", file, "--format", "jsonl", "--speed", "10000").output == played.output)
      // People see the modes as well.
      let shown = try bluedot("replay", path, "--config", file)
      #expect(shown.output.contains("  idle      no motion\n") && shown.output.contains(" → tracking\n"))
      #expect(shown.output.contains("  region -  flat after "))
    }
  }

  /// A killed run: what was written is told just as it was.
  @Test func aCutRecording() throws {
    try withFiles([:]) { folder in
      let path = folder.path + "/run.btsnoop"
      var run = try LiveRun(path: path, site: site, start: start(), at: 0)
      for (walked, packet) in try walk().prefix(500) { run.receive(packet, at: walked) }
      run.recorder.flush()
      let content = try Data(contentsOf: URL(fileURLWithPath: path))
      try content.dropLast(20).write(to: URL(fileURLWithPath: path))
      let played = try replay(path)
      #expect(played.code == 1)
      #expect(played.errors.contains("the recording is cut: "))
      #expect(played.lines.count > 50)
      #expect(text(run.told).hasPrefix(played.output))
    }
  }

  /// Notes that make no sense where they stand are counted and change nothing.
  @Test func strangeNotes() throws {
    try withFiles([:]) { folder in
      let path = folder.path + "/run.btsnoop"
      var run = try LiveRun(path: path, site: site, start: start(), at: 0)
      // A second beginning, a motion input and a region that there are not, a memory that comes too late.
      run.recorder.note(.start(start(wallOffset: 0, isClockSet: false)), at: 0)
      run.recorder.note(.motion(source: 200, isMoving: true), at: 0)
      run.recorder.note(.restored(region: 0, isInside: true, duration: 1, age: 1), at: 0)
      for (walked, packet) in try walk().prefix(100) { run.receive(packet, at: walked) }
      run.wait(until: 10_000)
      run.recorder.note(.reload, at: 10_000)
      run.end()
      let played = try replay(path)
      #expect(played.output == text(run.told))
      #expect(played.code == 0 && played.errors.contains("3 notes not understood"))
      #expect(played.errors.contains("the site or the configuration was read anew 1 times; from there on the run may"))
    }
  }

  /// Values that no run writes: the replay ends in good order.
  @Test(arguments: [0, 1_714_979_289_000, .min, .max, -1] as [Milliseconds])
  func absurdNotes(offset: Milliseconds) throws {
    try withFiles(["bluedot.conf": Array(Self.configuration.utf8)]) { folder in
      let path = folder.path + "/run.btsnoop"
      let recorder = try LiveRecorder(path: path, start: start(wallOffset: offset), at: 0)
      for (duration, age) in [(.max, .max), (.max, 0), (0, .max), (-1, 0), (0, .min)] as [(Int64, Int64)] {
        recorder.note(.restored(region: 0, isInside: true, duration: duration, age: age), at: 0)
        recorder.note(.restored(region: .max, isInside: false, duration: duration, age: age), at: 0)
      }
      recorder.note(.passOver, at: 0)
      for time in [0, 500, 1_000, 5_000, 1 << 40, 1 << 50, .max] as [Milliseconds] {
        recorder.note(.hearing(time % 1_000 == 0), at: time)
        recorder.packet(event.span.bytes, isReceived: true, at: time)
        recorder.note(.clock(wallOffset: time, isSet: true), at: time)
        recorder.note(.clock(wallOffset: .min, isSet: false), at: time)
        recorder.note(.passOver, at: time)
        recorder.note(.stop, at: time)
        recorder.note(.stop, at: time)
        recorder.note(.begin, at: time)
        recorder.note(.time, at: time)
      }
      recorder.close()
      let run = try Program(["replay", path, "--config", folder.path + "/bluedot.conf"]).finish(within: 20)
      #expect(run.code == 0 || run.code == 1)
      #expect(run.errors.contains("notes not understood"))
    }
  }

  @Test func aRecordingThatGrewFull() throws {
    try withFiles([:]) { folder in
      let path = folder.path + "/run.btsnoop"
      let recorder = try LiveRecorder(path: path, limit: 8_192, start: start(), at: 0)
      for time in 0..<200 { recorder.packet(event.span.bytes, isReceived: true, at: Int64(time * 50)) }
      recorder.close()
      let played = try replay(path)
      #expect(played.code == 0)
      #expect(played.errors.contains("\n  the recording ends at its size limit; the run went on\n"))
    }
  }

  /// A recording of others with a configuration: its regions are told, with no site at all if need be.
  @Test func regionsInAStrangersRecording() throws {
    let regions = "[region flat]\nuuid = \(Demo.uuid)\n"
    try withFiles(["bluedot.conf": Array(regions.utf8), "wrong.conf": Array("[region x]\n".utf8)]) { folder in
      let run = try bluedot("replay", Demo.walk, "--config", folder.path + "/bluedot.conf", "--format", "jsonl")
      #expect(run.code == 0)
      #expect(run.lines.compactMap { Line($0) }.map(\.topic) == ["event/region/enter"])
      let wrong = try bluedot("replay", Demo.walk, "--config", folder.path + "/wrong.conf", "--site", Demo.site)
      #expect(wrong.code == 1 && wrong.output.isEmpty)
      #expect(wrong.errors.hasPrefix("\(folder.path)/wrong.conf:1: error: "))
      #expect(wrong.errors.contains("`bluedot config \(folder.path)/wrong.conf` lists them all"))
    }
  }
}
