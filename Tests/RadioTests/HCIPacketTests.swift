import Testing

@testable import Radio

@Suite struct HCIPacketTests {
  private func read(_ bytes: [UInt8]) -> HCIPacket { HCIPacket(bytes.span.bytes) }

  @Test func answers() {
    #expect(
      read([0x04, 0x0E, 0x04, 0x01, 0x0C, 0x20, 0x00])
        == .answer(CommandAnswer(opcode: 0x200C, status: 0, isPending: false)))
    #expect(
      read([0x04, 0x0E, 0x04, 0x01, 0x0B, 0x20, 0x0C])
        == .answer(CommandAnswer(opcode: 0x200B, status: 0x0C, isPending: false)))
    #expect(
      read([0x04, 0x0F, 0x04, 0x0C, 0x01, 0x0B, 0x20])
        == .answer(CommandAnswer(opcode: 0x200B, status: 0x0C, isPending: false)))
    #expect(
      read([0x04, 0x0F, 0x04, 0x00, 0x01, 0x0B, 0x20])
        == .answer(CommandAnswer(opcode: 0x200B, status: 0, isPending: true)))
  }

  /// Opcode 0 only says how many commands may be sent.
  @Test func noOperation() {
    #expect(read([0x04, 0x0E, 0x04, 0x01, 0x00, 0x00, 0x00]) == .event)
    #expect(read([0x04, 0x0E, 0x03, 0x01, 0x00, 0x00]) == .event)
    #expect(read([0x04, 0x0F, 0x04, 0x00, 0x01, 0x00, 0x00]) == .event)
  }

  @Test(arguments: [0x02, 0x0B, 0x0D] as [UInt8])
  func reports(subevent: UInt8) {
    #expect(read([0x04, 0x3E, 0x02, subevent, 0x00]) == .report)
  }

  @Test func others() {
    #expect(read([0x04, 0x3E, 0x02, 0x01, 0x00]) == .event)
    #expect(read([0x04, 0x10, 0x01, 0x42]) == .hardwareError(0x42))
    #expect(read([0x04, 0x05, 0x04, 0, 0, 0, 0]) == .event)
    #expect(read([0x01, 0x0C, 0x20, 0x02, 0x00, 0x00]) == .command(0x200C))
  }

  @Test func malformed() {
    for bytes in [[], [0x04], [0x04, 0x0E], [0x01, 0x0C, 0x20], [0xFF, 0x00], [0x02, 0, 0, 0, 0]] as [[UInt8]] {
      #expect(read(bytes) == .malformed)
    }
    // Shorter and longer than the length says.
    #expect(read([0x04, 0x0E, 0x04, 0x01, 0x0C, 0x20]) == .malformed)
    #expect(read([0x04, 0x0E, 0x04, 0x01, 0x0C, 0x20, 0x00, 0x00]) == .malformed)
  }

  @Test func everyPrefixAndEveryByteIsRead() {
    let whole: [UInt8] = [0x04, 0x0E, 0x04, 0x01, 0x0C, 0x20, 0x00]
    for count in 0..<whole.count { #expect(read(Array(whole[..<count])) == .malformed) }
    for place in whole.indices {
      for byte in UInt8.min...UInt8.max {
        var packet = whole
        packet[place] = byte
        if place == 2 && byte != 4 { #expect(read(packet) == .malformed) } else { _ = read(packet) }
      }
    }
  }
}
