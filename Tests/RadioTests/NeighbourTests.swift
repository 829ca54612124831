import Agent
import Testing
import VirtualController

@testable import Radio

/// Other programs that use the same controller.
@Suite struct NeighbourTests {
  private let advice = "stop bluetooth.service or give us our own adapter"

  @Test func theScanIsSwitchedOffByAnother() {
    let rig = Rig.scanning()
    vc_scan_off_by_other(rig.end.controller)
    rig.settle()
    #expect(rig.state == .recovering(rung: 1, reason: "another program switched the scan off; \(advice)"))
    #expect(rig.time { rig.state.isHearing } == 500)
    #expect(rig.end.scan.scan == VC_SCAN_LEGACY && rig.radio.counters.foreignScanOffs == 1)
    #expect(rig.texts.first == "hci0: another program switched the scan off; \(advice); switching the scan on again")
  }

  /// It does so again and again: the waits grow, so that two programs don't fight in a tight loop.
  @Test func aFight() {
    let rig = Rig.scanning()
    rig.run(3_600_000, every: 100) { if rig.state.isHearing { vc_scan_off_by_other(rig.end.controller) } }
    #expect((60...80).contains(rig.radio.counters.foreignScanOffs))
    #expect(rig.texts.count <= 6)
    // Left alone for a minute, it is a new trouble.
    _ = rig.time { rig.state.isHearing }
    rig.run(61_000, every: 1_000) { rig.end.advertise() }
    vc_scan_off_by_other(rig.end.controller)
    rig.settle()
    #expect(rig.time { rig.state.isHearing } == 500)
  }

  @Test func aResetByAnother() {
    let rig = Rig.scanning()
    vc_reset_by_other(rig.end.controller)
    rig.settle()
    #expect(rig.state == .recovering(rung: 1, reason: "another program reset the controller; \(advice)"))
    #expect(rig.time { rig.state.isHearing } == 500 && rig.radio.counters.foreignResets == 1)
    #expect(rig.end.opcodes == [0x0C01, 0x2001, 0x200C, 0x200B, 0x200C])
    // A reset switches LE events off; the controller would scan for nobody.
    #expect(rig.end.advertise())
  }

  @Test func aResetInTheMiddleOfTheSetUp() {
    let rig = Rig()
    rig.radio.order(.tracking, now: rig.now)
    for _ in 0..<3 {
      rig.end.pump()
      rig.step()
    }
    vc_reset_by_other(rig.end.controller)
    rig.settle()
    #expect(rig.time { rig.state.isHearing } == 500 && rig.end.advertise())
  }

  /// `bluedot scan` beside `bluedot run`: both listen alike, neither disturbs the other.
  @Test func anotherThatScansAsWeDo() {
    let rig = Rig.scanning()
    for command in [
      HCICommand.scanEnable(.legacy, false), .scanParameters(.legacy, RadioOptions().searching, isActive: false),
      .scanEnable(.legacy, true),
    ] {
      rig.end.emit(command.packet)
      rig.end.send(command.packet, isAnswerHeard: true)
      rig.settle()
    }
    #expect(rig.state == scanningLegacy && rig.end.commands.isEmpty)
    rig.run(10_000)
    #expect(rig.end.commands.isEmpty && rig.end.scan.window == 86)
    // It ends, and switches its scan off.
    let off = HCICommand.scanEnable(.legacy, false).packet
    rig.end.emit(off)
    rig.end.send(off, isAnswerHeard: true)
    rig.settle()
    #expect(rig.time { rig.state.isHearing } ?? .max <= 1_000)
    #expect(rig.end.scan.window == 48)
  }

  /// bluetoothd's discovery filters duplicates: RSSI would stand still.
  @Test func anotherThatFiltersDuplicates() {
    let rig = Rig.scanning()
    for command in [
      HCICommand.scanEnable(.legacy, false).packet, HCICommand(opcode: 0x200C, parameters: [1, 1]).packet,
    ] {
      rig.end.emit(command)
      rig.end.send(command, isAnswerHeard: true)
      rig.settle()
    }
    #expect(!rig.state.isHearing && rig.end.scan.filters_duplicates)
    #expect(rig.time { rig.state.isHearing } == 500)
    #expect(!rig.end.scan.filters_duplicates && rig.radio.counters.foreignScanOffs == 2)
  }

  @Test func commandsThatAreNoneOfOurBusiness() {
    let rig = Rig.scanning()
    rig.end.send(HCICommand.readLocalVersion.packet, isAnswerHeard: true)
    rig.end.emit([0x04, 0x0E, 0x04, 0x01, 0x0C, 0x20, 0x0C])
    rig.run(1_000)
    #expect(rig.state == scanningLegacy && rig.end.commands.isEmpty && rig.texts.isEmpty)
  }
}
