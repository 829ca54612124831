import Host

/// Where a line was found.
public struct LinePlace: Sendable, Equatable {
  /// "gpiochip0"; "leds" for LEDs of the kernel.
  public var chip: String
  /// The chip's label; may be empty.
  public var label: String
  /// The line's name; may be empty.
  public var name: String
  /// The line's number on its chip.
  public var offset: UInt32

  public init(chip: String, label: String = "", name: String = "", offset: UInt32 = 0) {
    self.chip = chip
    self.label = label
    self.name = name
    self.offset = offset
  }

  /// "line 17 (GPIO17) of gpiochip0 (pinctrl-bcm2711)", "LED ACT of the kernel".
  public var text: String {
    if chip == LineAddress.kernelLEDs { return "LED \(name) of the kernel" }
    return "line \(offset)\(name.isEmpty ? "" : " (\(name))") of \(chip)\(label.isEmpty ? "" : " (\(label))")"
  }
}

/// A line that a lamp hangs on. Inactive when it is opened, and made inactive when it is closed.
public protocol OutputLine: AnyObject {
  var place: LinePlace { get }
  /// Allocates nothing.
  func set(active: Bool) throws(LineError)
  func close()
}

/// A line that tells something.
public protocol InputLine: AnyObject {
  var place: LinePlace { get }
  /// A descriptor that becomes readable when the line changes; `nil`: the line must be polled.
  var descriptor: Int32? { get }
  /// Whether the line is active or, if it has a descriptor, was since the last call; the descriptor then waits for the
  /// next change.
  func read() throws(LineError) -> Bool
  func close()
}

/// Where lines come from: the kernel, or a test's fake.
public protocol LineSource: AnyObject {
  func openOutput(_ address: LineAddress) throws(LineError) -> any OutputLine
  func openInput(_ address: LineAddress) throws(LineError) -> any InputLine
}
