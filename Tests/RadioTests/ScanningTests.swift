import Agent
import Testing
import VirtualController

@testable import Radio

/// Switching the scan on and over with controllers of every kind.
@Suite struct ScanningTests {
  @Test func aLegacyControllerScansPassivelyWithoutFilter() {
    let rig = Rig()
    #expect(rig.state == .off && rig.radio.descriptors.isEmpty)
    rig.order(.tracking)
    #expect(rig.state == scanningLegacy)
    #expect(rig.end.opcodes == [0x1002, 0x200C, 0x200B, 0x200C])
    #expect(rig.end.commands[2] == [0x01, 0x0B, 0x20, 0x07, 0x00, 64, 0, 48, 0, 0x00, 0x00])
    #expect(rig.end.commands[3] == [0x01, 0x0C, 0x20, 0x02, 0x01, 0x00])
    #expect(rig.end.scan.scan == VC_SCAN_LEGACY && !rig.end.scan.filters_duplicates && !rig.end.scan.is_active)
    #expect(
      rig.texts == [
        "hci0 (C0:FF:EE:12:34:56, UART): being set up",
        "listening with hci0 (C0:FF:EE:12:34:56, UART), legacy scanning",
      ])
    #expect(rig.radio.adapter?.name == "hci0" && rig.radio.descriptors.count == 2)
  }

  @Test func anExtendedControllerScansWithExtendedCommands() {
    let rig = Rig { $0.add(index: 0, end: ControllerEnd(isExtended: true)) }
    rig.order(.searching)
    #expect(rig.state == scanningExtended)
    #expect(rig.end.opcodes == [0x1002, 0x2042, 0x2041, 0x2042])
    #expect(rig.end.scan.window == 86 && rig.end.scan.interval == 96 && rig.end.scan.scan == VC_SCAN_EXTENDED)
    #expect(rig.end.advertise())
    rig.settle()
    #expect(rig.packets.count == 5 && rig.packets[4].prefix(2) == [0x04, 0x3E] && rig.packets[4][3] == 0x0D)
  }

  @Test func activeScanningWhenAsked() {
    var options = RadioOptions()
    options.isActive = true
    #expect(Rig.scanning(options).end.scan.is_active)
  }

  /// Lesson A8, and the other way round.
  @Test func aControllerThatRefusesItsOwnKindIsAskedForTheOther() {
    let rig = Rig()
    vc_refuse_legacy(rig.end.controller, true)
    vc_set_extended(rig.end.controller, true)
    vc_fail_command(rig.end.controller, 0x1002, 0x01, -1)
    rig.order(.tracking)
    #expect(rig.state == scanningExtended && rig.end.scan.scan == VC_SCAN_EXTENDED)
    #expect(rig.end.advertise())
    rig.settle()
    #expect(rig.radio.counters.reportEvents == 1)
    #expect(rig.texts.contains { $0.contains("refused with 0x0C (Command Disallowed); trying extended scanning") })
    #expect(rig.radio.counters.refusals == 2)
  }

  @Test func extendedRefusedIsLegacy() {
    let rig = Rig { $0.add(index: 0, end: ControllerEnd(isExtended: true)) }
    vc_refuse_extended(rig.end.controller, true)
    rig.order(.tracking)
    #expect(rig.state == scanningLegacy && rig.end.scan.scan == VC_SCAN_LEGACY)
    // What worked is used from now on.
    rig.forget()
    rig.order(.idle)
    #expect(rig.end.opcodes == [0x200C, 0x200B, 0x200C])
  }

  /// Lesson A1: a predecessor was killed while it scanned.
  @Test(arguments: [false, true])
  func aScanLeftOnIsSwitchedOffFirst(isExtended: Bool) {
    let end = ControllerEnd(isExtended: isExtended)
    let before = Rig { $0.add(index: 0, end: end) }
    before.order(.tracking)
    #expect(end.scan.scan != VC_SCAN_OFF)
    end.forgetCommands()
    let rig = Rig {
      $0.list = before.port.list
      $0.ends = [0: end]
    }
    rig.order(.tracking)
    #expect(rig.state == .scanning(isExtended: isExtended) && rig.radio.counters.refusals == 0)
    #expect(end.opcodes == (isExtended ? [0x1002, 0x2042, 0x2041, 0x2042] : [0x1002, 0x200C, 0x200B, 0x200C]))
  }

  @Test func parametersRefusedOnce() {
    let rig = Rig()
    vc_fail_command(rig.end.controller, 0x200B, 0x0C, 1)
    rig.order(.tracking)
    #expect(rig.state == scanningLegacy)
    #expect(rig.end.opcodes == [0x1002, 0x200C, 0x200B, 0x200C, 0x200B, 0x200C])
    #expect(
      rig.events.contains(
        RadioEvent(
          kind: .notice, level: .warning,
          text: "hci0: LE Set Scan Parameters (0x200B) refused with 0x0C (Command Disallowed); "
            + "switching the scan off and trying again")))
  }

  /// Lesson A2: whatever comes before the answer is neither lost nor in the way.
  @Test func advertisementsBeforeTheAnswers() {
    let rig = Rig.scanning()
    let report: [UInt8] = [0x04, 0x3E, 0x0C, 0x02, 0x01, 0x03, 0x01, 1, 2, 3, 4, 5, 6, 0, 0xC4]
    report.withUnsafeBufferPointer { vc_flood(rig.end.controller, $0.baseAddress, report.count, 500) }
    rig.order(.idle)
    #expect(rig.state == scanningLegacy && rig.radio.counters.commandTimeouts == 0)
    #expect(rig.packets.count { $0 == report } == 500)
    #expect(rig.radio.counters.reportEvents == 500)
    #expect(rig.end.scan.window == 96 && rig.end.scan.interval == 960)
  }

  /// One command at a time: the next goes out only when the answer to the one before is there.
  @Test func oneCommandIsOutstanding() {
    let rig = Rig()
    rig.radio.order(.tracking, now: rig.now)
    var largest = 0
    for _ in 0..<30 {
      rig.step()
      let before = rig.end.commands.count
      rig.end.pump()
      largest = max(largest, rig.end.commands.count - before)
    }
    #expect(largest == 1 && rig.state == scanningLegacy)
  }

  @Test func aChangeOfDutyIsDisableParametersEnable() {
    let rig = Rig.scanning()
    rig.order(.idle)
    #expect(rig.end.opcodes == [0x200C, 0x200B, 0x200C])
    #expect(rig.end.commands[0] == [0x01, 0x0C, 0x20, 0x02, 0x00, 0x00])
    #expect(rig.end.scan.window == 96 && rig.end.scan.interval == 960 && rig.texts.isEmpty)
    rig.forget()
    rig.order(.idle)
    #expect(rig.end.commands.isEmpty)
  }

  /// Orders that come while commands are on their way: the last one counts.
  @Test func ordersInQuickSuccession() {
    let rig = Rig()
    for duty in [.tracking, .idle, .off, .searching, .off, .idle, .tracking, .idle] as [ScanDuty] {
      rig.radio.order(duty, now: rig.now)
      rig.step()
      rig.end.pump()
    }
    rig.settle()
    #expect(rig.state == scanningLegacy && rig.end.scan.interval == 960)
    for duty in [.off, .tracking, .off] as [ScanDuty] { rig.radio.order(duty, now: rig.now) }
    rig.settle()
    #expect(rig.state == .off && rig.end.scan.scan == VC_SCAN_OFF && rig.radio.phase == .idle)
  }

  /// Whatever is on its way when the order comes.
  @Test(arguments: [false, true])
  func offInTheMiddleOfTheSetUp(isExtended: Bool) {
    for steps in 0...12 {
      let rig = Rig { $0.add(index: 0, end: ControllerEnd(isExtended: isExtended)) }
      rig.radio.order(.tracking, now: rig.now)
      for number in 0..<steps {
        if number % 2 == 0 { rig.end.pump() } else { rig.step() }
      }
      rig.order(.off)
      #expect(rig.state == .off && rig.end.scan.scan == VC_SCAN_OFF && rig.radio.phase == .idle)
    }
  }

  @Test func offWhileACommandIsNotAnswered() {
    let rig = Rig.scanning()
    vc_ignore_command(rig.end.controller, 0x200B, 1)
    rig.order(.idle)
    rig.end.send(HCICommand.scanEnable(.legacy, true).packet, isAnswerHeard: false)
    rig.order(.off)
    #expect(rig.state == .off)
    rig.run(3_500)
    #expect(rig.radio.phase == .idle && rig.end.scan.scan == VC_SCAN_OFF)
  }

  @Test func offSwitchesTheScanOff() {
    let rig = Rig.scanning()
    rig.order(.off)
    #expect(rig.state == .off && rig.end.scan.scan == VC_SCAN_OFF)
    #expect(rig.end.commands == [[0x01, 0x0C, 0x20, 0x02, 0x00, 0x00]])
    #expect(rig.radio.deadline == rig.now + 60_000)
    rig.order(.tracking)
    #expect(rig.state == scanningLegacy)
  }

  @Test func stopLeavesTheScanOff() {
    let rig = Rig.scanning()
    rig.radio.stop(now: rig.now)
    #expect(rig.state == .off && rig.radio.descriptors.isEmpty)
    #expect(rig.end.commands == [[0x01, 0x0C, 0x20, 0x02, 0x00, 0x00]] && rig.end.scan.scan == VC_SCAN_OFF)
  }

  /// The enable has gone out, its answer hasn't come: the scan may be on.
  @Test func stopInTheMiddleOfTheSetUp() {
    for steps in 1...6 {
      let rig = Rig { $0.add(index: 0, end: ControllerEnd(isExtended: true)) }
      rig.radio.order(.tracking, now: rig.now)
      for _ in 0..<steps {
        rig.end.pump()
        rig.step()
      }
      rig.radio.stop(now: rig.now)
      rig.end.pump()
      #expect(rig.end.scan.scan == VC_SCAN_OFF && rig.state == .off)
    }
  }

  @Test func descriptorsAreThoseToWatch() {
    let rig = Rig.scanning()
    let version = rig.radio.descriptorsVersion
    rig.step()
    #expect(rig.radio.descriptorsVersion == version)
    rig.order(.off)
    #expect(rig.radio.descriptorsVersion != version && rig.radio.descriptors.count == 1)
  }
}
