import Agent
import FixedPoint
import Host
import Lines

/// What an input says of the board's motion.
public enum MotionReport: UInt8, Sendable {
  case moving
  case resting
  /// The input is gone; its last word counts no more.
  case lost
}

/// Something that notices motion. Each change is reported once, and so is the first state.
public protocol MotionInput: AnyObject {
  var source: MotionSource { get }
  /// A descriptor to watch for reading; it changes when the input is lost or comes back. `nil`: none.
  var descriptor: Int32? { get }
  /// When `step` has something to do, ms; `nil`: nothing.
  var deadline: Milliseconds? { get }
  /// To be called at the deadline and when the descriptor is readable; does nothing that waits.
  func step(now: Milliseconds, report: (MotionSource, MotionReport) -> Void)
  /// Gives back what the input holds.
  func close()
}

/// All motion inputs that the board has.
public final class MotionInputs {
  private var inputs: [any MotionInput] = []

  /// Opens nothing yet; the first `step` does.
  ///
  /// - Parameters:
  ///   - iioDirectory: where the kernel has its sensors; another directory for tests.
  ///   - log: is told of each change.
  public init(
    options: MotionOptions, lines: any LineSource = KernelLines(), iioDirectory: String = "/sys/bus/iio/devices",
    log: @escaping (LogLevel, String) -> Void
  ) {
    if let address = options.line { inputs.append(LineMotion(address, lines: lines, log: log)) }
    if let directory = options.accelerometer {
      inputs.append(
        AccelerometerMotion(directory, threshold: options.threshold, iioDirectory: iioDirectory, log: log))
    }
  }

  public var isEmpty: Bool { inputs.isEmpty }

  /// Descriptors to watch for reading; they may differ after each `step`.
  public var descriptors: [Int32] { inputs.compactMap { $0.descriptor } }

  public var deadline: Milliseconds? {
    var earliest: Milliseconds?
    for input in inputs {
      if let deadline = input.deadline { earliest = min(earliest ?? deadline, deadline) }
    }
    return earliest
  }

  /// To be called once at first, at the deadline, and when a descriptor is readable.
  public func step(now: Milliseconds, report: (MotionSource, MotionReport) -> Void) {
    for input in inputs { input.step(now: now, report: report) }
  }

  public func close() {
    for input in inputs { input.close() }
  }
}
