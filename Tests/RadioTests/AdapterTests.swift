import Agent
import Testing
import VirtualController

@testable import Radio

/// Adapters that come, go, and are held down.
@Suite struct AdapterTests {
  private func options(_ adapter: RadioOptions.Adapter) -> RadioOptions {
    var options = RadioOptions()
    options.adapter = adapter
    return options
  }

  @Test func noAdapterThenOne() {
    let rig = Rig { _ in }
    rig.order(.tracking)
    #expect(rig.state == .noAdapter)
    #expect(rig.radio.statusText.hasPrefix("no Bluetooth adapter; plug one in"))
    rig.run(600_000)
    #expect(rig.texts.count == 1 && rig.steps < 2_000)
    rig.port.add(index: 1)
    #expect(rig.time { rig.state.isHearing } ?? .max <= 2_000)
    #expect(rig.texts.last == "listening with hci1 (C0:FF:EE:12:34:56, UART), legacy scanning")
  }

  /// The kernel's word makes it faster than the look every 2 s.
  @Test func theKernelTellsOfANewAdapter() {
    let rig = Rig { _ in }
    rig.order(.tracking)
    rig.run(500)
    rig.port.add(index: 0)
    rig.settle()
    #expect(rig.state == scanningLegacy)
  }

  @Test func theLowestIndexIsTheFirst() {
    let rig = Rig {
      $0.add(index: 3, address: 3)
      $0.add(index: 1, address: 1)
    }
    rig.order(.tracking)
    #expect(rig.radio.adapter?.index == 1)
  }

  @Test func unpluggedAndPluggedInAsAnother() {
    let rig = Rig.scanning()
    let end = rig.port.ends[0]
    rig.run(1_000)
    rig.port.remove(index: 0)
    rig.settle()
    #expect(rig.state == .noAdapter && rig.radio.adapter == nil && rig.radio.counters.losses == 1)
    rig.run(600_000)
    #expect(rig.texts.count == 1)
    rig.port.add(index: 1, end: end ?? ControllerEnd())
    #expect(rig.time { rig.state.isHearing } ?? .max <= 200)
    #expect(rig.state == scanningLegacy && rig.radio.adapter?.name == "hci1")
    #expect(rig.port.ends[1]?.scan.scan == VC_SCAN_LEGACY)
  }

  @Test func anotherTakesItsPlace() {
    let rig = Rig.scanning {
      $0.add(index: 0, address: 0xA)
      $0.add(index: 1, address: 0xB)
    }
    #expect(rig.radio.adapter?.index == 0)
    rig.run(1_000)
    rig.port.remove(index: 0)
    rig.settle()
    #expect(rig.state == scanningLegacy && rig.radio.adapter?.index == 1)
    // It stays with it when the first one comes back.
    rig.port.add(index: 0, address: 0xA)
    rig.run(30_000)
    #expect(rig.radio.adapter?.index == 1)
  }

  @Test func anAddressIsFoundAtAnyIndex() {
    let rig = Rig.scanning(options(.address(0xB))) {
      $0.add(index: 0, address: 0xA)
      $0.add(index: 1, address: 0xB)
    }
    #expect(rig.radio.adapter?.index == 1)
    rig.run(1_000)
    rig.port.remove(index: 1)
    rig.settle()
    #expect(rig.state == .noAdapter)
    #expect(
      rig.radio.statusText
        == "no adapter has the address 00:00:00:00:00:0B; present: hci0 (00:00:00:00:00:0A, UART)")
    rig.port.add(index: 5, address: 0xB)
    #expect(rig.time { rig.state.isHearing } ?? .max <= 200)
    #expect(rig.state == scanningLegacy && rig.radio.adapter?.index == 5)
  }

  /// The same index, another controller: what was learned of the first means nothing.
  @Test func anotherControllerAtTheSameIndex() {
    let rig = Rig.scanning(options(.index(0))) { $0.add(index: 0, address: 0xA, end: ControllerEnd(isExtended: true)) }
    #expect(rig.state == scanningExtended)
    rig.run(1_000)
    rig.port.remove(index: 0)
    rig.port.add(index: 0, address: 0xB)
    rig.settle()
    #expect(rig.state == scanningLegacy && rig.radio.adapter?.address == 0xB)
  }

  @Test func anAdapterThatIsDownIsBroughtUp() {
    let rig = Rig { $0.add(index: 0, isUp: false) }
    rig.order(.tracking)
    #expect(rig.state == scanningLegacy && rig.port.log == ["up 0", "open 0"])
  }

  @Test func upAlreadyIsFine() {
    let rig = Rig {
      $0.add(index: 0, isUp: false)
      $0.actionErrors[.up] = [114, 0]
    }
    rig.order(.tracking)
    #expect(rig.state == scanningLegacy)
  }

  /// The kernel says that it brings it up, and it stays down.
  @Test func anAdapterThatDoesNotStayUp() {
    let rig = Rig {
      $0.add(index: 0, isUp: false)
      $0.actionErrors[.up] = [114]
    }
    rig.order(.tracking)
    rig.run(60_000)
    guard case .recovering(_, "does not stay up") = rig.state else {
      Issue.record("\(rig.state)")
      return
    }
    #expect(rig.steps < 600)
  }

  /// Lesson A5: down by someone, up again after 10 minutes, and as another index.
  @Test func downByAnotherProgramIsBroughtUp() {
    let rig = Rig.scanning()
    rig.run(1_000)
    rig.port.change(index: 0) { $0.isUp = false }
    rig.settle()
    #expect(rig.state == .recovering(rung: 3, reason: "was switched off by another program"))
    #expect(rig.time { rig.state.isHearing } == 1_000)
    #expect(
      rig.texts == [
        "hci0: was switched off by another program; bringing it up anew",
        "listening with hci0 (C0:FF:EE:12:34:56, UART), legacy scanning",
      ])
  }

  @Test func anotherProgramThatInsists() {
    let rig = Rig.scanning()
    rig.run(3_600_000, every: 100) { if rig.state.isHearing { rig.port.change(index: 0) { $0.isUp = false } } }
    #expect(rig.port.log.count { $0 == "up 0" } < 80)
    #expect(rig.texts.count < 8)
  }

  /// The kernel tells nothing (without CAP_NET_RAW its events don't come): the look every 10 s finds it.
  @Test func downWithoutAWord() {
    let rig = Rig.scanning()
    rig.port.list[0].isUp = false
    #expect(rig.time { rig.port.log.last == "up 0" || rig.port.list[0].isUp } ?? .max <= 11_000)
  }

  /// A dead adapter, waiting for its next turn on the ladder, is pulled out and put in again.
  @Test func anAdapterPutInAgainIsTriedAtOnce() {
    let rig = Rig.scanning()
    vc_ignore_command(rig.end.controller, 0, -1)
    rig.port.actionErrors = [.reset: [110], .up: [110]]
    rig.order(.idle)
    rig.run(1_800_000)
    #expect(
      rig.time { if case .pausing = rig.radio.phase { rig.radio.deadline > rig.now + 20_000 } else { false } } != nil)
    rig.port.actionErrors = [:]
    rig.port.remove(index: 0)
    rig.port.add(index: 0)
    #expect(rig.time { rig.state.isHearing } ?? .max <= 1_000)
  }

  @Test func takenByAnotherProgram() {
    let rig = Rig {
      $0.add(index: 0, isUp: false)
      $0.actionErrors[.up] = [16, 16, 0]
    }
    rig.order(.tracking)
    #expect(rig.state == .recovering(rung: 1, reason: "is taken by another program (HCI user channel)"))
    #expect(rig.time { rig.state.isHearing } != nil)
  }

  @Test(arguments: [100, 19, 77, 32] as [Int32])
  func errorsOfSending(code: Int32) {
    let rig = Rig.scanning()
    rig.run(1_000)
    rig.port.sendErrors = [code, 0]
    rig.order(.idle)
    #expect(rig.time { rig.state.isHearing } ?? .max <= 2_000)
    #expect(rig.end.scan.interval == 960)
  }

  @Test func noRoomForACommand() {
    let rig = Rig.scanning()
    rig.port.sendErrors = [11, 105, 11, 0]
    rig.order(.idle)
    #expect(rig.time { rig.end.scan.interval == 960 } ?? .max <= 60)
    rig.port.sendErrors = [11]
    rig.order(.tracking)
    #expect(rig.time(limit: 3_100) { rig.radio.counters.commandTimeouts == 1 } != nil)
    rig.port.sendErrors = [0]
    #expect(rig.time { rig.state.isHearing } != nil)
  }

  // MARK: rfkill

  @Test func blockedAtStart() {
    let rig = Rig {
      $0.add(index: 0, isUp: false)
      $0.list[0].block = .soft
    }
    rig.order(.tracking)
    #expect(rig.state == .blocked && rig.port.log.isEmpty)
    #expect(rig.texts.last == "hci0 is held down by rfkill; end it with `rfkill unblock bluetooth`")
    rig.run(600_000)
    #expect(rig.texts.count == 1)
    rig.port.list[0].block = .none
    #expect(rig.time { rig.state.isHearing } ?? .max <= 1_000)
  }

  @Test func blockedWhileScanning() {
    let rig = Rig.scanning()
    rig.run(1_000)
    rig.port.setBlock(.hard, index: 0)
    rig.settle()
    #expect(rig.state == .blocked)
    #expect(rig.texts == ["hci0 is held down by a hardware switch or key (rfkill); switch the radio on there"])
    rig.run(3_000)
    rig.port.setBlock(.none, index: 0)
    #expect(rig.time { rig.state.isHearing } ?? .max <= 200)
  }

  /// Where /sys tells nothing, the kernel's answer does.
  @Test func theKernelSaysBlocked() {
    let rig = Rig {
      $0.add(index: 0, isUp: false)
      $0.list[0].block = .unknown
      $0.actionErrors[.up] = [132, 132, 0]
    }
    rig.order(.tracking)
    #expect(rig.state == .blocked)
    #expect(rig.time { rig.state.isHearing } == 2_000)
  }

  // MARK: Permission

  @Test func notAllowedToOpenASocket() {
    for code in [1, 13] as [Int32] {
      let rig = Rig()
      rig.port.openErrors = [code, 0]
      rig.order(.tracking)
      #expect(rig.state == .noPermission(capability: "CAP_NET_RAW"))
      let text = rig.radio.statusText
      #expect(
        text.contains("CAP_NET_RAW is missing") && text.contains("AmbientCapabilities=") && text.contains("setcap"))
      #expect(rig.time { rig.state.isHearing } == 60_000)
    }
  }

  @Test func notAllowedToSend() {
    let rig = Rig()
    rig.port.sendErrors = [0, 1, 0]
    rig.order(.tracking)
    #expect(rig.state == .noPermission(capability: "CAP_NET_RAW"))
    #expect(rig.radio.statusText.contains("the kernel refused a scan command to hci0"))
    #expect(rig.time { rig.state.isHearing } == 60_000)
  }

  @Test func notAllowedToBringUp() {
    let rig = Rig {
      $0.add(index: 0, isUp: false)
      $0.actionErrors[.up] = [1]
    }
    rig.order(.tracking)
    #expect(rig.state == .noPermission(capability: "CAP_NET_ADMIN"))
    #expect(rig.radio.statusText.contains("CAP_NET_ADMIN is missing (it is needed to bring hci0 up)"))
    // Someone else brings it up: that is all it takes.
    rig.run(500)
    rig.port.change(index: 0) { $0.isUp = true }
    rig.settle()
    #expect(rig.state == scanningLegacy)
  }

  /// A silent place, and no right to reset: what can be done is done, and scanning goes on.
  @Test func notAllowedToReset() {
    let rig = Rig.scanning()
    rig.port.actionErrors = [.reset: [1], .down: [1]]
    rig.run(400_000)
    #expect(rig.state == scanningLegacy)
    #expect(rig.texts.count { $0.contains("cannot be reset: CAP_NET_ADMIN is missing") } == 1)
    #expect(rig.end.scan.scan == VC_SCAN_LEGACY)
  }

  // MARK: A kernel without Bluetooth

  @Test func noBluetoothInTheKernel() {
    let rig = Rig()
    rig.port.listErrors = [97, 97, 0]
    rig.order(.tracking)
    #expect(rig.state == .noAdapter)
    #expect(rig.texts.last?.hasPrefix("this kernel has no Bluetooth; load it with `modprobe bluetooth`") == true)
    #expect(rig.time { rig.state.isHearing } == 20_000)
    #expect(rig.texts.count == 3)
  }

  @Test func theListFailsOtherwise() {
    let rig = Rig()
    rig.port.listErrors = [12, 0]
    rig.order(.tracking)
    #expect(rig.state == .noAdapter && rig.texts.last?.contains("Cannot allocate memory") == true)
    #expect(rig.time { rig.state.isHearing } == 10_000)
  }
}
