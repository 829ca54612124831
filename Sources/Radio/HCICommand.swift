import FixedPoint
import Host

/// Which commands a scan is made with. A controller takes one kind only, from one reset to the next: the other is
/// refused with 0x0C (Core Specification Vol 4 Part E, 3.1.1).
public enum ScanKind: UInt8, Sendable {
  /// LE Set Scan Parameters, LE Set Scan Enable.
  case legacy
  /// LE Set Extended Scan Parameters, LE Set Extended Scan Enable: Bluetooth 5.
  case extended

  var other: ScanKind { self == .legacy ? .extended : .legacy }
  var text: String { self == .legacy ? "legacy" : "extended" }
}

/// Opcodes of the commands that the radio sends or watches (Core Specification Vol 4 Part E, 7.3 to 7.8).
enum Opcode {
  static let setEventMask: UInt16 = 0x0C01
  static let reset: UInt16 = 0x0C03
  static let readLocalVersion: UInt16 = 0x1001
  static let readLocalCommands: UInt16 = 0x1002
  static let leSetEventMask: UInt16 = 0x2001
  static let leSetScanParameters: UInt16 = 0x200B
  static let leSetScanEnable: UInt16 = 0x200C
  static let leSetExtendedScanParameters: UInt16 = 0x2041
  static let leSetExtendedScanEnable: UInt16 = 0x2042

  static func isScanEnable(_ opcode: UInt16) -> Bool { opcode == leSetScanEnable || opcode == leSetExtendedScanEnable }

  /// "LE Set Scan Enable (0x200C)".
  static func text(_ opcode: UInt16) -> String {
    let name =
      switch opcode {
      case setEventMask: "Set Event Mask"
      case reset: "Reset"
      case readLocalVersion: "Read Local Version Information"
      case readLocalCommands: "Read Local Supported Commands"
      case leSetEventMask: "LE Set Event Mask"
      case leSetScanParameters: "LE Set Scan Parameters"
      case leSetScanEnable: "LE Set Scan Enable"
      case leSetExtendedScanParameters: "LE Set Extended Scan Parameters"
      case leSetExtendedScanEnable: "LE Set Extended Scan Enable"
      default: "command"
      }
    return "\(name) (0x\(hexText(opcode, digits: 4)))"
  }
}

/// A command as an H4 packet.
struct HCICommand: Equatable {
  var opcode: UInt16
  var parameters: [UInt8] = []

  var packet: [UInt8] {
    [
      0x01, UInt8(truncatingIfNeeded: opcode), UInt8(truncatingIfNeeded: opcode >> 8),
      UInt8(truncatingIfNeeded: parameters.count),
    ] + parameters
  }

  static let reset = HCICommand(opcode: Opcode.reset)
  static let readLocalVersion = HCICommand(opcode: Opcode.readLocalVersion)
  static let readLocalCommands = HCICommand(opcode: Opcode.readLocalCommands)

  /// All events that Linux or any other host knows, LE Meta (bit 61) among them: a reset switches that one off, and the
  /// kernel does not switch it on again after HCIDEVRESET. Events that another program asked for stay on.
  static let setEventMask = HCICommand(
    opcode: Opcode.setEventMask, parameters: [0xFF, 0xFF, 0xFB, 0xFF, 0x07, 0xF8, 0xBF, 0x3D])

  /// All LE events of Bluetooth 5.0 (bits 0 to 19) for a controller with extended scanning, those of 4.2 (bits 0 to 10)
  /// for one without: a bit that a controller does not know may make it refuse the mask.
  static func leSetEventMask(_ kind: ScanKind) -> HCICommand {
    HCICommand(
      opcode: Opcode.leSetEventMask,
      parameters: kind == .extended ? [0xFF, 0xFF, 0x0F, 0, 0, 0, 0, 0] : [0xFF, 0x07, 0, 0, 0, 0, 0, 0])
  }

  /// The controller's duplicate filter is always off: with it a beacon is heard once, and its level never changes.
  static func scanEnable(_ kind: ScanKind, _ isEnabled: Bool) -> HCICommand {
    let enable: UInt8 = isEnabled ? 1 : 0
    return switch kind {
    case .legacy: HCICommand(opcode: Opcode.leSetScanEnable, parameters: [enable, 0])
    // Then duration and period: 0 is until told otherwise.
    case .extended: HCICommand(opcode: Opcode.leSetExtendedScanEnable, parameters: [enable, 0, 0, 0, 0, 0])
    }
  }

  /// Scan type, interval and window; own address public, every advertiser accepted, and for extended scanning the 1M
  /// PHY, on which all beacons advertise.
  static func scanParameters(_ kind: ScanKind, _ timing: RadioOptions.Timing, isActive: Bool) -> HCICommand {
    let interval = min(max(timing.interval, 4), 16_384)
    let window = min(max(timing.window, 4), interval)
    let scan: [UInt8] = [
      isActive ? 1 : 0, UInt8(truncatingIfNeeded: interval), UInt8(truncatingIfNeeded: interval >> 8),
      UInt8(truncatingIfNeeded: window), UInt8(truncatingIfNeeded: window >> 8),
    ]
    return switch kind {
    case .legacy: HCICommand(opcode: Opcode.leSetScanParameters, parameters: scan + [0, 0])
    case .extended: HCICommand(opcode: Opcode.leSetExtendedScanParameters, parameters: [0, 0, 1] + scan)
    }
  }
}

/// "0x0C (Command Disallowed)"; the names are those of Core Specification Vol 1 Part F, 1.3.
func statusText(_ status: UInt8) -> String {
  let name =
    switch status {
    case 0x00: "Success"
    case 0x01: "Unknown HCI Command"
    case 0x03: "Hardware Failure"
    case 0x07: "Memory Capacity Exceeded"
    case 0x09: "Connection Limit Exceeded"
    case 0x0C: "Command Disallowed"
    case 0x0D: "Rejected due to Limited Resources"
    case 0x11: "Unsupported Feature or Parameter Value"
    case 0x12: "Invalid HCI Command Parameters"
    case 0x1A: "Unsupported Remote Feature"
    case 0x1F: "Unspecified Error"
    case 0x3A: "Controller Busy"
    default: "see Core Specification Vol 1 Part F"
    }
  return "0x\(hexText(UInt16(status), digits: 2)) (\(name))"
}
