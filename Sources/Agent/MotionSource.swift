/// Where word of motion comes from.
public enum MotionSource: UInt8, Sendable {
  /// A GPIO input line.
  case line
  case accelerometer
  /// The position itself: its speed, worked out from beacons.
  case radio
  case odometry

  /// The name in messages and logs.
  public var text: String {
    switch self {
    case .line: "line"
    case .accelerometer: "accelerometer"
    case .radio: "radio"
    case .odometry: "odometry"
    }
  }
}
