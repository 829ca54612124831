import Foundation
import Testing

@testable import Host

/// A log that writes into a pipe, and what came out of it.
private final class LoggedPipe {
  private var ends: [Int32] = [-1, -1]
  private(set) var log: Log?

  init(style: Log.Style = .journal, level: LogLevel = .verbose) throws {
    try #require(pipe(&ends) == 0)
    log = Log(level: level, descriptor: ends[1], style: style)
  }

  deinit {
    log = nil
    close(ends[0])
    close(ends[1])
  }

  /// Everything written so far.
  func read() -> String {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    var waiting = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
    while poll(&waiting, 1, 0) == 1 {
      let count = Foundation.read(ends[0], &part, part.count)
      guard count > 0 else { break }
      bytes += part[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  func closeReader() {
    close(ends[0])
    ends[0] = -1
  }
}

@Suite struct LogTests {
  @Test func theJournalGetsPriorities() throws {
    let pipe = try LoggedPipe()
    let log = try #require(pipe.log)
    log.verbose("a")
    log.debug("b")
    log.info("c")
    log.warning("d")
    log.error("e")
    log.critical("f")
    #expect(pipe.read() == "<7>a\n<7>b\n<6>c\n<4>d\n<3>e\n<2>f\n")
  }

  @Test func theLevelHoldsBackAndCanBeChanged() throws {
    let pipe = try LoggedPipe(level: .warning)
    let log = try #require(pipe.log)
    var made = 0
    func text() -> String {
      made += 1
      return "line \(made)"
    }
    log.info(text())
    log.warning(text())
    log.level = .debug
    log.debug(text())
    log.verbose(text())
    log.level = .critical
    log.error(text())
    #expect(pipe.read() == "<4>line 1\n<7>line 2\n")
    #expect(made == 2)
  }

  @Test func aPlainLineHasTimeAndLevel() throws {
    let pipe = try LoggedPipe(style: .plain)
    pipe.log?.warning("the broker is away")
    let line = pipe.read()
    #expect(line.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ warning  the broker is away\n/) != nil)
  }

  @Test func aTerminalHasColoursUnlessToldOtherwise() throws {
    let coloured = try LoggedPipe(style: .terminal(isColoured: true))
    coloured.log?.error("bad")
    coloured.log?.info("good")
    let lines = coloured.read()
    #expect(
      lines.wholeMatch(of: /\d\d:\d\d:\d\d \u{1B}\[31merror    bad\u{1B}\[0m\n\d\d:\d\d:\d\d info     good\n/) != nil)
    let plain = try LoggedPipe(style: .terminal(isColoured: false))
    plain.log?.error("bad")
    #expect(plain.read().wholeMatch(of: /\d\d:\d\d:\d\d error    bad\n/) != nil)
  }

  @Test func aPipeIsNeitherJournalNorTerminal() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    guard case .plain = Log.Style.suiting(ends[1]) else {
      Issue.record("a pipe is taken for something else")
      return
    }
  }

  @Test func textFromOutsideStaysOnItsLine() throws {
    let pipe = try LoggedPipe()
    pipe.log?.info("zone \"Lobby\n<2>the house burns\u{1B}[2J\u{202E}\"")
    #expect(pipe.read() == "<6>zone \"Lobby\\n<2>the house burns\\u{1B}[2J\\u{202E}\"\n")
  }

  @Test func aLongLineIsCutAtACharacter() throws {
    let pipe = try LoggedPipe()
    pipe.log?.info(String(repeating: "x", count: 1_999) + "éé")
    #expect(pipe.read() == "<6>" + String(repeating: "x", count: 1_999) + "… (4 bytes more)\n")
    pipe.log?.info(String(repeating: "x", count: 2_000))
    #expect(pipe.read() == "<6>" + String(repeating: "x", count: 2_000) + "\n")
    // Escapes count: a line has an end, whatever is in it.
    pipe.log?.info(String(repeating: "\u{1B}", count: 100_000))
    let line = pipe.read()
    #expect(line.utf8.count < 2_050 && line.hasSuffix(" bytes more)\n"))
  }

  @Test func aReaderThatSleepsLosesLinesAndIsTold() throws {
    let pipe = try LoggedPipe()
    let log = try #require(pipe.log)
    let line = String(repeating: "x", count: 1_000)
    var written = 0
    while log.dropped == 0 {
      log.info(line)
      written += 1
      try #require(written < 1_000)
    }
    // Once it is known, nobody waits: 2,000 waits of 50 ms would take minutes.
    for _ in 0..<2_000 { log.info("unread") }
    #expect(log.dropped == 2_001)
    #expect(pipe.read() == String(repeating: "<6>" + line + "\n", count: written - 1))
    log.info("awake")
    #expect(log.dropped == 0)
    #expect(
      pipe.read() == "<4>2001 lines of the log were lost: standard error was not read in time\n<6>awake\n")
  }

  @Test func aReaderThatIsGoneIsNoConcern() throws {
    signal(SIGPIPE, SIG_IGN)
    let pipe = try LoggedPipe()
    pipe.closeReader()
    pipe.log?.info("nobody")
    #expect(pipe.log?.dropped == 1)
  }

  @Test func aStateIsToldOncePerChange() throws {
    let pipe = try LoggedPipe(level: .info)
    let state = StateLog(try #require(pipe.log), name: "broker")
    for _ in 0..<3 { state.tell("connecting") }
    state.tell("connected")
    state.tell("lost: refused", level: .warning)
    state.tell("lost: refused", level: .warning)
    state.tell("connected", level: .debug)
    state.tell("connected")
    state.tell("lost: refused", level: .warning)
    #expect(
      pipe.read() == """
        <6>broker: connecting
        <6>broker: connected
        <4>broker: lost: refused
        <4>broker: lost: refused

        """)
  }
}

@Suite struct PrintableTests {
  @Test(
    arguments: [
      ("plain text, Größe 5 m², 東京, 👩‍👩‍👧, نمی‌خواهم", nil), ("", nil), (" a\\b ", nil),
      ("a\nb\r\tc", "a\\nb\\r\\tc"), ("\u{0}\u{7F}\u{9B}", "\\u{0}\\u{7F}\\u{9B}"), ("\u{1B}[31m", "\\u{1B}[31m"),
      ("\u{202E}\u{2066}\u{2069}\u{200F}\u{61C}", "\\u{202E}\\u{2066}\\u{2069}\\u{200F}\\u{61C}"),
      ("\u{2028}\u{2029}\u{FEFF}\u{200B}\u{AD}", "\\u{2028}\\u{2029}\\u{FEFF}\\u{200B}\\u{AD}"),
      ("\u{E0041}", "\\u{E0041}"),
    ] as [(String, String?)])
  func escapesWhatIsNotSeen(text: String, expected: String?) {
    #expect(printable(text) == expected ?? text)
    #expect(printable(printable(text)) == printable(text))
  }

  /// Against Unicode's own table, as this toolchain has it.
  @Test func leavesNoControlOrFormatCharacter() {
    for value in 0...0x10_FFFF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value), value != 0x200C, value != 0x200D else { continue }
      let isEscaped = printable(String(scalar)) != String(scalar)
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        #expect(isEscaped, "U+\(String(value, radix: 16))")
      case .unassigned: break
      default: #expect(!isEscaped, "U+\(String(value, radix: 16))")
      }
    }
  }
}
