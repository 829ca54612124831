import CHost

/// The log on standard error: one line for each change that a person should know of.
///
/// Text from outside may be in every line, so that every line is escaped (see `printable(_:)`) and bounded. A reader
/// that does not keep up costs 50 ms once and then nothing: lines that it has no room for are dropped, and the next one
/// that gets through says how many.
public final class Log {
  /// Lines below it are dropped; may be changed at any time.
  public var level: LogLevel

  /// How a line begins.
  public enum Style: Sendable {
    /// "<6>": the systemd journal takes the priority from it and has its own time.
    case journal
    /// Local time and the level's name; for a person.
    case terminal(isColoured: Bool)
    /// UTC with the date and the level's name; for a file or a pipe.
    case plain

    /// What suits the descriptor: the journal when JOURNAL_STREAM names it; no colours when NO_COLOR is set.
    public static func suiting(_ descriptor: Int32) -> Style {
      if bd_is_journal(descriptor) { return .journal }
      guard bd_is_terminal(descriptor) == 1 else { return .plain }
      return .terminal(isColoured: Process.environment("NO_COLOR")?.isEmpty ?? true)
    }
  }

  /// Bytes of a line's text; what is beyond is cut and counted. A whole line stays below PIPE_BUF (4,096), so that
  /// lines of several processes in one pipe don't mix.
  public static let longestText = 2_000
  /// Time that a full pipe gets, ms; a tenth of the agent's tick.
  private static let patience: Int64 = 50

  private let style: Style
  private let descriptor: Int32
  private let writer: Int32
  private var line: [UInt8] = []
  /// The reader did not keep up with the last line: the next one does not wait for it.
  private var isStalled = false
  private var isCut = false
  /// Lines dropped since the last that got through.
  public private(set) var dropped = 0

  /// - Parameters:
  ///   - descriptor: standard error unless told otherwise; it stays open as long as the log lives.
  ///   - style: by default what suits the descriptor.
  public init(level: LogLevel = .info, descriptor: Int32 = 2, style: Style? = nil) {
    self.level = level
    self.descriptor = descriptor
    self.style = style ?? .suiting(descriptor)
    writer = bd_open_writer(descriptor)
    line.reserveCapacity(2_400)
  }

  deinit {
    if writer != descriptor { bd_close(writer) }
  }

  public func verbose(_ text: @autoclosure () -> String) { write(.verbose, text) }
  public func debug(_ text: @autoclosure () -> String) { write(.debug, text) }
  public func info(_ text: @autoclosure () -> String) { write(.info, text) }
  public func warning(_ text: @autoclosure () -> String) { write(.warning, text) }
  public func error(_ text: @autoclosure () -> String) { write(.error, text) }
  public func critical(_ text: @autoclosure () -> String) { write(.critical, text) }
  public func log(_ level: LogLevel, _ text: @autoclosure () -> String) { write(level, text) }

  public func isEnabled(_ level: LogLevel) -> Bool { level >= self.level }

  private func write(_ level: LogLevel, _ text: () -> String) {
    guard isEnabled(level) else { return }
    line.removeAll(keepingCapacity: true)
    if isCut { line.append(0x0A) }
    if dropped > 0 {
      add("\(dropped) lines of the log were lost: standard error was not read in time", .warning)
    }
    add(text(), level)
    let result = line.withUnsafeBytes { bytes -> Int64 in
      guard let base = bytes.baseAddress else { return 0 }
      return bd_write_within(writer, base, bytes.count, isStalled ? 0 : Self.patience)
    }
    isStalled = result < line.count
    if isStalled {
      dropped += 1
      isCut = isCut && result <= 0 || result > 0
    } else {
      dropped = 0
      isCut = false
    }
  }

  private func add(_ text: String, _ level: LogLevel) {
    switch style {
    case .journal:
      append("<\(level.priority)>")
    case .terminal(let isColoured):
      append(Self.time(isLocal: true) + " ")
      if isColoured, !level.colour.isEmpty { append("\u{1B}[\(level.colour)m") }
      append(level.column)
    case .plain:
      append("\(Self.time(isLocal: false)) \(level.column)")
    }
    append(shortened(printable(text), to: Self.longestText))
    if case .terminal(isColoured: true) = style, !level.colour.isEmpty { append("\u{1B}[0m") }
    line.append(0x0A)
  }

  private func append(_ text: String) { line.append(contentsOf: text.utf8) }

  private static func time(isLocal: Bool) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { text in
      guard let base = text.baseAddress else { return "" }
      bd_clock_text(base, isLocal)
      return String(cString: base)
    }
  }
}

extension LogLevel {
  /// The priority in syslog's numbers (RFC 5424 section 6.2.1).
  fileprivate var priority: Int {
    switch self {
    case .verbose, .debug: 7
    case .info: 6
    case .warning: 4
    case .error: 3
    case .critical: 2
    }
  }

  /// The name in a column as wide as the widest, "critical".
  fileprivate var column: String { text + String(repeating: " ", count: 9 - text.utf8.count) }

  /// An ANSI colour (SGR).
  fileprivate var colour: String {
    switch self {
    case .verbose, .debug: "2"
    case .info: ""
    case .warning: "33"
    case .error: "31"
    case .critical: "1;31"
    }
  }
}

/// One line of the log per change of a state, however often the state is told.
public final class StateLog {
  private let log: Log
  private let prefix: String
  private var last: String?

  /// - Parameter name: what has the state, such as "radio"; every line begins with it.
  public init(_ log: Log, name: String) {
    self.log = log
    prefix = name.isEmpty ? "" : "\(name): "
  }

  /// Logs the state if it differs from what was told last. A line that the level holds back counts as told.
  public func tell(_ text: String, level: LogLevel = .info) {
    guard text != last else { return }
    last = text
    log.log(level, prefix + text)
  }
}
