import Foundation
import Testing

/// `bluedot leds` as a person runs it. Lines themselves are tested on the emulated board.
@Suite struct LedsTests {
  private static let hasNoGPIO = ((try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? [])
    .allSatisfy { !$0.hasPrefix("gpiochip") }
  private static let names = [
    "configuration-wrong", "radio-no-permission", "radio-blocked", "radio-missing", "radio-dead", "starting",
    "no-network", "broker-refused", "clock-not-set", "broker-unreachable", "radio-starting", "waking", "dead-reckoning",
    "tracking", "idle", "nothing-heard", "searching", "beacons-heard", "broker-connected", "zone-entered",
    "zone-exited", "wake-up", "dark",
  ]
  private static let tracking =
    "tracking             ███████████████████·███████████████████·  a position from beacons"

  @Test func theOverviewNamesIt() throws {
    #expect(try bluedot("--help").output.contains("\n  leds      play the patterns of the status lamps\n"))
  }

  @Test func helpNamesEveryOption() throws {
    let run = try bluedot("leds", "--help")
    #expect(run.code == 0 && run.errors.isEmpty && run.output.hasPrefix("usage: bluedot leds "))
    for option in [
      "--pattern", "--seconds", "--status", "--radio", "--network", "--event", "--chip", "--active-low", "--simulate",
      "--list", "--table", "--config",
    ] {
      #expect(run.output.contains("\n  \(option) "))
    }
    #expect(run.lines.allSatisfy { $0.count <= 120 })
  }

  @Test func theListHasEveryPatternLampByLamp() throws {
    let run = try bluedot("leds", "--list")
    #expect(run.code == 0 && run.errors.isEmpty)
    let rows = run.lines.filter { $0.hasPrefix("  ") }
    #expect(rows.count == Self.names.count && rows.contains("  \(Self.tracking)"))
    for name in Self.names { #expect(rows.contains { $0.hasPrefix("  \(name) ") }) }
    #expect(run.lines.filter { $0.hasSuffix(" lamp") } == ["status lamp", "radio lamp", "network lamp", "event lamp"])
    #expect(run.lines.allSatisfy { $0.count <= 120 })
  }

  @Test func theTableIsMarkdownInTheOrderOfPriority() throws {
    let run = try bluedot("leds", "--table")
    #expect(run.code == 0 && run.errors.isEmpty)
    #expect(run.lines.prefix(2) == ["| pattern | lamp | four seconds of it | meaning |", "|---|---|---|---|"])
    let rows = run.lines.dropFirst(2).map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
    #expect(rows.map(\.first) == Self.names)
    #expect(rows.allSatisfy { $0.count == 4 && $0[2].count == 42 })
    #expect(Set(rows.map { $0[2] }).count == Self.names.count, "no two are alike")
  }

  @Test func withoutALineItDraws() throws {
    let run = try bluedot("leds")
    #expect(run.code == 0 && run.errors == "no line is given (--status LINE …) and there is no /etc/bluedot/bluedot.conf: drawing the lamp here\n")
    #expect(run.lines.count == Self.names.count && run.lines.contains(Self.tracking))
    let chosen = try bluedot("leds", "--simulate", "--pattern", "tracking")
    #expect(chosen.code == 0 && chosen.errors.isEmpty && chosen.output == Self.tracking + "\n")
  }

  /// On a terminal the lamp blinks for as long as it is to.
  @Test(arguments: [("env -u NO_COLOR ", "\u{1B}[93m●\u{1B}[0m"), ("NO_COLOR=1 ", "●")])
  func onATerminalItBlinks(environment: String, lit: String) throws {
    let run = try shell(
      "script -qefc \"\(environment)$BLUEDOT leds --simulate --pattern starting --seconds 1\" /dev/null")
    #expect(run.code == 0)
    let title = "starting             powered, the program starts"
    #expect(run.output.hasPrefix("\u{1B}[?25l\r\(lit) \(title)\r○ \(title)\r\(lit) \(title)"))
    #expect(run.output.hasSuffix("\r  \(title)\r\n\u{1B}[?25h"))
  }

  /// Ctrl-C as the keyboard sends it: a byte that the terminal turns into a signal.
  @Test func controlCEndsItAndRestoresTheTerminal() throws {
    try withFiles([:]) { folder in
      let keyboard = folder.appendingPathComponent("keyboard").path
      try #require(mkfifo(keyboard, 0o600) == 0)
      let command = "\(try Program.path()) leds --simulate --pattern idle"
      let program = try Program(
        ["-qefc", command, "/dev/null"], executable: "/usr/bin/script", input: keyboard, inputMode: O_RDWR)
      #expect(program.wait { program.output.contains("idle") })
      try Data([3]).write(to: URL(fileURLWithPath: keyboard))
      let run = program.finish()
      #expect(run.code == 130 && run.output.hasSuffix("\u{1B}[?25h"), "\(run)")
    }
  }

  @Test(
    .enabled(if: hasNoGPIO),
    arguments: [["--status", "17"], ["--chip", "gpiochip0", "--radio", "GPIO5", "--event", "6", "--active-low"]])
  func withoutGPIO(lines: [String]) throws {
    let run = try bluedot(["leds"] + lines)
    #expect(run.code == 1 && run.output.isEmpty)
    #expect(
      run.errors == """
        bluedot leds: this machine has no GPIO chip: no lamps
        bluedot leds: `bluedot leds --simulate` draws the lamp in the terminal

        """)
  }

  @Test func theConfigurationHasTheLines() throws {
    let folder = try TestFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.path + "/a.conf"
    try "[lamps]\nchip = /dev/null\nstatus = 17\n".write(toFile: file, atomically: true, encoding: .utf8)
    let run = try bluedot("leds", "--config", file)
    #expect(run.code == 1 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("bluedot leds: status lamp: /dev/null is not a GPIO chip; gpiodetect lists them\n"))
    try "[log]\nlevel = info\n".write(toFile: file, atomically: true, encoding: .utf8)
    let none = try bluedot("leds", "--config", file, "--pattern", "tracking")
    #expect(none.code == 0 && none.output == Self.tracking + "\n")
    #expect(none.errors == "\(file) has no lamps ([lamps] status = LINE): drawing the lamp here\n")
    try "[lamps]\nstatsu = 17\n".write(toFile: file, atomically: true, encoding: .utf8)
    let wrong = try bluedot("leds", "--config", file)
    #expect(wrong.code == 1 && wrong.output.isEmpty && wrong.errors.contains("statsu"))
    let missing = try bluedot("leds", "--config", file + ".not")
    #expect(missing.code == 1 && missing.output.isEmpty && missing.errors.contains(file + ".not"))
  }

  @Test func aChipThatIsNone() throws {
    let run = try bluedot("leds", "--chip", "/dev/null", "--status", "17")
    #expect(run.code == 1 && run.output.isEmpty)
    #expect(
      run.errors.hasPrefix("bluedot leds: status lamp: /dev/null is not a GPIO chip; gpiodetect lists them\n"))
  }

  @Test(arguments: [
    (["--pattern", "bogus"], "there is no pattern \"bogus\"; `bluedot leds --list` has them"),
    (["--pattern", ""], "there is no pattern \"\"; `bluedot leds --list` has them"),
    (["--pattern"], "--pattern needs a value"),
    (["--seconds", "0"], "--seconds is \"0\"; expected a whole number from 1 to 3600"),
    (["--status", ""], "--status is \"\"; expected a line's name or number"),
    (["--event", "4294967296"], "--event is \"4294967296\"; expected a line's name or number"),
    (["--chip", "gpiochip0"], "--chip means nothing without a line, as in --status 17"),
    (["--chip", "", "--status", "1"], "--chip is empty; expected a chip's label, name or path"),
    (["--active-low"], "--active-low means nothing without a line, as in --status 17"),
    (["--simulate", "--status", "1"], "lines, --config and --simulate all say where to play; give one of them"),
    (["--config", "f", "--radio", "1"], "lines, --config and --simulate all say where to play; give one of them"),
    (["--config", "f", "--simulate"], "lines, --config and --simulate all say where to play; give one of them"),
    (["--config", ""], "--config is empty; expected a configuration file"),
    (["--list", "--config", "f"], "--list prints all patterns and takes no other option"),
    (["--list", "--table"], "--list prints all patterns and takes no other option"),
    (["--list", "--pattern", "idle"], "--list prints all patterns and takes no other option"),
    (["--table", "--status", "1"], "--table prints all patterns and takes no other option"),
    (["tracking"], "unexpected argument \"tracking\""),
    (["--bogus"], "unknown option --bogus"),
  ])
  func wrongUsage(arguments: [String], message: String) throws {
    let run = try bluedot(["leds"] + arguments)
    #expect(run.code == 2 && run.output.isEmpty)
    #expect(run.errors == "bluedot leds: \(message)\nTry `bluedot leds --help`.\n")
  }
}
