import FixedPoint
import Lines

/// Which motion inputs the board has. Each that is given is used; the radio's own (speed of the position) always is.
public struct MotionOptions: Sendable, Equatable {
  /// A GPIO input that is active while the board moves, or pulses.
  public var line: LineAddress?
  /// Directory of an IIO accelerometer ("/sys/bus/iio/devices/iio:device0"), or "auto" for the first one there is.
  public var accelerometer: String?
  /// Change of acceleration that counts as motion, mm/s²: well above sensor noise, well below a step.
  public var threshold: Int32 = 500

  public init() {}
}
