import Agent
import FixedPoint
import Host
import Lines

/// A GPIO input that tells motion: active while the board moves, or a pulse for each shake.
public final class LineMotion: MotionInput {
  /// As with lamps: what is missing comes when a person does something.
  static let retryInterval: Milliseconds = 30_000
  /// For chips that can't tell of changes: 5 times a second, as short as a button is pressed.
  static let pollInterval: Milliseconds = 200

  public let source = MotionSource.line
  public private(set) var deadline: Milliseconds? = .min

  private let address: LineAddress
  private let lines: any LineSource
  private let log: (LogLevel, String) -> Void
  private var line: (any InputLine)?
  private var hold = MotionHold()
  /// What was told last, so that it isn't told again.
  private var trouble: LineError.Reason?

  public init(
    _ address: LineAddress, lines: any LineSource = KernelLines(), log: @escaping (LogLevel, String) -> Void
  ) {
    self.address = address
    self.lines = lines
    self.log = log
  }

  deinit { close() }

  public var descriptor: Int32? { line?.descriptor }

  public func step(now: Milliseconds, report: (MotionSource, MotionReport) -> Void) {
    do throws(LineError) {
      guard let line = try openLine(now) else { return }
      // Read even when nothing is due: the call may be for the descriptor.
      if let change = hold.note(try line.read(), at: now) { report(source, change) }
      // At the end of the hold the line is looked at again: it may have been active all the time.
      let poll = line.descriptor == nil ? now.addingSaturating(Self.pollInterval) : nil
      deadline = poll ?? hold.end
    } catch {
      line?.close()
      line = nil
      deadline = now.addingSaturating(Self.retryInterval)
      if let change = hold.lose() { report(source, change) }
      tell(error)
    }
  }

  public func close() {
    line?.close()
    line = nil
    deadline = nil
  }

  /// The line, opened if it is time to; `nil` while it isn't.
  private func openLine(_ now: Milliseconds) throws(LineError) -> (any InputLine)? {
    if let line { return line }
    guard let deadline, deadline <= now else { return nil }
    let line = try lines.openInput(address)
    self.line = line
    trouble = nil
    log(.info, "motion input: \(line.place.text)")
    return line
  }

  private func tell(_ error: LineError) {
    guard trouble != error.reason else { return }
    trouble = error.reason
    let isFault = error.reason != .noChips
    log(isFault ? .warning : .info, "motion input: \(error.message)\(isFault ? "; tried again every 30 s" : "")")
  }
}
