import Host
import Lamps

/// Where a GPIO line is. Chips are named by what stays: label or path; numbers move between kernels.
public struct LineAddress: Sendable, Equatable {
  /// A chip's label ("pinctrl-bcm2711"), name ("gpiochip0") or path ("/dev/gpiochip0"); `nil`: any chip that has the
  /// line's name. "leds" stands for the kernel's own LEDs, and the line's name for one in /sys/class/leds ("ACT").
  public var chip: String?
  public enum Line: Sendable, Equatable {
    case name(String)
    case offset(UInt32)

    /// A number is an offset, anything else a name; `nil` for an empty text or a number beyond 32 bits.
    public init?(text: String) {
      guard !text.isEmpty else { return nil }
      if text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
        guard let offset = UInt32(text) else { return nil }
        self = .offset(offset)
      } else {
        self = .name(text)
      }
    }
  }
  public var line: Line
  /// Lit, or in motion, when the line is low.
  public var isActiveLow: Bool

  public init(chip: String?, line: Line, isActiveLow: Bool = false) {
    self.chip = chip
    self.line = line
    self.isActiveLow = isActiveLow
  }

  /// The `chip` that stands for LEDs that belong to the kernel.
  public static var kernelLEDs: String { "leds" }

  var isKernelLED: Bool { chip == Self.kernelLEDs }

  /// "line 17", "line "GPIO17"" or "LED "ACT"".
  var lineText: String {
    switch line {
    case .name(let name): "\(isKernelLED ? "LED" : "line") \"\(name)\""
    case .offset(let offset): "\(isKernelLED ? "LED" : "line") \(offset)"
    }
  }
}

/// Which line each lamp hangs on; a role without a line has no lamp.
public struct LampOptions: Sendable, Equatable {
  public var status: LineAddress?
  public var radio: LineAddress?
  public var network: LineAddress?
  public var event: LineAddress?

  public init() {}

  public func address(of role: LampRole) -> LineAddress? {
    switch role {
    case .status: status
    case .radio: radio
    case .network: network
    case .event: event
    }
  }
}
