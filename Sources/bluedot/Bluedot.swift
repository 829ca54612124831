import Host

@main
struct Bluedot {
  static var commands: [Command] { [.run, .replay, .decode, .check, .config, .scan, .adapters, .leds] }

  static func main() {
    Process.exit(run(Process.arguments))
  }

  static func run(_ arguments: [String]) -> Int32 {
    guard let name = arguments.first else {
      printOverview(to: .standardError())
      return ExitCode.usage
    }
    switch name {
    case "--help", "-h", "help":
      if arguments.count > 1 {
        return commands.first { $0.name == arguments[1] }?(["--help"]) ?? unknown(arguments[1])
      }
      let output = OutputStream.standardOutput()
      printOverview(to: output)
      return finish(output, "bluedot")
    case "--version", "version":
      let output = OutputStream.standardOutput()
      output.writeLine("bluedot \(version)")
      return finish(output, "bluedot")
    default:
      return commands.first { $0.name == name }?(Array(arguments.dropFirst())) ?? unknown(name)
    }
  }

  private static func unknown(_ name: String) -> Int32 {
    OutputStream.standardError().writeLine("bluedot: unknown command \"\(name)\"; try `bluedot --help`")
    return ExitCode.usage
  }

  private static func printOverview(to output: OutputStream) {
    output.writeLine("bluedot \(version): finds where this board is on a floor map, from Bluetooth beacons")
    output.writeLine("")
    output.writeLine("usage: bluedot COMMAND [options]")
    output.writeLine("")
    for command in commands {
      let padding = String(repeating: " ", count: max(1, 10 - command.name.utf8.count))
      output.writeLine("  \(command.name)\(padding)\(command.summary)")
    }
    output.writeLine("")
    output.writeLine(
      "`bluedot COMMAND --help` explains each. Exit codes: 0 fine, 1 a problem in the input, 2 wrong usage.")
    output.flush()
  }
}
