import Testing
import VirtualController

@testable import Radio

@Suite struct ControllerFactsTests {
  @Test(arguments: [false, true])
  func readWithoutDisturbingAScan(isExtended: Bool) throws {
    let rig = Rig.scanning { $0.add(index: 0, end: ControllerEnd(isExtended: isExtended)) }
    let scan = rig.end.scan.scan
    let facts = try ControllerFacts.read(index: 0, port: rig.port)
    #expect(facts?.version == 9 && facts?.versionText == "5.0")
    #expect(facts?.manufacturer == 0x05F1 && facts?.manufacturerText == "The Linux Foundation")
    #expect(facts?.scansLegacy == true && facts?.scansExtended == isExtended)
    #expect(rig.end.scan.scan == scan && rig.end.opcodes == [0x1001, 0x1002])
  }

  @Test func aControllerThatDoesNotAnswer() throws {
    let port = FakePort()
    vc_ignore_command(port.add(index: 0).controller, 0x1001, -1)
    #expect(try ControllerFacts.read(index: 0, port: port, limit: 20) == nil)
  }

  @Test func noSuchController() {
    let error = #expect(throws: (any Error).self) { try ControllerFacts.read(index: 4, port: FakePort()) }
    #expect(error != nil)
  }

  @Test func answersThatAreTooShort() {
    let version: [UInt8] = [0x04, 0x0E, 0x0C, 1, 0x01, 0x10, 0, 9, 0, 0, 9, 0xF1, 0x05, 0, 0]
    let commands = [0x04, 0x0E, 68, 1, 0x02, 0x10, 0] + [UInt8](repeating: 0xFF, count: 64)
    #expect(ControllerFacts(version: version.span.bytes, commands: commands.span.bytes)?.scansExtended == true)
    for count in 0..<version.count {
      #expect(
        ControllerFacts(version: version.span.extracting(..<count).bytes, commands: commands.span.bytes) == nil)
    }
    for count in 0..<commands.count {
      #expect(
        ControllerFacts(version: version.span.bytes, commands: commands.span.extracting(..<count).bytes) == nil)
    }
  }
}
