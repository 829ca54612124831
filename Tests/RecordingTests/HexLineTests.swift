import Foundation
import Testing

@testable import Recording

struct HexLineTests {
  @Test func packetsCommentsAndLabels() throws {
    let text = """
      # Two events

      V01 good iBeacon (major 0xA130)
        043e020200
      v2
      \t04 3E\t0202 00  # the same
      #
      01030c00\r
      """
    let outcome = try read(Array(text.utf8))
    #expect(outcome.problem == nil)
    #expect(outcome.contents == [bytes("043e020200"), bytes("043e020200"), bytes("01030c00")])
    #expect(outcome.packets.map(\.kind) == [.event, .event, .command])
    #expect(outcome.packets.allSatisfy { $0.microseconds == nil && $0.milliseconds == nil && $0.hasPacketType })
    #expect(outcome.packets.map(\.isReceived) == [true, true, false])
  }

  @Test func theVectorsAsTheyAre() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Vectors/hci-vectors.txt")
    let outcome = try read(Array(try Data(contentsOf: file)))
    #expect(outcome.problem == nil)
    #expect(outcome.packets.count == 20)
  }

  @Test(arguments: [
    ("04 3e\n043g\n", 1, ":2:4: 'g' is no hex digit; expected a packet in hex, a comment (#) or a label (V01 …)"),
    ("04 3e 0", 0, ":1:7: half a byte; expected pairs of hex digits"),
    ("04 3 e", 0, ":1:4: half a byte; expected pairs of hex digits"),
    ("043#", 0, ":1:3: half a byte; expected pairs of hex digits"),
    ("V 01", 0, ":1:1: 'V' is no hex digit; expected a packet in hex, a comment (#) or a label (V01 …)"),
    ("V01x", 0, ":1:1: 'V' is no hex digit; expected a packet in hex, a comment (#) or a label (V01 …)"),
    ("\u{7F}ELF", 0, ":1:1: byte 127 is no hex digit; expected a packet in hex, a comment (#) or a label (V01 …)"),
  ])
  func wrongLines(_ text: String, _ packets: Int, _ problem: String) throws {
    let outcome = try read(Array(text.utf8))
    #expect(outcome.packets.count == packets)
    #expect(outcome.problem == problem)
  }

  /// Lines around the sizes at which the reader widens its window.
  @Test(arguments: [510, 511, 512, 513, 1_023, 1_024, 1_025, 32_768, 65_534])
  func longLines(_ length: Int) throws {
    let line = "04" + String(repeating: " ", count: length - 2)
    let outcome = try read(Array((line + "\n" + "05\n" + line).utf8))
    #expect(outcome.problem == nil)
    #expect(outcome.contents == [[4], [5], [4]])
  }

  @Test func endlessLine() throws {
    let outcome = try read([UInt8](repeating: UInt8(ascii: "0"), count: 200_000))
    #expect(outcome.problem == ":1:65536: a line of more than 65536 bytes; expected one HCI packet in hex")
  }

  @Test func commentsAlone() throws {
    let outcome = try read(Array("# nothing\n\n".utf8))
    #expect(outcome.problem == nil && outcome.packets.isEmpty)
  }
}
