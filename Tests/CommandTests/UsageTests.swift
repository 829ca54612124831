import Foundation
import Testing

/// Help, version and command lines that make no sense.
@Suite struct UsageTests {
  private static let overview = "bluedot 0.1.0: finds where this board is on a floor map, from Bluetooth beacons\n"

  @Test(arguments: ["--help", "-h", "help"])
  func theOverviewNamesEveryCommand(argument: String) throws {
    let run = try bluedot(argument)
    #expect(run.code == 0 && run.errors.isEmpty)
    #expect(run.output.hasPrefix(Self.overview + "\nusage: bluedot COMMAND [options]\n"))
    for command in ["run", "replay", "decode", "check", "config", "scan", "adapters", "leds"] {
      #expect(run.output.contains("\n  \(command) "))
    }
  }

  @Test func nothingAtAllIsWrongUsage() throws {
    let run = try bluedot()
    #expect(run.code == 2 && run.output.isEmpty)
    #expect(run.errors.hasPrefix(Self.overview))
  }

  @Test(arguments: ["--version", "version"])
  func version(argument: String) throws {
    let run = try bluedot(argument)
    #expect(run.code == 0 && run.errors.isEmpty && run.output == "bluedot 0.1.0\n")
  }

  @Test(arguments: ["run", "replay", "decode", "check", "config", "scan", "adapters", "leds"])
  func helpOfACommand(command: String) throws {
    let run = try bluedot(command, "--help")
    #expect(run.code == 0 && run.errors.isEmpty)
    #expect(run.output.hasPrefix("usage: bluedot \(command) "))
    for other in [[command, "-h"], ["help", command], [command, "--bogus", "--help", "x"]] {
      #expect(try bluedot(other).output == run.output)
    }
  }

  /// Everything that an option's name stands for in the code is in the help.
  @Test func helpOfReplayNamesEveryOption() throws {
    let help = try bluedot("replay", "--help").output
    for option in ["--site", "--format", "--speed", "--publish", "--broker", "--device", "--username"] {
      #expect(help.contains("\n  \(option) "))
    }
  }

  @Test(arguments: [["bogus"], ["--bogus"], [""], ["help", "bogus"]])
  func anUnknownCommand(arguments: [String]) throws {
    let run = try bluedot(arguments)
    #expect(run.code == 2 && run.output.isEmpty)
    #expect(run.errors == "bluedot: unknown command \"\(arguments.last ?? "")\"; try `bluedot --help`\n")
  }

  @Test(arguments: [
    ([], "--site DIR is missing: the folder with maps.json and beacons.json"),
    (["x"], "--site DIR is missing: the folder with maps.json and beacons.json"),
    (["--site", "s"], "FILE is missing"),
    (["x", "--site"], "--site needs a value"),
    (["x", "--site", ""], "--site is empty; expected the folder with maps.json and beacons.json"),
    (["x", "--site="], "--site is empty; expected the folder with maps.json and beacons.json"),
    (["x", "--site", "s", "--format"], "--format needs a value"),
    (["x", "y", "--site", "s"], "unexpected argument \"y\""),
    (["x", "--site", "s", "--what"], "unknown option --what"),
    (["x", "--site", "s", "--what=1"], "unknown option --what=1"),
    (["x", "--site", "s", "-x"], "unknown option -x"),
    (["x", "--site", "s", "--site", "t"], "--site is given twice"),
    (["x", "--site", "s", "--site=t"], "--site is given twice"),
    (["x", "--site", "s", "--format", "text", "--format", "text"], "--format is given twice"),
    (["x", "--site", "s", "--format", "xml"], "--format is \"xml\"; expected text or jsonl"),
    (["x", "--site", "s", "--format", ""], "--format is \"\"; expected text or jsonl"),
    (["x", "--site", "s", "--broker", "b"], "--broker means nothing without --publish"),
    (["x", "--site", "s", "--device", "d"], "--device means nothing without --publish"),
    (["x", "--site", "s", "--username", "u"], "--username means nothing without --publish"),
  ])
  func wrongUsageOfReplay(arguments: [String], message: String) throws {
    let run = try bluedot(["replay"] + arguments)
    #expect(run.code == 2 && run.output.isEmpty)
    #expect(run.errors == "bluedot replay: \(message)\nTry `bluedot replay --help`.\n")
  }

  @Test(arguments: ["0", "-1", "10001", "fast", "1.5", "", "99999999999999999999", "+", " 1"])
  func badSpeeds(speed: String) throws {
    let run = try bluedot("replay", "x", "--site", "s", "--speed", speed)
    #expect(run.code == 2 && run.output.isEmpty)
    #expect(
      run.errors == """
        bluedot replay: --speed is "\(speed)"; expected max, or a whole number from 1 to 10000
        Try `bluedot replay --help`.

        """)
  }

  @Test(arguments: [
    ("--broker", "", "the host is missing; write HOST:PORT"), ("--broker", ":1883", "the host is missing"),
    ("--broker", "h:0", "the port must be a number from 1 to 65535"),
    ("--broker", "h:65536", "the port must be a number from 1 to 65535"),
    ("--broker", "h:mqtt", "the port must be a number from 1 to 65535"),
    ("--broker", "[::1", "the bracket isn't closed"), ("--broker", "a b", "the host may not contain the byte 0x20"),
    ("--device", "", "device name: is empty"), ("--device", "a/b", "device name 'a/b': may not contain"),
    ("--device", "#", "device name '#': may not contain"), ("--device", "a\nb", "may not contain control characters"),
    ("--device", String(repeating: "x", count: 65), "has 65 bytes; at most 64 are allowed"),
  ])
  func badBrokersAndDevices(option: String, value: String, message: String) throws {
    let run = try bluedot("replay", "x", "--site", "s", "--publish", option, value)
    #expect(run.code == 2 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("bluedot replay: ") && run.errors.contains(message))
    #expect(run.errors.hasSuffix("\nTry `bluedot replay --help`.\n"))
  }

  /// What follows "--" is a file, whatever it looks like.
  @Test func aFileThatLooksLikeAnOption() throws {
    let run = try bluedot("replay", "--site", Demo.site, "--", "--help")
    #expect(run.code == 1 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("bluedot replay: --help: cannot open it: No such file or directory\n"))
  }

  /// The scripts as the program: a command line that makes no sense is told at once, with exit code 2.
  @Test(arguments: [
    ("deploy/demo --speed", "demo: --speed needs a value"),
    ("deploy/demo --speed fast", "demo: --speed is \"fast\"; expected max, or a whole number from 1 to 10000"),
    ("deploy/demo --speed 10001", "demo: --speed is \"10001\"; expected max"),
    ("deploy/demo --speed ''", "demo: --speed is \"\"; expected max"),
    ("deploy/demo quick", "demo: unknown argument \"quick\""),
    ("Tests/run nonsense", "run: unknown step \"nonsense\""), ("Tests/run unit --fast", "run: unknown step \"--fast\""),
    ("Tests/golden --fast", "golden: unknown argument \"--fast\""),
    ("Tests/accuracy x", "accuracy: unknown argument 'x'"),
    ("Tests/check-symbols x", "check-symbols: unknown argument 'x'"),
    ("cross/build vax", "build: unknown argument 'vax'"),
    ("cross/install x", "install: unknown argument 'x'"),
    ("deploy/install-build-deps x", "install-build-deps: unknown"),
  ])
  func scripts(_ line: String, _ message: String) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path
    let run = try shell("'\(root)'/\(line)")
    #expect(run.code == 2 && run.output.isEmpty)
    #expect(run.errors.hasPrefix(message))
  }
}
