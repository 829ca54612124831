/// What a recorded HCI packet is.
public enum PacketKind: UInt8, Sendable {
  case command
  case event
  case aclData
  case scoData
  case isoData
  /// Anything else: another program's note, an adapter that came or went, an unknown packet type.
  case other
  /// What this program noted beside the packets: `RecordingNote` reads it.
  case note

  /// Number of kinds.
  public static var count: Int { Int(PacketKind.note.rawValue) + 1 }

  /// The kind that an H4 packet type stands for (Core Specification Vol 4 Part A, 2).
  init(packetType: UInt8) {
    switch packetType {
    case 0x01: self = .command
    case 0x02: self = .aclData
    case 0x03: self = .scoData
    case 0x04: self = .event
    case 0x05: self = .isoData
    default: self = .other
    }
  }
}

/// One packet of a recording, without its bytes.
public struct RecordedPacket: Sendable {
  /// When it was recorded, in microseconds since 1970 (UTC); `nil` where the recording has no times.
  ///
  /// It stands here as recorded: it may jump back when the recording machine's clock was set.
  public var microseconds: Int64?

  public var kind: PacketKind

  /// True from the controller, false to it.
  public var isReceived: Bool

  /// Index of the Bluetooth adapter; 0 where the recording does not tell them apart.
  public var adapter: UInt16

  /// True when the bytes begin with the H4 packet type.
  public var hasPacketType: Bool

  /// Length of the packet on the air; more than the bytes that are there when the recorder cut it.
  public var originalLength: Int

  /// `microseconds` in milliseconds, rounded down.
  public var milliseconds: Int64? {
    guard let microseconds else { return nil }
    let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
