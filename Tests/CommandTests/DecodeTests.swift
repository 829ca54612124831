import Foundation
import Testing

/// `bluedot decode` as a person runs it: lines, statistics, errors and exit codes.
struct DecodeTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Vectors").path
  private let beacons = folder + "/hci-vectors.txt"
  private let frames = folder + "/frame-vectors.txt"

  private func decode(_ arguments: [String]) throws -> Run { try bluedot(["decode"] + arguments) }

  private func withFile(_ content: [UInt8], _ body: (String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("decode-\(UUID().uuidString)").path
    try Data(content).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(path)
  }

  @Test func vectors() throws {
    let run = try decode([beacons])
    #expect(run.code == 0 && run.errors.isEmpty)
    #expect(run.lines.count == 19)
    #expect(
      run.lines.first == #"""
        {"time":null,"address":"11:22:33:44:55:66","addressType":"random","eventType":"nonconnectable","rssi":-64,\#
        "kind":"ibeacon","uuid":"e2c56db5-dffb-48d2-b060-d0f5a71096e0","major":41264,"minor":258,"measuredPower":-59}
        """#)
  }

  @Test func everyLineIsJSON() throws {
    for file in [beacons, frames] {
      for line in try decode([file, "--stats"]).lines {
        #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
      }
    }
  }

  @Test func statistics() throws {
    let run = try decode(["--stats", beacons])
    #expect(
      run.lines.last == #"""
        {"stats":{"packets":{"event":20},"truncatedPackets":0,"recorderDrops":0,"reports":19,\#
        "kinds":{"ibeacon":9,"eddystone-uid":1,"unknown":9},"discards":{"no-reports":1,"report-overrun":1,\#
        "report-missing":2,"rssi-not-available":1,"ad-overrun":1,"ad-lone-length":1,"ad-after-termination":1,\#
        "ibeacon-short":1,"eddystone-short":1}}}
        """#)
  }

  @Test(arguments: [
    (
      0,
      #""eventType":"extended-connectable","rssi":-70,"primaryPhy":"1M","secondaryPhy":"2M","advertisingSet":3,"txPower":9,"#
    ),
    (2, #""address":null,"addressType":"anonymous","#),
    (5, #""truncated":true,"kind":"ibeacon","#),
    (6, #""kind":"altbeacon","id":"000102030405060708090a0b0c0d0e0f10111213","companyId":"0118","measuredPower":-60,"#),
    (7, #""kind":"eddystone-uid","namespace":"01020304050607080900","instance":"010203040506","measuredPower":-37}"#),
    (8, #""kind":"eddystone-url","url":"https://test.biz","measuredPower":-37}"#),
    (9, #""kind":"eddystone-tlm","batteryMillivolts":384,"temperature":5.25,"advertisements":256,"uptime":6553.6}"#),
    (10, #""batteryMillivolts":null,"temperature":null,"advertisements":1,"uptime":0.2}"#),
    (11, #""kind":"eddystone-etlm","ciphertext":"0102030405060708090a0b0c","salt":"1122","check":"3344"}"#),
    (12, #""kind":"eddystone-eid","ephemeralId":"5152535455565758","measuredPower":-37}"#),
    (
      13,
      #""accelerationMilliG":[1008,-1008,2000],"currentMotion":"3 w","previousMotion":"5 s","moving":true,"inputs":5,"#
    ),
    (14, #""lux":28.80,"uptime":"564 h","temperature":-1.2500,"batteryMillivolts":3000,"batteryPercent":87,"#),
    (15, #""temperature":22.7500,"batteryMillivolts":3002,"underLoad":false,"moving":true,"#),
    (16, #""kind":"estimote-other","frameType":0,"version":2,"data":"05169afe2001"}"#),
  ])
  func fields(_ line: Int, _ text: String) throws {
    let run = try decode([frames])
    try #require(run.lines.count == 17)
    #expect(run.lines[line].contains(text))
  }

  /// A btsnoop recording of adapter 1 with a time, cut inside its second record.
  @Test func damagedRecording() throws {
    let event: [UInt8] = [0x3E, 0x0C, 0x02, 1, 4, 1, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11, 0, 0xC0]
    let time: [UInt8] = [0x00, 0xE2, 0xF5, 0x76, 0xCA, 0x82, 0xCA, 0x80]
    let record = [0, 0, 0, 14, 0, 0, 0, 14, 0, 1, 0, 3, 0, 0, 0, 0] + time + event
    let header = Array("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 0x07, 0xD1]
    try withFile(header + record + record.prefix(30)) { path in
      let run = try decode([path, "--stats"])
      #expect(run.code == 1)
      #expect(
        run.errors == "bluedot decode: \(path): byte 54: the recording is cut: 6 of a packet's 14 bytes are there\n")
      #expect(
        run.lines == [
          #"""
          {"time":"2024-05-06T07:08:09.123Z","adapter":1,"address":"11:22:33:44:55:66","addressType":"random",\#
          "eventType":"scan-response","rssi":-64,"kind":"unknown","data":""}
          """#,
          #"""
          {"stats":{"packets":{"event":1},"truncatedPackets":0,"recorderDrops":0,"reports":1,"kinds":{"unknown":1},\#
          "discards":{}}}
          """#,
        ])
    }
  }

  @Test func wrongLine() throws {
    try withFile(Array("043e020200\nhello\n".utf8)) { path in
      let run = try decode([path])
      #expect(run.code == 1)
      #expect(
        run.errors == """
          bluedot decode: \(path):2:1: 'h' is no hex digit; expected a packet in hex, a comment (#) or a label (V01 …)

          """)
    }
  }

  @Test func missingFile() throws {
    let run = try decode(["/nonexistent"])
    #expect(run.code == 1 && run.lines.isEmpty)
    #expect(run.errors == "bluedot decode: /nonexistent: cannot open it: No such file or directory\n")
  }

  @Test(arguments: [[], ["--bogus", "x"], ["a", "b"]])
  func wrongUsage(_ arguments: [String]) throws {
    let run = try decode(arguments)
    #expect(run.code == 2 && run.lines.isEmpty)
    #expect(run.errors.hasPrefix("bluedot decode: "))
  }

  @Test func help() throws {
    let run = try decode(["--help"])
    #expect(run.code == 0)
    #expect(run.lines.first == "usage: bluedot decode FILE [--stats]")
  }
}
