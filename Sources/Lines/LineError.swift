import CHost
import Host

/// A line that cannot be had, in words for the person who reads the message.
public struct LineError: Error, Sendable, Equatable {
  public enum Reason: Sendable, Equatable {
    /// The machine has no GPIO chip (or no LED of the kernel): not a fault, there is just nothing.
    case noChips
    /// It has some, but not the one that is asked for.
    case noSuchChip
    /// The path leads to something else.
    case notAChip
    /// The chip, or every chip where `chip` is empty, lacks the line. `lineCount`: lines it has, 0 when not known.
    case noSuchLine(chip: String, lineCount: UInt32)
    /// Several chips, or several lines of one name; one of them is at `first`.
    case ambiguous(first: String)
    /// Somebody has the line.
    case busy(consumer: String, place: String)
    /// The program lacks the right.
    case denied
    /// Anything else: an errno value.
    case failed(code: Int32)
  }

  public var address: LineAddress
  public var reason: Reason

  public init(_ address: LineAddress, _ reason: Reason) {
    self.address = address
    self.reason = reason
  }

  /// What is wrong and what to do about it.
  public var message: String {
    let line = address.lineText
    let chip = address.chip ?? ""
    switch reason {
    case .noChips:
      return address.isKernelLED ? "this machine has no LED of the kernel" : "this machine has no GPIO chip"
    case .noSuchChip:
      return "there is no GPIO chip \"\(chip)\"; gpiodetect lists names and labels"
    case .notAChip:
      return "\(chip) is not a GPIO chip; gpiodetect lists them"
    case .noSuchLine where address.isKernelLED:
      return "there is no \(line); /sys/class/leds lists them"
    case .noSuchLine("", _):
      return "no GPIO chip has \(line); gpioinfo lists them"
    case .noSuchLine(let chip, let count):
      if case .offset = address.line, count > 0 { return "\(chip) has no \(line), but 0 to \(count - 1)" }
      return "\(chip) has no \(line); gpioinfo lists them"
    case .ambiguous(let first):
      return "\(line) is not the only one (the first is \(first)); give the chip, by its path if labels are alike,"
        + " and the line's number"
    case .busy(let consumer, let place):
      return "\(place) is held by \(consumer.isEmpty ? "another program" : "\"\(consumer)\"")\(advice(on: consumer))"
    case .denied:
      return address.isKernelLED
        ? "no right to write to \(line); a udev rule can give it to the program's group"
        : "no right to use GPIO chips; the program's user must be in the group that /dev/gpiochip* belong to (gpio)"
    case .failed(let code):
      return "\(line)\(chip.isEmpty ? "" : " of \(chip)"): \(String(cString: bd_error_text(code)))"
    }
  }

  private func advice(on consumer: String) -> String {
    if consumer == "bluedot" { return ": another lamp or input has the same line, or a second bluedot runs" }
    let isName = !consumer.isEmpty && !consumer.utf8.contains(0x2F)
    if isName, (try? isDirectory(path: "/sys/class/leds/\(consumer)")) == true {
      return ", an LED of the kernel: use it with the chip \"\(LineAddress.kernelLEDs)\" and the line \"\(consumer)\""
    }
    return "; stop what holds it, or choose another line (gpioinfo lists them)"
  }
}
