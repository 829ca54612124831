import Agent
import FixedPoint
import Host
import Radio
import Recording

/// Listens with the radio until a signal or the end of the time that was asked for; returns the exit code.
func scanLive(site: Site?, options: ScanOptions) -> Int32 {
  do throws(HostError) {
    let scan = try ScanLive(site: site, options: options)
    guard scan.beginRecording() else { return ExitCode.failure }
    return try scan.run()
  } catch {
    OutputStream.standardError().writeLine("bluedot scan: \(error.message)")
    return ExitCode.failure
  }
}

/// A running `bluedot scan`.
private final class ScanLive {
  /// Time between two pictures on a terminal, and between two tables elsewhere, ms.
  private static let refresh: Milliseconds = 500
  private static let tableInterval: Milliseconds = 5_000
  /// A notice of the radio stays on the screen for this time, ms.
  private static let noticeTime: Milliseconds = 15_000
  /// Differences of the clocks below this are slewing or a late reading, ms.
  private static let clockTolerance: Milliseconds = 50

  private let options: ScanOptions
  private let loop: EventLoop
  private let port = KernelPort()
  private let radio: Radio
  private let output = OutputStream.standardOutput()
  private let errors = OutputStream.standardError()
  private let session: ScanSession
  private let view: ScanView
  private let screen: ScanScreen?
  private let notices: ScanNotices
  private var recorder: LiveRecorder?

  private var now: Milliseconds
  private let start: Milliseconds
  private var wallOffset: Milliseconds
  private var watched: [Int32] = []
  private var watchedVersion = -1
  private var nextPicture: Milliseconds
  private var knownAdapter: AdapterInfo?
  private var isHearing = false
  private var hasHeard = false

  init(site: Site?, options: ScanOptions) throws(HostError) {
    self.options = options
    loop = try EventLoop()
    now = Clock.bootMilliseconds
    start = now
    wallOffset = Clock.wallMilliseconds - now
    nextPicture = now
    session = ScanSession(site: site, options: options, output: output)
    // A terminal without cursor movement (an editor's shell, say) gets tables one below the other.
    let isScreen = output.isTerminal && !options.isJSON && Process.environment("TERM") != "dumb"
    screen = isScreen ? ScanScreen(output: output, descriptor: 1) : nil
    let isColoured = isScreen && Process.environment("NO_COLOR")?.isEmpty ?? true
    view = ScanView(order: options.order, isColoured: isColoured, hasSite: site != nil)
    let notices = ScanNotices(errors: isScreen ? nil : errors)
    self.notices = notices
    radio = Radio(options: options.radio, port: port) { event in notices.take(event) }
  }

  /// Opens the recording that was asked for; false, with a message, when that fails.
  func beginRecording() -> Bool {
    guard let path = options.record else { return true }
    let isClockSet = Clock.isSynchronised && Clock.wallMilliseconds >= Clock.earliestCredible
    let start = RecordingStart(
      session: Process.randomSeed(), wallOffset: wallOffset, isClockSet: isClockSet, program: version)
    do throws(RecordingError) {
      let recorder = try LiveRecorder(path: path, start: start, at: now)
      self.recorder = recorder
      let notices = notices
      port.sent = { packet in
        recorder.packet(packet.span.bytes, isReceived: false, adapter: notices.adapter, at: notices.now)
      }
      return true
    } catch {
      errors.writeLine("bluedot scan: \(error.message)")
      return false
    }
  }

  func run() throws(HostError) -> Int32 {
    notices.now = now
    radio.order(.searching, now: now)
    let end = options.duration.map { start.addingSaturating($0) }
    var isStopped = false
    while !isStopped, output.failure == nil {
      try watch()
      noteChanges()
      if now >= nextPicture { show() }
      var deadline = min(radio.deadline, nextPicture)
      if let end { deadline = min(deadline, end) }
      if let due = recorder?.deadline { deadline = min(deadline, due) }
      _ = loop.wait(until: deadline)
      while let signal = loop.takeSignal() { isStopped = isStopped || signal != .child }
      look()
      radio.step(now: now) { bytes, time in
        recorder?.packet(bytes, isReceived: true, adapter: notices.adapter, at: time)
        session.take(
          bytes, hasPacketType: true, adapter: notices.adapter, at: time, wallOffset: wallOffset)
      }
      if options.isJSON { output.flush() }
      recorder?.flushIfDue(at: now)
      if let end, now >= end { isStopped = true }
    }
    return finish()
  }

  // MARK: One turn

  /// Reads the clocks.
  private func look() {
    now = Clock.bootMilliseconds
    notices.now = now
    let offset = Clock.wallMilliseconds - now
    let step = offset.subtractingSaturating(wallOffset)
    guard step.magnitude > Self.clockTolerance.magnitude else { return }
    wallOffset = offset
    recorder?.note(.clock(wallOffset: offset, isSet: Clock.isSynchronised), at: now)
  }

  /// Watches the radio's descriptors where they have changed.
  private func watch() throws(HostError) {
    guard radio.descriptorsVersion != watchedVersion else { return }
    for descriptor in watched { loop.forget(descriptor) }
    watched = radio.descriptors
    watchedVersion = radio.descriptorsVersion
    for descriptor in watched { try loop.watch(descriptor, token: 0) }
  }

  /// Notes in the recording what has become of the radio.
  private func noteChanges() {
    if let adapter = radio.adapter, adapter != knownAdapter {
      knownAdapter = adapter
      notices.adapter = adapter.index
      recorder?.adapter(adapter.index, address: adapter.address, at: now)
    }
    if radio.state.isHearing != isHearing {
      isHearing = radio.state.isHearing
      hasHeard = hasHeard || isHearing
      recorder?.note(.hearing(isHearing), at: now)
    }
    if let report = recorder?.takeReport() { notices.add(report) }
  }

  // MARK: Showing

  private func show() {
    session.table.forget(before: now)
    if let screen {
      nextPicture = now.addingSaturating(Self.refresh)
      screen.show(picture(screen.size))
    } else {
      nextPicture = now.addingSaturating(Self.tableInterval)
      // The first is empty for certain; the last comes with the summary.
      if now > start, !options.isJSON { printTable(nil) }
    }
  }

  private func picture(_ size: TerminalSize) -> [String] {
    // The state may be long where it says what to do, but must not push the beacons off a small terminal.
    let most = min(max(size.rows / 4, 1), 4)
    var lines = Array(wrapped("bluedot scan: \(radio.statusText)", to: size.columns).prefix(most))
    if view.isColoured, !radio.state.isHearing { lines = lines.map { "\u{1B}[33m\($0)\u{1B}[0m" } }
    if let notice = notices.latest(since: now - Self.noticeTime) {
      lines += wrapped(notice, to: size.columns).prefix(2)
    }
    var state = session.summary(over: now - start)[0]
    if let recorder { state += ", \(recorder.packetCount) packets recorded" }
    lines.append(cut(state, to: size.columns))
    if size.rows >= 10 { lines.append("") }
    let room = TerminalSize(columns: size.columns, rows: max(size.rows - lines.count, 0))
    let table = view.lines(session.table, at: now, size: room)
    lines += table.isEmpty && radio.state.isHearing ? ["nothing heard yet"] : table
    return Array(lines.prefix(size.rows))
  }

  private func printTable(_ size: TerminalSize?) {
    let lines = view.lines(session.table, at: now, size: size)
    for line in lines { output.writeLine(line) }
    if !lines.isEmpty { output.writeLine("") }
    output.flush()
  }

  // MARK: The end

  private func finish() -> Int32 {
    recorder?.note(.stop, at: now)
    let status = radio.statusText
    notices.isClosed = true
    // Its last commands belong to the recording, too.
    radio.stop(now: now)
    recorder?.close()
    if let screen {
      let size = screen.size
      screen.close()
      // One line is the prompt's, and the summary has some.
      printTable(TerminalSize(columns: size.columns, rows: max(size.rows - 6, 4)))
    } else if !options.isJSON {
      printTable(nil)
    }
    var summary = session.summary(over: now - start)
    if radio.counters.overruns > 0 {
      summary.append("  \(radio.counters.overruns) times packets were lost, for they came faster than they were read")
    }
    if let recorder { summary.append("  \(recorder.packetCount) packets recorded in \(recorder.path)") }
    for line in summary { if options.isJSON { errors.writeLine(line) } else { output.writeLine(line) } }
    if let report = recorder?.takeReport() { errors.writeLine("bluedot scan: \(report)") }
    let code = writeOut()
    guard !hasHeard else { return code }
    errors.writeLine("bluedot scan: the radio never listened: \(status)")
    return ExitCode.failure
  }

  private func writeOut() -> Int32 {
    // Whoever read the output has seen enough, as `head` does: EPIPE.
    output.flush()
    guard let failure = output.failure, failure.code != 32 else { return ExitCode.success }
    errors.writeLine("bluedot scan: \(failure.message)")
    return ExitCode.failure
  }
}

/// What the radio tells while it runs, and what its callbacks need to know of the present.
private final class ScanNotices {
  var now: Milliseconds = 0
  /// Index of the adapter in use.
  var adapter: UInt16 = 0
  /// Nothing is told any more: what happens now is our own doing.
  var isClosed = false
  private var text: String?
  private var time: Milliseconds = .min
  /// Where lines go at once; `nil` where the screen shows them.
  private let errors: OutputStream?

  init(errors: OutputStream?) { self.errors = errors }

  func take(_ event: RadioEvent) {
    guard event.level >= .info, !isClosed else { return }
    // The screen shows the radio's state at all times.
    if case .state = event.kind, errors == nil { return }
    add(event.text)
  }

  func add(_ text: String) {
    if let errors { return errors.writeLine("bluedot scan: \(printable(text))") }
    self.text = printable(text)
    time = now
  }

  func latest(since limit: Milliseconds) -> String? { time >= limit ? text : nil }
}
