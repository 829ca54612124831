/// How grave a line of the log is; the six levels of the Mist SDK.
public enum LogLevel: UInt8, Sendable, CaseIterable, Comparable {
  case verbose
  case debug
  case info
  case warning
  case error
  case critical

  /// The name in the configuration and in commands.
  public var text: String {
    switch self {
    case .verbose: "verbose"
    case .debug: "debug"
    case .info: "info"
    case .warning: "warning"
    case .error: "error"
    case .critical: "critical"
    }
  }

  public init?(text: String) {
    for level in Self.allCases where level.text == text {
      self = level
      return
    }
    return nil
  }

  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
