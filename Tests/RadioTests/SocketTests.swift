import Agent
import Testing
import VirtualController

@testable import Radio

/// A controller behind a Unix socket: no kernel looks after it.
@Suite struct SocketTests {
  private let options: RadioOptions = {
    var options = RadioOptions()
    options.adapter = .socket(path: "/run/hci")
    return options
  }()

  private func rig(_ end: ControllerEnd?) -> Rig {
    Rig(options: options) { port in
      if let end { port.paths["/run/hci"] = end }
    }
  }

  /// LE events are off by default: the kernel is not there to switch them on.
  @Test(arguments: [false, true])
  func setUpFromNothing(isExtended: Bool) {
    let end = ControllerEnd(isExtended: isExtended)
    let rig = rig(end)
    rig.order(.tracking)
    #expect(rig.state == .scanning(isExtended: isExtended) && rig.radio.adapter == nil)
    #expect(end.opcodes.prefix(3) == [0x1002, 0x0C01, 0x2001])
    #expect(end.advertise())
    rig.settle()
    #expect(rig.radio.counters.reportEvents == 1)
    #expect(
      rig.texts.last == "listening with the controller at /run/hci, \(isExtended ? "extended" : "legacy") scanning")
  }

  @Test func nobodyListensThere() {
    let rig = rig(nil)
    rig.order(.tracking)
    #expect(rig.state == .noAdapter)
    #expect(rig.radio.statusText.hasPrefix("cannot connect to /run/hci: Connection refused; a controller must listen"))
    rig.run(600_000)
    #expect(rig.port.log.count < 60 && rig.texts.count == 1)
    rig.port.paths["/run/hci"] = ControllerEnd()
    #expect(rig.time { rig.state.isHearing } ?? .max <= 15_000)
  }

  @Test func theConnectionIsLostAndComesBack() {
    let end = ControllerEnd()
    let rig = rig(end)
    rig.order(.tracking)
    end.hangUp()
    rig.settle()
    #expect(rig.state == .noAdapter && rig.radio.statusText == "the controller at /run/hci closed the connection")
    #expect(rig.time { rig.state.isHearing } == 500)
  }

  /// The ladder without a kernel: HCI Reset, then a new connection.
  @Test func aDeadController() {
    let end = ControllerEnd()
    let rig = rig(end)
    rig.order(.tracking)
    end.forgetCommands()
    vc_ignore_command(end.controller, 0, 2)
    rig.order(.idle)
    #expect(rig.time { !rig.state.isHearing } == 3_000)
    #expect(rig.time { rig.state.isHearing } == 3_700 /* 200 to try again, 3,000 for that, 500 */)
    #expect(end.opcodes == [0x200C, 0x200C, 0x0C03, 0x1002, 0x0C01, 0x2001, 0x200C, 0x200B, 0x200C])
    #expect(rig.port.log == ["connect /run/hci"] && end.advertise())
    vc_ignore_command(end.controller, 0, 3)
    rig.order(.tracking)
    #expect(rig.time { rig.port.log.count == 2 } != nil)
    #expect(rig.time { rig.state.isHearing } != nil)
  }

  @Test func aHardwareErrorIsAnsweredWithAReset() {
    let end = ControllerEnd()
    let rig = rig(end)
    rig.order(.tracking)
    end.forgetCommands()
    vc_hardware_error(end.controller, 7)
    rig.settle()
    #expect(rig.state == .recovering(rung: 2, reason: "reported hardware error 0x07"))
    #expect(rig.time { rig.state.isHearing } == 500)
    #expect(end.opcodes.first == 0x0C03 && end.advertise())
  }

  @Test func silenceIsEndedByAReset() {
    let end = ControllerEnd()
    let rig = rig(end)
    rig.order(.tracking)
    vc_set_silent(end.controller, true, true)
    rig.run(181_000)
    #expect(end.opcodes.contains(0x0C03) && end.advertise())
  }

  @Test func stopLeavesTheScanOff() {
    let end = ControllerEnd(isExtended: true)
    let rig = rig(end)
    rig.order(.tracking)
    rig.radio.stop(now: rig.now)
    #expect(end.scan.scan == VC_SCAN_OFF && rig.radio.descriptors.isEmpty)
  }
}
