import Foundation
import Testing

/// `bluedot replay` with recordings and sites that are not what they should be: what could be told is told, then comes a
/// clear message and exit code 1.
@Suite struct ReplayInputTests {
  private func replay(_ recording: [UInt8], _ more: String..., body: (Run, String) throws -> Void) throws {
    try withFiles(["walk": recording]) { folder in
      let path = folder.path + "/walk"
      try body(try bluedot(["replay", path, "--site", Demo.site, "--format", "jsonl"] + more), path)
    }
  }

  @Test func aMissingRecording() throws {
    let run = try bluedot("replay", "/nonexistent", "--site", Demo.site)
    #expect(run.code == 1 && run.output.isEmpty)
    #expect(run.errors == "bluedot replay: /nonexistent: cannot open it: No such file or directory\n")
  }

  @Test func aFolderIsNoRecording() throws {
    let run = try bluedot("replay", Demo.site, "--site", Demo.site)
    #expect(run.code == 1 && run.output.isEmpty)
    #expect(run.errors.contains("Is a directory"))
  }

  private static let noRecordings: [String: (content: [UInt8], message: String)] = [
    "nothing": ([], "the file is empty; expected a btsnoop recording or packets as hex lines"),
    "cut header": (Array("btsnoop\0\0\0".utf8), "the file ends inside the btsnoop header, which has 16 bytes"),
    "pcap": (
      [0xD4, 0xC3, 0xB2, 0xA1] + [UInt8](repeating: 0, count: 40), "this is a pcap file; expected a btsnoop recording"
    ),
    "pcapng": (
      [0x0A, 0x0D, 0x0D, 0x0A] + [UInt8](repeating: 0, count: 40), "this is a pcapng file; expected a btsnoop recording"
    ),
    "noise": ((0..<4_000).map { UInt8(truncatingIfNeeded: ($0 * 7_919 + 13) >> 3) }, ":1:1: byte 1 is no hex digit"),
    "text": (Array("Hello,\nworld\n".utf8), ":1:1: 'H' is no hex digit; expected a packet in hex"),
  ]

  @Test(arguments: noRecordings.keys.sorted())
  func whatIsNoRecording(name: String) throws {
    let (content, message) = try #require(Self.noRecordings[name])
    try replay(content) { run, path in
      #expect(run.code == 1 && run.output.isEmpty)
      #expect(run.errors.hasPrefix("bluedot replay: \(path):"))
      #expect(run.errors.contains(message))
    }
  }

  @Test func eventsBeforeTheDamageAreTold() throws {
    var recording = TestRecording()
    recording.stand(milliseconds: 3_000)
    let cut = recording.bytes.count + 30
    recording.stand(milliseconds: 1_000)
    try replay(Array(recording.bytes[..<cut])) { run, path in
      #expect(run.code == 1)
      #expect(run.lines.compactMap { Line($0) }.filter { $0.topic == "location" }.count == 5)
      #expect(
        run.errors.hasPrefix(
          "bluedot replay: \(path): byte \(cut - 30): the recording is cut: 6 of a packet's 45 bytes are there\n60 packets, "
        ))
    }
  }

  @Test func aRecordThatIsNone() throws {
    var recording = TestRecording()
    recording.stand(milliseconds: 1_100)
    try replay(recording.bytes + [UInt8](repeating: 0xFF, count: 100)) { run, path in
      #expect(run.code == 1)
      #expect(run.lines.compactMap { Line($0) }.filter { $0.topic == "location" }.count == 2)
      #expect(
        run.errors.contains("byte \(recording.bytes.count): a record of 4294967295 bytes; an HCI packet has at most"))
    }
  }

  @Test func packetsWithoutTimes() throws {
    let line = TestRecording.event([TestRecording.report(minor: 1, rssi: -60)])
      .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    try replay(Array("\(line)\n\(line)\n".utf8)) { run, _ in
      #expect(run.code == 1 && run.output.isEmpty)
      #expect(run.errors.contains("2 events without a time"))
      #expect(
        run.errors.hasSuffix(
          "bluedot replay: no position: the recording has no times; replay needs a btsnoop recording\n"))
    }
  }

  @Test func beaconsOfSomewhereElse() throws {
    var recording = TestRecording()
    for _ in 0..<40 {
      recording.add(
        TestRecording.event([TestRecording.report(minor: 1, rssi: -60, uuid: "00112233445566778899aabbccddeeff")]))
      recording.time += 100
    }
    try replay(recording.bytes) { run, _ in
      #expect(run.code == 1 && run.output.isEmpty)
      #expect(
        run.errors == """
          40 packets, 40 advertising reports, 0 sightings of the site's beacons, 40 of others, 0 positions worked out, \
          0 events
          bluedot replay: no position: none of the 40 beacon sightings is of this site; compare `bluedot decode` with \
          beacons.json

          """)
    }
  }

  @Test(
    arguments: [
      ([], "the recording has no packets"),
      ([[0x04, 0x0E, 0x04, 0x01, 0x0C, 0x20, 0x00]], "the recording has no advertising reports; was a scan running?"),
      (
        [TestRecording.event([[0x03, 0x01, 1, 2, 3, 4, 5, 0xC6, 3, 2, 1, 6, 0xC4]])],
        "no beacon frame among the 1 reports"
      ),
      (
        [TestRecording.event([TestRecording.report(minor: 1, rssi: -60)])],
        "the site's beacons were heard too briefly (a position takes half a second)"
      ),
      (
        [TestRecording.event([TestRecording.report(minor: 1, rssi: 127)])],
        "the site's beacons were heard, but the recording has no RSSI of them (127: the controller gave none)"
      ),
    ] as [([[UInt8]], String)])
  func nothingToTell(packets: [[UInt8]], reason: String) throws {
    var recording = TestRecording()
    for packet in packets { recording.add(packet) }
    try replay(recording.bytes) { run, _ in
      #expect(run.code == 1 && run.output.isEmpty)
      #expect(run.errors.hasSuffix("\nbluedot replay: no position: \(reason)\n"))
    }
  }

  /// Beacons with so much power at 1 m that their levels, brought to the usual power, lie below the noise floor.
  @Test func faintBeaconsOfGreatPower() throws {
    try withFiles([:]) { folder in
      let site = folder.path + "/site"
      try FileManager.default.copyItem(atPath: Demo.site, toPath: site)
      let beacons = try String(contentsOfFile: site + "/beacons.json", encoding: .utf8)
      try beacons.replacing("\"x\":", with: "\"power\": -30, \"x\":").write(
        toFile: site + "/beacons.json", atomically: false, encoding: .utf8)
      var recording = TestRecording()
      for turn in 0..<100 {
        // -75 dBm of a beacon with -30 dBm at 1 m is as -104 dBm of a usual one.
        recording.add(TestRecording.event([TestRecording.report(minor: UInt8(1 + turn % 3), rssi: -75)]))
        recording.time += 50
      }
      let path = folder.path + "/walk"
      try Data(recording.bytes).write(to: URL(fileURLWithPath: path))
      let run = try bluedot("replay", path, "--site", site, "--format", "jsonl")
      #expect(run.code == 0)
      #expect(run.lines.compactMap { Line($0) }.filter { $0.topic == "location" }.count == 9)
    }
  }

  @Test func twoReportsInOneEvent() throws {
    var (together, apart) = (TestRecording(), TestRecording())
    for _ in 0..<20 {
      let reports = [TestRecording.report(minor: 1, rssi: -60), TestRecording.report(minor: 2, rssi: -70)]
      together.add(TestRecording.event(reports))
      for report in reports { apart.add(TestRecording.event([report])) }
      together.time += 100
      apart.time += 100
    }
    try replay(together.bytes) { run, _ in
      #expect(run.code == 0)
      #expect(
        run.errors.hasPrefix("20 packets, 40 advertising reports, 40 sightings of the site's beacons, 0 of others, "))
      try replay(apart.bytes) { other, _ in
        #expect(other.errors.hasPrefix("40 packets, 40 advertising reports, 40 sightings of the site's beacons, "))
        #expect(run.output == other.output && run.lines.count > 3)
      }
    }
  }

  /// A clock set back by 2 h, or on by 50 years: the agent goes on, and what it tells has the recording's time.
  @Test(arguments: [-7_200_000, 50 * 365 * 86_400_000] as [Int64])
  func aClockThatJumps(jump: Int64) throws {
    var recording = TestRecording()
    recording.stand(milliseconds: 3_000)
    recording.time += jump
    recording.stand(milliseconds: 3_000)
    recording.time += 100
    recording.stand(milliseconds: 1)
    try replay(recording.bytes) { run, _ in
      #expect(run.code == 0)
      #expect(run.errors.contains(" 1 jumps of the recording's clock"))
      let lines = run.lines.compactMap { Line($0) }
      #expect(lines.count == run.lines.count)
      let locations = lines.filter { $0.topic == "location" }.map(\.time)
      let before = locations.filter { (TestRecording.start...(TestRecording.start + 3_000)).contains($0) }
      let after = locations.filter {
        ((TestRecording.start + jump + 3_000)...(TestRecording.start + jump + 6_200)).contains($0)
      }
      // A step on may be a silence: what falls due in it was before it. A step back is none.
      #expect(before == (1...(jump > 0 ? 6 : 5)).map { TestRecording.start + Int64($0) * 500 })
      #expect(after.count >= 5 && after == after.sorted())
    }
  }

  /// A recording that was paused for hours: what falls due in the silence is told at the time when it fell due.
  @Test func aPauseOfHours() throws {
    let pause: Int64 = 5 * 3_600_000
    var recording = TestRecording()
    recording.stand(milliseconds: 3_000)
    recording.time += pause
    recording.stand(milliseconds: 3_000)
    try replay(recording.bytes) { run, _ in
      #expect(run.code == 0)
      let lines = run.lines.compactMap { Line($0) }
      let times = lines.map { $0.time - TestRecording.start }
      #expect(times == times.sorted())
      let floors = zip(lines, times).filter { $0.0.topic.hasPrefix("event/floor/") }
      #expect(floors.map(\.0.topic) == ["event/floor/enter", "event/floor/exit", "event/floor/enter"])
      // 30 s after the last tick with a beacon in it.
      #expect(floors.dropLast().map(\.1) == [500, 33_000])
      // The agent's time went on by an hour, so that its next tick of 500 ms is 50 ms after the packet.
      #expect(floors.last.map { $0.1 - pause - 3_000 } == 50)
    }
  }

  @Test func aSiteThatIsNotThere() throws {
    let run = try bluedot("replay", Demo.walk, "--site", "/nonexistent")
    #expect(run.code == 1 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("/nonexistent: error: "))
    #expect(run.errors.contains("No such file or directory"))
  }

  @Test func aSiteThatIsAFile() throws {
    let run = try bluedot("replay", Demo.walk, "--site", Demo.walk)
    #expect(run.code == 1 && run.output.isEmpty)
    #expect(run.errors.contains("found a file; expected a folder with maps.json and the site's other documents"))
  }

  @Test func aSiteWithErrorsInSeveralDocuments() throws {
    try withFiles([
      "maps.json": Array("[{\"id\": \"m\", ".utf8), "zones.json": Array("{}".utf8), "beacons.json": [0xFF, 0xFE],
    ]) { folder in
      let run = try bluedot("replay", Demo.walk, "--site", folder.path)
      #expect(run.code == 1 && run.output.isEmpty)
      for file in ["maps.json", "zones.json", "beacons.json"] {
        #expect(run.errors.contains("\(folder.path)/\(file): "))
      }
      #expect(
        run.errors.hasSuffix(
          "bluedot: the site in \(folder.path) has errors; `bluedot check --site \(folder.path)` lists them all\n"))
      let check = try bluedot("check", "--site", folder.path)
      #expect(check.code == 1 && check.errors.isEmpty)
      #expect(check.output.hasSuffix("0 maps, 3 errors\n"))
      // What check says, replay says.
      let problems = check.lines.dropLast().joined(separator: "\n")
      #expect(run.errors.hasPrefix(problems))
    }
  }
}
