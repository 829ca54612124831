import Agent
import FixedPoint
import Host

/// Motion as an accelerometer feels it: acceleration that differs from its own slow average, which is gravity.
public final class AccelerometerMotion: MotionInput {
  /// 8 readings a second: a step lasts four of them, and reading three files takes the processor some 20 µs.
  static let pollInterval: Milliseconds = 125
  /// As with lamps: what is missing comes when a person does something.
  static let retryInterval: Milliseconds = 30_000
  /// Readings that may fail in a row, a second's: buses to sensors have glitches.
  static let toleratedFailures = 8
  /// The average's gain is 1/16: at 8 readings a second a new position of the board is taken for granted after some
  /// 2 s, while the swing of a step is not.
  private static let averageShift: Int64 = 4
  /// Sensors have a number of their own each; more than these no board has.
  private static let directoryLimit = 32

  public let source = MotionSource.accelerometer
  public private(set) var deadline: Milliseconds? = .min

  private let directory: String
  private let iioDirectory: String
  private let threshold: Int64
  private let log: (LogLevel, String) -> Void
  private var sensor: Accelerometer?
  /// µm/s² with 8 more bits, of each axis; empty until the first reading.
  private var averages: [Int64] = []
  private var failures = 0
  private var hold = MotionHold()
  /// What was told last, so that it isn't told again.
  private var trouble: String?

  /// - Parameters:
  ///   - directory: the sensor's, or "auto" for the first one in `iioDirectory`.
  ///   - threshold: change that counts as motion, mm/s²; 1 at least.
  public init(
    _ directory: String, threshold: Int32, iioDirectory: String = "/sys/bus/iio/devices",
    log: @escaping (LogLevel, String) -> Void
  ) {
    self.directory = directory
    self.iioDirectory = iioDirectory
    self.threshold = Int64(max(threshold, 1))
    self.log = log
  }

  public var descriptor: Int32? { nil }

  public func step(now: Milliseconds, report: (MotionSource, MotionReport) -> Void) {
    guard let deadline, deadline <= now else { return }
    self.deadline = now.addingSaturating(Self.pollInterval)
    do throws(AccelerometerError) {
      if sensor == nil { sensor = try open() }
      guard let sensor else {
        self.deadline = now.addingSaturating(Self.retryInterval)
        return
      }
      let isMotion = try feelsMotion(sensor)
      failures = 0
      if hold.isMoving == nil { tell(.info, sensor.directory) }
      if let change = hold.note(isMotion, at: now) { report(source, change) }
    } catch {
      failures += 1
      // One that never could be read is not waited for.
      guard sensor == nil || hold.isMoving == nil || failures > Self.toleratedFailures else { return }
      sensor = nil
      self.deadline = now.addingSaturating(Self.retryInterval)
      if let change = hold.lose() { report(source, change) }
      tell(.warning, "\(error.message); tried again every 30 s")
    }
  }

  public func close() {
    sensor = nil
    deadline = nil
  }

  private func open() throws(AccelerometerError) -> Accelerometer? {
    var place = directory
    if directory == "auto" {
      guard let found = findDirectory() else {
        tell(.info, "there is none in \(iioDirectory); looked for again every 30 s")
        return nil
      }
      place = found
    }
    averages = []
    failures = 0
    return try Accelerometer(directory: place)
  }

  private func findDirectory() -> String? {
    for index in 0..<Self.directoryLimit {
      let path = "\(iioDirectory)/iio:device\(index)"
      for axis in ["x", "y", "z"] where (try? isRegularFile(path: "\(path)/in_accel_\(axis)_raw")) == true {
        return path
      }
    }
    return nil
  }

  /// Whether the acceleration just now differs from its average by more than the threshold.
  private func feelsMotion(_ sensor: Accelerometer) throws(AccelerometerError) -> Bool {
    var square: Int64 = 0
    for axis in 0..<sensor.axisCount {
      let acceleration = try sensor.read(axis: axis)
      if averages.count <= axis { averages.append(acceleration << 8) }
      let difference = (acceleration << 8) - averages[axis]
      averages[axis] += difference.shiftedRight(by: Int(Self.averageShift), .toNearestOrAwayFromZero)
      let change = (difference >> 8) / 1_000  // mm/s², 2,000,000 at most
      square += change * change
    }
    return square > threshold * threshold
  }

  private func tell(_ level: LogLevel, _ text: String) {
    guard trouble != text else { return }
    trouble = text
    log(level, "accelerometer: \(text)")
  }
}
