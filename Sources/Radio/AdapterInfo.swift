import Host

/// What rfkill says about a controller.
public enum AdapterBlock: UInt8, Sendable {
  /// rfkill doesn't know it, or can't be asked.
  case unknown
  case none
  /// By software: `rfkill unblock bluetooth` ends it.
  case soft
  /// By a switch or key of the machine (maybe by software, too).
  case hard

  public var isBlocked: Bool { self == .soft || self == .hard }

  /// The name in messages and JSON.
  public var text: String {
    switch self {
    case .unknown: "unknown"
    case .none: "none"
    case .soft: "soft"
    case .hard: "hard"
    }
  }
}

/// A Bluetooth controller of this machine.
public struct AdapterInfo: Sendable, Equatable {
  /// The number in its name; may change when it is plugged in anew.
  public var index: UInt16
  /// "hci0".
  public var name: String
  /// As printed, most significant byte first, in the low 48 bits; 0 when the kernel has not read it yet.
  public var address: UInt64
  public var isUp: Bool
  /// False for an AMP controller, which has no LE.
  public var isPrimary: Bool
  /// "USB", "UART", …
  public var bus: String
  public var block: AdapterBlock

  public init(
    index: UInt16, name: String, address: UInt64, isUp: Bool, isPrimary: Bool = true, bus: String,
    block: AdapterBlock = .unknown
  ) {
    self.index = index
    self.name = name
    self.address = address
    self.isUp = isUp
    self.isPrimary = isPrimary
    self.bus = bus
    self.block = block
  }

  /// "C0:FF:EE:12:34:56".
  public var addressText: String {
    var text = ""
    for place in 0..<6 {
      if place > 0 { text += ":" }
      text += hexText(UInt16(truncatingIfNeeded: address >> UInt64(40 - 8 * place)) & 0xFF, digits: 2)
    }
    return text
  }

  /// "hci0 (C0:FF:EE:12:34:56, USB)".
  public var text: String { "\(name) (\(addressText), \(bus))" }
}

/// Hexadecimal digits, upper case, with leading zeros: 0xC with 2 digits is "0C".
func hexText(_ value: UInt16, digits: Int) -> String {
  let text = String(value, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}
