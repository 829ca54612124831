import Testing

@testable import Radio

@Suite struct ScanSetupTests {
  private let timing = RadioOptions.Timing(window: 0x30, interval: 0x40)

  private func plan(_ kind: ScanKind?, restoresMasks: Bool = false, resets: Bool = false) -> ScanSetup.Plan {
    ScanSetup.Plan(timing: timing, isActive: false, kind: kind, resets: resets, restoresMasks: restoresMasks)
  }

  /// Answers each command with success, or with the status that `status` gives for the n-th one.
  private func run(
    _ plan: ScanSetup.Plan, supportsExtended: Bool = false, limit: Int = 20,
    status: (Int, HCICommand) -> UInt8 = { _, _ in 0 }
  ) -> (opcodes: [UInt16], outcome: ScanSetup.Outcome, notices: [String], setup: ScanSetup) {
    var setup = ScanSetup(plan)
    var opcodes: [UInt16] = []
    var notices: [String] = []
    for number in 0..<limit {
      let command = setup.command
      opcodes.append(command.opcode)
      let answer = CommandAnswer(opcode: command.opcode, status: status(number, command), isPending: false)
      var packet = [0x04, 0x0E, 68, 1, 0x02, 0x10, answer.status] + [UInt8](repeating: 0, count: 64)
      if supportsExtended { packet[7 + 37] = 0x60 }
      let outcome = setup.take(answer, packet: packet.span.bytes)
      guard case .next(let notice) = outcome else { return (opcodes, outcome, notices, setup) }
      if let notice { notices.append(notice) }
    }
    Issue.record("no end after \(limit) commands")
    return (opcodes, .done, notices, setup)
  }

  @Test func bytesOfLegacyCommands() {
    #expect(HCICommand.scanEnable(.legacy, true).packet == [0x01, 0x0C, 0x20, 0x02, 0x01, 0x00])
    #expect(HCICommand.scanEnable(.legacy, false).packet == [0x01, 0x0C, 0x20, 0x02, 0x00, 0x00])
    #expect(
      HCICommand.scanParameters(.legacy, timing, isActive: false).packet == [
        0x01, 0x0B, 0x20, 0x07, 0x00, 0x40, 0x00, 0x30, 0x00, 0x00, 0x00,
      ])
  }

  @Test func bytesOfExtendedCommands() {
    #expect(HCICommand.scanEnable(.extended, true).packet == [0x01, 0x42, 0x20, 0x06, 0x01, 0, 0, 0, 0, 0])
    #expect(
      HCICommand.scanParameters(.extended, timing, isActive: true).packet == [
        0x01, 0x41, 0x20, 0x08, 0x00, 0x00, 0x01, 0x01, 0x40, 0x00, 0x30, 0x00,
      ])
  }

  /// A window longer than its interval, or beyond the range, is refused by controllers: it is held within.
  @Test(arguments: [
    (RadioOptions.Timing(window: 100, interval: 50), 50, 50), (RadioOptions.Timing(window: 0, interval: 0), 4, 4),
    (RadioOptions.Timing(window: .max, interval: .max), 16_384, 16_384),
  ])
  func timingIsHeldWithin(timing: RadioOptions.Timing, window: Int, interval: Int) {
    let bytes = HCICommand.scanParameters(.legacy, timing, isActive: false).parameters
    #expect(Int(bytes[1]) | Int(bytes[2]) << 8 == interval)
    #expect(Int(bytes[3]) | Int(bytes[4]) << 8 == window)
  }

  @Test func aLegacyController() {
    let result = run(plan(nil))
    #expect(result.opcodes == [0x1002, 0x200C, 0x200B, 0x200C])
    #expect(result.outcome == .done && result.notices.isEmpty && result.setup.kind == .legacy)
  }

  @Test func anExtendedController() {
    let result = run(plan(nil), supportsExtended: true)
    #expect(result.opcodes == [0x1002, 0x2042, 0x2041, 0x2042])
    #expect(result.outcome == .done && result.setup.kind == .extended)
  }

  /// Both bits are needed.
  @Test(
    arguments: [(0x20, ScanKind.legacy), (0x40, .legacy), (0x60, .extended), (0xFF, .extended), (0x9F, .legacy)]
      as [(UInt8, ScanKind)])
  func supportedCommandBits(octet: UInt8, kind: ScanKind) {
    var packet = [UInt8](repeating: 0, count: 71)
    packet[44] = octet
    #expect(ScanSetup.kind(supportedCommands: packet.span.bytes, status: 0) == kind)
    #expect(ScanSetup.kind(supportedCommands: packet.span.bytes, status: 1) == .legacy)
    #expect(ScanSetup.kind(supportedCommands: packet.span.extracting(..<44).bytes, status: 0) == .legacy)
  }

  @Test func aKnownKindIsNotAskedFor() {
    #expect(run(plan(.extended)).opcodes == [0x2042, 0x2041, 0x2042])
  }

  @Test func masksComeBackAfterAReset() {
    #expect(run(plan(.legacy, restoresMasks: true)).opcodes == [0x0C01, 0x2001, 0x200C, 0x200B, 0x200C])
    #expect(run(plan(nil, resets: true)).opcodes == [0x0C03, 0x1002, 0x0C01, 0x2001, 0x200C, 0x200B, 0x200C])
  }

  /// A predecessor that was killed left the scan on, and the controller refuses once.
  @Test func aRefusalLeadsToDisableAndRetry() {
    let result = run(plan(.legacy)) { number, _ in number == 1 ? 0x0C : 0 }
    #expect(result.opcodes == [0x200C, 0x200B, 0x200C, 0x200B, 0x200C])
    #expect(result.outcome == .done)
    #expect(
      result.notices == [
        "LE Set Scan Parameters (0x200B) refused with 0x0C (Command Disallowed); "
          + "switching the scan off and trying again"
      ])
  }

  /// Any answer to the disable will do.
  @Test(arguments: [0x01, 0x0C, 0x12] as [UInt8])
  func aRefusedDisableDoesNotMatter(status: UInt8) {
    let result = run(plan(.legacy)) { number, _ in number == 0 ? status : 0 }
    #expect(result.outcome == .done && result.notices.isEmpty)
  }

  @Test(arguments: [ScanKind.legacy, .extended])
  func aRefusedKindLeadsToTheOther(kind: ScanKind) {
    let refused = kind == .legacy ? [0x200B, 0x200C] : [0x2041, 0x2042] as [UInt16]
    let result = run(plan(kind)) { _, command in refused.contains(command.opcode) ? 0x0C : 0 }
    #expect(result.outcome == .done && result.setup.kind == kind.other)
    #expect(result.notices.count == 2 && result.notices[1].hasSuffix("; trying \(kind.other.text) scanning"))
    // The kernel has not switched the events of extended scanning on for a controller that doesn't announce it.
    #expect(result.opcodes.contains(0x2001) == (kind == .legacy))
  }

  @Test func anUnknownCommandIsNotTriedAgain() {
    let result = run(plan(.legacy)) { _, command in command.opcode < 0x2040 && command.opcode != 0x2001 ? 0x01 : 0 }
    #expect(result.opcodes == [0x200C, 0x200B, 0x2001, 0x2042, 0x2041, 0x2042])
    #expect(result.outcome == .done)
  }

  @Test func bothKindsRefused() {
    let result = run(plan(.extended)) { _, command in [0x200B, 0x2041].contains(command.opcode) ? 0x12 : 0 }
    #expect(
      result.outcome
        == .failed(
          reason: "LE Set Scan Parameters (0x200B) refused with 0x12 (Invalid HCI Command Parameters)"))
  }

  @Test func aRefusedResetIsAFailure() {
    let result = run(plan(.legacy, resets: true)) { _, command in command.opcode == 0x0C03 ? 0x03 : 0 }
    #expect(result.outcome == .failed(reason: "Reset (0x0C03) refused with 0x03 (Hardware Failure)"))
  }

  /// Whatever the statuses: it ends.
  @Test func everyRowOfStatusesEnds() {
    var seed: UInt64 = 1
    for _ in 0..<2_000 {
      let result = run(plan(nil)) { _, _ in
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return [0x00, 0x0C, 0x01, 0x12][Int(seed >> 62)]
      }
      #expect(result.opcodes.count <= 16)
    }
  }
}
