import Agent
import Testing
import VirtualController

@testable import Radio

/// Controllers that misbehave.
@Suite struct RecoveryTests {
  /// Lesson A4: the scan is on, nothing comes. Each remedy is tried in its turn.
  @Test func aSilentStopIsEndedByAReset() {
    let rig = Rig.scanning()
    rig.run(5_000, every: 1_000) { rig.end.advertise() }
    vc_set_silent(rig.end.controller, true, true)
    rig.forget()
    let began = rig.now
    let back = rig.time(every: 1_000) {
      rig.end.advertise()
      return rig.radio.lastPacket.map { $0 > began } ?? false
    }
    // Re-enabled after 90 s, reset after 180 s.
    #expect(rig.radio.counters.reEnables == 1 && rig.radio.counters.resets == 1 && rig.radio.counters.downUps == 0)
    #expect((179_000...181_000).contains(back ?? 0))
    #expect(rig.state == scanningLegacy)
    #expect(rig.texts.contains("hci0: no advertisement for 90 s; switching the scan on again"))
    #expect(rig.texts.contains("hci0: no advertisement for 90 s; resetting it"))
    #expect(rig.texts.contains { $0.hasPrefix("hci0: advertisements after 18") && $0.hasSuffix(" s of silence") })
    // The kernel does not switch LE events on after a reset: we do, or nothing would have come.
    #expect(rig.end.opcodes.suffix(6) == [0x1002, 0x0C01, 0x2001, 0x200C, 0x200B, 0x200C])
  }

  /// A place without a beacon: remedies become rare, and the log stays short.
  @Test func aPlaceWithoutBeacons() {
    let rig = Rig.scanning()
    rig.run(24 * 3_600_000)
    #expect(rig.state == scanningLegacy)
    let counters = rig.radio.counters
    #expect(counters.resets <= 16 && counters.downUps <= 16 && counters.reEnables <= 16 && counters.resets > 3)
    #expect(rig.texts.count <= 10)
    // Every 10 s a look at the adapter, and no more.
    #expect(rig.steps < 60_000)
  }

  @Test func silenceIsNotWatchedWhenNotWanted() {
    var options = RadioOptions()
    options.silenceLimit = 0
    let rig = Rig.scanning(options)
    rig.run(3_600_000)
    #expect(rig.radio.counters.reEnables == 0 && rig.state == scanningLegacy)
  }

  /// Changes of duty don't start the silence anew.
  @Test func silenceGoesOnOverChangesOfDuty() {
    let rig = Rig.scanning()
    vc_set_silent(rig.end.controller, true, false)
    var duty = ScanDuty.tracking
    rig.run(100_000, every: 20_000) {
      duty = duty == .idle ? .tracking : .idle
      rig.radio.order(duty, now: rig.now)
    }
    #expect(rig.radio.counters.reEnables == 1)
  }

  /// Lesson A3: a command gets no answer.
  @Test func aCommandThatIsNeverAnswered() {
    let rig = Rig()
    vc_ignore_command(rig.end.controller, 0x200B, 1)
    rig.order(.tracking)
    #expect(rig.state == .starting)
    let time = rig.time { rig.state.isHearing }
    #expect(time == 3_200 && rig.radio.counters.commandTimeouts == 1 && rig.radio.counters.resets == 0)
    #expect(
      rig.texts.contains(
        "hci0: does not answer LE Set Scan Parameters (0x200B); switching the scan on again"))
  }

  @Test func anAnswerThatComesLateIsNotTakenForAnothers() {
    let rig = Rig.scanning()
    vc_ignore_command(rig.end.controller, 0x200C, 1)
    rig.order(.idle)
    rig.run(3_300)
    #expect(rig.state == scanningLegacy && rig.radio.counters.commandTimeouts == 1)
    rig.end.emit([0x04, 0x0E, 0x04, 0x01, 0x0C, 0x20, 0x00])
    rig.run(2_000)
    #expect(rig.state == scanningLegacy && rig.radio.counters.foreignScanOffs == 0)
  }

  /// A controller that is dead for an hour: the whole ladder again and again, less and less often, then it lives again.
  @Test func aDeadController() {
    let rig = Rig.scanning()
    vc_ignore_command(rig.end.controller, 0, -1)
    rig.order(.idle)
    rig.run(3_600_000)
    guard case .recovering = rig.state else {
      Issue.record("\(rig.state)")
      return
    }
    #expect(!rig.state.isHearing)
    let counters = rig.radio.counters
    #expect((10...25).contains(counters.resets) && (10...25).contains(counters.downUps))
    #expect(rig.texts.count <= 8 && rig.steps < 3_000)
    #expect(rig.port.log.suffix(3).contains("down 0"))
    vc_ignore_command(rig.end.controller, 0, 0)
    #expect(rig.time(limit: 260_000) { rig.state.isHearing } != nil)
    #expect(rig.texts.last == "listening with hci0 (C0:FF:EE:12:34:56, UART), legacy scanning")
  }

  @Test func theRungsAreTakenInTheirOrder() {
    let rig = Rig.scanning()
    vc_ignore_command(rig.end.controller, 0, -1)
    rig.order(.idle)
    var rungs: [Int] = []
    _ = rig.time(limit: 30_000) {
      if case .recovering(let rung, _) = rig.state, rungs.last != rung { rungs.append(rung) }
      return rungs.count == 4
    }
    #expect(rungs == [1, 2, 3, 1])
    #expect(rig.port.log == ["open 0", "reset 0", "open 0", "down 0", "up 0", "open 0"])
  }

  @Test func aHardwareErrorLeadsToAReset() {
    let rig = Rig.scanning()
    vc_hardware_error(rig.end.controller, 0x42)
    rig.settle()
    #expect(rig.state == .recovering(rung: 2, reason: "reported hardware error 0x42"))
    #expect(rig.time { rig.state.isHearing } == 500)
    #expect(rig.radio.counters.hardwareErrors == 1 && rig.radio.counters.resets == 1)
    #expect(rig.end.advertise())
    rig.settle()
    #expect(rig.radio.counters.reportEvents == 1)
    #expect(
      rig.texts == [
        "hci0: reported hardware error 0x42; resetting it",
        "listening with hci0 (C0:FF:EE:12:34:56, UART), legacy scanning",
      ])
  }

  /// One after the other: heavier remedies, longer waits, but never the end.
  @Test func hardwareErrorsWithoutEnd() {
    let rig = Rig.scanning()
    rig.run(600_000, every: 1_000) { if rig.state.isHearing { vc_hardware_error(rig.end.controller, 1) } }
    #expect(rig.radio.counters.hardwareErrors < 30 && rig.texts.count < 30)
    #expect(rig.time { rig.state.isHearing } != nil)
    rig.run(70_000, every: 1_000) { rig.end.advertise() }
    rig.forget()
    vc_hardware_error(rig.end.controller, 1)
    rig.settle()
    // It was well for a minute: from the bottom again, and told again.
    #expect(rig.texts == ["hci0: reported hardware error 0x01; resetting it"])
    #expect(rig.time { rig.state.isHearing } == 500)
  }

  @Test func aResetThatFailsLeadsToDownAndUp() {
    let rig = Rig.scanning()
    rig.port.actionErrors[.reset] = [110]
    vc_hardware_error(rig.end.controller, 1)
    #expect(rig.time { rig.state.isHearing } == 1_500)
    #expect(rig.port.log.suffix(4) == ["reset 0", "down 0", "up 0", "open 0"])
    #expect(rig.texts.contains("hci0: cannot reset hci0: Connection timed out; bringing it up anew"))
  }

  /// The kernel takes its time for a reset: the radio doesn't wait for it.
  @Test func anActionThatTakesLong() {
    let rig = Rig.scanning()
    rig.port.holdsActions = true
    vc_hardware_error(rig.end.controller, 1)
    rig.run(10_000)
    #expect(rig.state == .recovering(rung: 2, reason: "reported hardware error 0x01"))
    #expect(rig.radio.descriptors.count == 2 && rig.steps < 60)
    rig.port.holdsActions = false
    rig.settle()
    #expect(rig.state == scanningLegacy)
  }

  @Test func offWhileTheKernelActs() {
    let rig = Rig.scanning()
    rig.port.holdsActions = true
    vc_hardware_error(rig.end.controller, 1)
    rig.run(1_000)
    rig.order(.off)
    #expect(rig.state == .off)
    rig.run(5_000)
    rig.port.holdsActions = false
    rig.settle()
    #expect(rig.state == .off && rig.radio.phase == .idle && rig.radio.descriptors.count == 1)
    rig.order(.tracking)
    #expect(rig.state == scanningLegacy)
  }

  @Test func aControllerThatKnowsNoScanning() {
    let rig = Rig()
    for opcode in [0x200B, 0x200C, 0x2041, 0x2042] as [UInt16] { vc_fail_command(rig.end.controller, opcode, 0x01, -1) }
    rig.order(.tracking)
    rig.run(60_000)
    guard case .recovering(_, let reason) = rig.state else {
      Issue.record("\(rig.state)")
      return
    }
    #expect(reason.contains("refused with 0x01 (Unknown HCI Command)"))
    #expect(rig.steps < 600 && rig.texts.count < 12)
  }
}
