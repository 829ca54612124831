import Foundation
import Testing

/// `bluedot scan --from`: the table, its orders, its bounds and the JSON lines, without a radio.
@Suite struct ScanRecordingTests {
  private func scan(_ recording: TestRecording, _ arguments: String..., body: (Run) throws -> Void) throws {
    try withFiles(["walk": recording.bytes]) { folder in
      try body(try bluedot(["scan", "--from", folder.path + "/walk"] + arguments))
    }
  }

  /// A report without a beacon frame: flags and a maker's data.
  private func device(_ address: UInt64, rssi: Int8) -> [UInt8] {
    let bytes = (0..<6).map { UInt8(truncatingIfNeeded: address >> UInt64(8 * $0)) }
    let data: [UInt8] = [2, 1, 6, 4, 0xFF, 0x59, 0x00, 7]
    return [0x03, 0x01] + bytes + [UInt8(data.count)] + data + [UInt8(bitPattern: rssi)]
  }

  private let elsewhere = "00112233445566778899aabbccddeeff"

  /// Two beacons of the demo and one of somewhere else: 4, 2 and 1 times a second, for 12 s.
  private func walk() -> TestRecording {
    var recording = TestRecording()
    for turn in 0..<48 {
      recording.add(TestRecording.event([TestRecording.report(minor: 1, rssi: -70)]))
      if turn % 2 == 0 { recording.add(TestRecording.event([TestRecording.report(minor: 2, rssi: -59)])) }
      if turn % 4 == 0 {
        recording.add(TestRecording.event([TestRecording.report(minor: 9, rssi: -40, uuid: elsewhere)]))
      }
      recording.time += 250
    }
    return recording
  }

  @Test func theTable() throws {
    try scan(walk(), "--site", Demo.site) { run in
      #expect(run.code == 0 && run.errors.isEmpty)
      #expect(
        run.output == """
          beacon          kind     name      rssi    mean  level             distance  proximity  adv/s    seen
          00112233… 1/9   ibeacon             -40   -40.0  ████████▌    0.17 ± 0.03 m  immediate    1.0   0.7 s
          fb43fa7b… 1/2   ibeacon  a2         -59   -59.0  █████▌         1.0 ± 0.2 m  near         2.1   0.2 s
          fb43fa7b… 1/1   ibeacon  a1         -70   -70.0  ████           2.8 ± 0.5 m  near         4.1   0.0 s
          3 beacons (2 of the site), 84 advertising reports in 11.7 s, 7.1 a second

          """)
    }
    try scan(walk()) { run in
      #expect(
        run.lines.first == "beacon          kind     rssi    mean  level             distance  proximity  adv/s    seen"
      )
    }
  }

  @Test(arguments: [
    ("rssi", ["1/9", "1/2", "1/1"]), ("name", ["1/1", "1/2", "1/9"]), ("rate", ["1/1", "1/2", "1/9"]),
    ("seen", ["1/1", "1/2", "1/9"]),
  ])
  func orders(_ order: String, _ expected: [String]) throws {
    try scan(walk(), "--site", Demo.site, "--sort", order) { run in
      #expect(run.lines.dropFirst().dropLast().map { $0.split(separator: " ")[1] } == expected.map { Substring($0) })
    }
  }

  /// The loudest that fell silent a minute ago is not the nearest.
  @Test func whatIsGoneComesLast() throws {
    var recording = TestRecording()
    recording.add(TestRecording.event([TestRecording.report(minor: 3, rssi: -30)]))
    recording.time += 60_001
    recording.add(TestRecording.event([TestRecording.report(minor: 1, rssi: -90)]))
    try scan(recording) { run in
      #expect(run.lines.dropFirst().dropLast().map { $0.split(separator: " ")[1] } == ["1/1", "1/3"])
      #expect(run.lines[2].hasSuffix("    0.0    60 s"))
    }
  }

  @Test func devicesAreShownWhenAskedFor() throws {
    var recording = walk()
    recording.add(TestRecording.event([device(0xC0FF_EE00_0001, rssi: -50)]))
    // Without an RSSI it is seen, and not ranged.
    recording.add(TestRecording.event([device(0xC0FF_EE00_0002, rssi: 127)]))
    try scan(recording) { run in
      #expect(!run.output.contains("c0:ff:ee") && run.output.contains("\n3 beacons, 86 advertising reports"))
    }
    try scan(recording, "--all") { run in
      #expect(run.output.contains("\n3 beacons and 2 devices, 86 advertising reports"))
      let lines = run.lines.filter { $0.hasPrefix("c0:ff:ee") }
      #expect(lines.count == 2 && lines[0].hasPrefix("c0:ff:ee:00:00:01  company 0059   -50   -50.0"))
      #expect(lines[1].hasPrefix("c0:ff:ee:00:00:02  company 0059     –       –"))
    }
  }

  @Test func eachAdvertisementAsJSON() throws {
    try scan(walk(), "--site", Demo.site, "--json") { run in
      #expect(run.code == 0 && run.lines.count == 84)
      #expect(run.errors == "3 beacons (2 of the site), 84 advertising reports in 11.7 s, 7.1 a second\n")
      let id = try beaconID(2)
      #expect(
        run.lines[1] == #"""
          {"time":"2024-05-06T07:08:09.000Z","address":"c0:00:00:01:00:02","addressType":"random",\#
          "eventType":"nonconnectable","rssi":-59,"kind":"ibeacon","uuid":"fb43fa7b-6a76-5b5d-a665-6078f5b7f0ac",\#
          "major":1,"minor":2,"measuredPower":-59,"name":"a2","beaconId":"\#(id)","filteredRssi":-59.0,\#
          "distance":1.00,"uncertainty":0.55,"proximity":"near"}
          """#)
      // A beacon of somewhere else has no name here.
      let foreign = try #require(
        try JSONSerialization.jsonObject(with: Data(run.lines[2].utf8)) as? [String: Any])
      #expect(foreign["name"] == nil && foreign["proximity"] as? String == "immediate")
    }
  }

  private func beaconID(_ minor: Int) throws -> String {
    let data = try Data(contentsOf: URL(fileURLWithPath: Demo.site + "/beacons.json"))
    let beacons = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    return try #require(beacons.first { $0["ibeacon_minor"] as? Int == minor }?["id"] as? String)
  }

  /// Fresh random addresses for ever, as phones have them: the table keeps its size, and its beacons.
  @Test func aCrowdPushesNoBeaconOut() throws {
    var recording = TestRecording()
    for turn in 0..<20_000 {
      recording.add(TestRecording.event([device(0xC000_0000_0000 + UInt64(turn), rssi: -35)]))
      // Each beacon every 8 s, while 8,000 devices pass.
      if turn % 1_000 < 6 {
        let minor = UInt8(1 + turn % 1_000)
        recording.add(TestRecording.event([TestRecording.report(minor: minor, rssi: -80)]))
        recording.add(TestRecording.event([TestRecording.report(minor: minor, rssi: -80, uuid: elsewhere)]))
      }
      recording.time += 1
    }
    try scan(recording, "--all", "--site", Demo.site, "--sort", "name") { run in
      #expect(run.code == 0)
      let rows = run.lines.dropFirst()
      #expect(rows.filter { $0.hasPrefix("fb43fa7b… ") }.count == 6)
      #expect(rows.filter { $0.hasPrefix("00112233… ") }.count == 6)
      #expect(rows.filter { $0.hasPrefix("c0:00:00:") }.count == 512 - 6)
      #expect(run.output.contains("\n12 beacons (6 of the site) and 506 devices, 20240 advertising reports"))
      #expect(run.output.contains("\n  of these: \(20_000 - 506) made room for others"))
      // The last of them are there.
      #expect(run.output.contains("c0:00:00:00:4e:1f") && !run.output.contains("c0:00:00:00:00:01"))
    }
  }

  /// Ever new beacons: those of the site stay, and the others' oldest go.
  @Test func aCrowdOfBeaconsPushesNoSiteBeaconOut() throws {
    var recording = TestRecording()
    recording.add(TestRecording.event([TestRecording.report(minor: 1, rssi: -80)]))
    for turn in 0..<1_000 {
      let uuid = String(repeating: "0", count: 28) + String(format: "%04x", turn)
      recording.add(TestRecording.event([TestRecording.report(minor: 1, rssi: -40, uuid: uuid)]))
      recording.add(TestRecording.event([device(UInt64(turn), rssi: -35)]))
      recording.time += 10
    }
    try scan(recording, "--all", "--site", Demo.site) { run in
      #expect(run.output.contains("fb43fa7b… 1/1"))
      #expect(run.output.contains("\n513 beacons (1 of the site) and 0 devices, "))
      #expect(run.output.contains(" without room in the table"))
    }
  }

  @Test func namesCannotSteerATerminal() throws {
    try withFiles(["walk": walk().bytes]) { folder in
      let site = folder.path + "/site"
      try FileManager.default.copyItem(atPath: Demo.site, toPath: site)
      let beacons = try String(contentsOfFile: site + "/beacons.json", encoding: .utf8)
      try beacons.replacingOccurrences(of: "\"a1\"", with: #""\u001b[2J\u202eA\n""#).write(
        toFile: site + "/beacons.json", atomically: false, encoding: .utf8)
      let run = try bluedot("scan", "--from", folder.path + "/walk", "--site", site)
      #expect(run.output.contains(#"  \u{1B}[2J\u{202E}A\n  "#))
      #expect(!run.output.contains("\u{1B}") && !run.output.contains("\u{202E}"))
    }
  }

  @Test func aDamagedRecordingShowsWhatCameBefore() throws {
    var recording = walk()
    recording.add([0x04])
    try withFiles(["walk": Array(recording.bytes.dropLast(3))]) { folder in
      let run = try bluedot("scan", "--from", folder.path + "/walk")
      #expect(run.code == 1 && run.lines.count == 5)
      #expect(run.errors.hasPrefix("bluedot scan: \(folder.path)/walk: byte ") && run.errors.contains("is cut"))
    }
    try withFiles(["walk": Array("043e020200\n".utf8)]) { folder in
      let run = try bluedot("scan", "--from", folder.path + "/walk")
      #expect(run.code == 1 && run.errors.contains("1 events have no time"))
    }
  }

  @Test(arguments: [
    (["--sort", "size"], "--sort is \"size\"; expected rssi, name, rate or seen"),
    (
      ["--adapter", "eth0"],
      "--adapter is \"eth0\"; expected first, hci0, an address such as AA:BB:CC:DD:EE:FF, or unix:/PATH"
    ),
    (["--adapter", "11:22:33:44:55:+6"], "--adapter is \"11:22:33:44:55:+6\""),
    (["--adapter", "11:22:33:44:55"], "--adapter is \"11:22:33:44:55\""),
    (["--adapter", "hci65536"], "--adapter is \"hci65536\""), (["--adapter", "unix:hci"], "--adapter is \"unix:hci\""),
    (["--adapter", "hci+1"], "--adapter is \"hci+1\""),
    (["--duration", "0"], "--duration is \"0\"; expected a whole number from 1 to 604800"),
    (["--record", ""], "--record is empty"), (["hci0"], "unexpected argument \"hci0\""),
    (["--from", "x", "--record", "y"], "--record is for the radio, and --from reads a recording in its place"),
    (["--from", "x", "--active"], "--active is for the radio"), (["--wide"], "unknown option --wide"),
  ])
  func wrongUsage(_ arguments: [String], _ message: String) throws {
    let run = try bluedot(["scan"] + arguments)
    #expect(run.code == 2 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("bluedot scan: \(message)"))
  }

  @Test func whatIsNotThere() throws {
    let recording = try bluedot("scan", "--from", "/nonexistent")
    #expect(recording.code == 1 && recording.errors.contains("No such file or directory"))
    let site = try bluedot("scan", "--from", Demo.walk, "--site", "/nonexistent")
    #expect(site.code == 1 && site.errors.hasPrefix("/nonexistent: error: "))
  }
}
