import Agent
import Testing
import VirtualController

@testable import Radio

/// Controllers and kernels that send anything.
@Suite struct HostileTests {
  @Test func garbageIsCountedAndHarmless() {
    let rig = Rig.scanning()
    let whole: [UInt8] = [0x04, 0x0E, 0x04, 0x01, 0x0C, 0x20, 0x00]
    var sent = 0
    for count in 1..<whole.count {
      rig.end.emit(Array(whole[..<count]))
      sent += 1
    }
    for packet in [[], [0xFF], [0x02, 1, 2, 3], [UInt8](repeating: 0x04, count: 300)] as [[UInt8]] {
      rig.end.emit(packet)
      sent += 1
    }
    rig.settle()
    #expect(rig.radio.counters.malformedPackets == UInt64(sent) && rig.state == scanningLegacy)
    // What begins as an event goes on to the parser, which counts it by reason; what can be none does not.
    #expect(rig.packets.count == whole.count - 1)
    #expect(rig.end.advertise())
    rig.settle()
    #expect(rig.radio.counters.reportEvents == 1)
  }

  @Test func randomPacketsAtAnyTime() {
    var seed: UInt64 = 42
    func random() -> UInt64 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return seed >> 33
    }
    let rig = Rig()
    rig.radio.order(.tracking, now: rig.now)
    for _ in 0..<3_000 {
      var packet: [UInt8] = [0x04, [0x0E, 0x0F, 0x10, 0x3E][Int(random() % 4)], UInt8(random() % 8)]
      for _ in 0..<(random() % 8) { packet.append(UInt8(truncatingIfNeeded: random())) }
      if random() % 4 == 0 { packet = HCICommand(opcode: UInt16(truncatingIfNeeded: random())).packet }
      rig.end.emit(packet)
      rig.end.pump()
      rig.step()
      rig.now += Int64(random() % 50)
    }
    #expect(rig.time { rig.state.isHearing } != nil)
    #expect(rig.end.scan.scan != VC_SCAN_OFF)
  }

  /// An answer that waits behind more packets than one step reads is not late.
  @Test func anAnswerBehindAFlood() {
    let rig = Rig.scanning()
    let report: [UInt8] = [0x04, 0x3E, 0x0C, 0x02, 0x01, 0x03, 0x01, 1, 2, 3, 4, 5, 6, 0, 0xC4]
    for _ in 0..<270 { rig.end.emit(report) }
    rig.end.pump()
    rig.radio.order(.idle, now: rig.now)
    rig.end.pump()
    // The process did not get to run for a while.
    rig.now += 10_000
    rig.settle()
    #expect(rig.radio.counters.commandTimeouts == 0 && rig.end.scan.interval == 960)
  }

  /// However much waits, one step reads a bounded number, and says that there is more.
  @Test func aFloodIsReadInBoundedSteps() {
    let rig = Rig.scanning()
    let report: [UInt8] = [0x04, 0x3E, 0x0C, 0x02, 0x01, 0x03, 0x01, 1, 2, 3, 4, 5, 6, 0, 0xC4]
    report.withUnsafeBufferPointer { vc_flood(rig.end.controller, $0.baseAddress, report.count, 10_000) }
    var largest = 0
    var steps = 0
    while rig.packets.count < 10_000 && steps < 1_000 {
      rig.end.pump()
      let before = rig.packets.count
      rig.step()
      largest = max(largest, rig.packets.count - before)
      if rig.packets.count - before == 256 { #expect(rig.radio.deadline == rig.now) }
      steps += 1
    }
    #expect(rig.packets.count == 10_000 && largest <= 256 && rig.radio.counters.packets >= 10_000)
    #expect(rig.radio.counters.reportEvents == 10_000 && rig.end.backlog == 0)
  }

  @Test func aFloodOfTheKernelsOwnEvents() {
    let rig = Rig.scanning()
    for _ in 0..<200 { rig.port.change(index: 0) { _ in } }
    rig.settle()
    #expect(rig.state == scanningLegacy)
  }
}
