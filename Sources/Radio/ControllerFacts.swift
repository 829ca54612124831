import CHost
import CRadio
import Host

/// What a controller tells about itself.
public struct ControllerFacts: Sendable, Equatable {
  /// Assigned number of the HCI version: 9 is Bluetooth 5.0.
  public var version: UInt8
  /// Company identifier of the maker.
  public var manufacturer: UInt16
  public var scansLegacy: Bool
  public var scansExtended: Bool

  /// "5.0"; the numbers are those of the Bluetooth Assigned Numbers, 2.1.
  public var versionText: String {
    switch version {
    case 0: "1.0b"
    case 1: "1.1"
    case 2: "1.2"
    case 3: "2.0"
    case 4: "2.1"
    case 5: "3.0"
    case 6: "4.0"
    case 7: "4.1"
    case 8: "4.2"
    case 9: "5.0"
    case 10: "5.1"
    case 11: "5.2"
    case 12: "5.3"
    case 13: "5.4"
    case 14: "6.0"
    default: "version \(version)"
    }
  }

  public var manufacturerText: String { String(cString: bd_company_text(manufacturer)) }

  /// Takes Read Local Version Information and Read Local Supported Commands, as whole events.
  init?(version: RawSpan, commands: RawSpan) {
    guard version.octet(6) == 0, version.byteCount >= 15, commands.octet(6) == 0, commands.byteCount >= 71 else {
      return nil
    }
    self.version = version.octet(7)
    manufacturer = version.opcode(11)
    // Octet 26, bits 2 and 3: LE Set Scan Parameters and Enable.
    scansLegacy = commands.octet(7 + 26) & 0x0C == 0x0C
    scansExtended = ScanSetup.kind(supportedCommands: commands, status: 0) == .extended
  }

  /// Asks a controller that is up. A running scan isn't disturbed: two commands are sent that only read, and they need
  /// no privilege.
  ///
  /// - Parameter limit: how long to wait for each answer, ms.
  /// - Returns: `nil` when the controller does not answer in time.
  public static func read(
    index: UInt16, port: any RadioPort, limit: Int64 = 3_000
  ) throws(HostError) -> ControllerFacts? {
    let socket = try port.open(index: index)
    defer { bd_close(socket) }
    guard let version = try ask(.readLocalVersion, socket, port, limit: limit),
      let commands = try ask(.readLocalCommands, socket, port, limit: limit)
    else { return nil }
    return ControllerFacts(version: version.span.bytes, commands: commands.span.bytes)
  }

  /// Sends a command and waits for the event that answers it.
  private static func ask(
    _ command: HCICommand, _ socket: Int32, _ port: any RadioPort, limit: Int64
  ) throws(HostError) -> [UInt8]? {
    guard let batch = PacketBatch() else {
      throw HostError(action: "read from the controller", code: ErrorCode.noMemory)
    }
    let code = port.send(command.packet, to: socket)
    guard code == 0 else { throw HostError(action: "send to the controller", code: code) }
    let end = Clock.bootMilliseconds + limit
    while Clock.bootMilliseconds < end {
      port.wait(descriptor: socket, milliseconds: end - Clock.bootMilliseconds)
      let count = batch.receive(from: socket)
      if count == -ErrorCode.tryAgain { continue }
      guard count >= 0 else { throw HostError(action: "read from the controller", code: -count) }
      for index in 0..<count {
        let bytes = batch.packet(index)
        guard case .answer(let answer) = HCIPacket(bytes.bytes), answer.opcode == command.opcode else { continue }
        if !answer.isPending { return Array(bytes) }
      }
    }
    return nil
  }
}
