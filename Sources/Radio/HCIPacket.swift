/// The answer to a command: Command Complete, or Command Status.
struct CommandAnswer: Equatable {
  var opcode: UInt16
  var status: UInt8
  /// A Command Status without an error: the end of the command comes later.
  var isPending: Bool
}

/// What a packet from the controller means for the radio (Core Specification Vol 4 Part E, 7.7).
enum HCIPacket: Equatable {
  /// An LE advertising report of any form.
  case report
  case answer(CommandAnswer)
  case hardwareError(UInt8)
  /// A command that another program sent; the kernel shows it to every raw socket.
  case command(UInt16)
  /// An event that means nothing here.
  case event
  /// No event, or one that is not as long as it says.
  case malformed

  init(_ bytes: RawSpan) {
    switch bytes.octet(0) {
    case 0x04: self = HCIPacket(event: bytes)
    case 0x01 where bytes.byteCount >= 4: self = .command(bytes.opcode(1))
    default: self = .malformed
    }
  }

  private init(event bytes: RawSpan) {
    guard bytes.byteCount >= 3, bytes.byteCount == 3 + Int(bytes.octet(2)) else {
      self = .malformed
      return
    }
    switch bytes.octet(1) {
    case 0x0E where bytes.byteCount >= 7 && bytes.opcode(4) != 0:
      self = .answer(CommandAnswer(opcode: bytes.opcode(4), status: bytes.octet(6), isPending: false))
    case 0x0F where bytes.byteCount >= 7 && bytes.opcode(5) != 0:
      self = .answer(CommandAnswer(opcode: bytes.opcode(5), status: bytes.octet(3), isPending: bytes.octet(3) == 0))
    case 0x10: self = .hardwareError(bytes.octet(3))
    // LE Advertising Report, Directed Advertising Report, Extended Advertising Report.
    case 0x3E where bytes.octet(3) == 0x02 || bytes.octet(3) == 0x0B || bytes.octet(3) == 0x0D: self = .report
    default: self = .event
    }
  }
}

extension RawSpan {
  /// The byte at `offset`; 0 beyond the end.
  @inline(__always) func octet(_ offset: Int) -> UInt8 {
    guard offset >= 0 && offset < byteCount else { return 0 }
    return unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
  }

  @inline(__always) func opcode(_ offset: Int) -> UInt16 { UInt16(octet(offset)) | UInt16(octet(offset &+ 1)) << 8 }
}
