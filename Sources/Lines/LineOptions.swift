import Lamps

/// Where a GPIO line is. Chips are named by what stays: label or path; numbers move between kernels.
public struct LineAddress: Sendable, Equatable {
  /// A chip's label ("pinctrl-bcm2711"), name ("gpiochip0") or path ("/dev/gpiochip0"); `nil`: any chip that has the
  /// line's name.
  public var chip: String?
  public enum Line: Sendable, Equatable {
    case name(String)
    case offset(UInt32)
  }
  public var line: Line
  /// Lit, or in motion, when the line is low.
  public var isActiveLow: Bool

  public init(chip: String?, line: Line, isActiveLow: Bool = false) {
    self.chip = chip
    self.line = line
    self.isActiveLow = isActiveLow
  }
}

/// Which line each lamp hangs on; a role without a line has no lamp.
public struct LampOptions: Sendable {
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
