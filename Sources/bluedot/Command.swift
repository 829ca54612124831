import Host

/// Exit codes, the same for every command.
enum ExitCode {
  /// All is well.
  static let success: Int32 = 0
  /// A problem in the input or in the world; a message on standard error says which.
  static let failure: Int32 = 1
  /// A command line that makes no sense.
  static let usage: Int32 = 2
}

/// One subcommand of the program.
struct Command {
  var name: String
  var summary: String
  var help: String
  var run: (inout Arguments) throws(UsageError) -> Int32

  /// Runs the command, or prints its help, or says what is wrong with its arguments.
  func callAsFunction(_ arguments: [String]) -> Int32 {
    var parsed = Arguments(arguments)
    if parsed.flag("--help", or: "-h") {
      let output = OutputStream.standardOutput()
      output.write(help)
      return finish(output, "bluedot \(name)")
    }
    do throws(UsageError) {
      return try run(&parsed)
    } catch {
      let output = OutputStream.standardError()
      output.writeLine("bluedot \(name): \(error.message)")
      output.writeLine("Try `bluedot \(name) --help`.")
      return ExitCode.usage
    }
  }
}

/// Writes out what is left; returns the exit code, and says on standard error why it is 1.
func finish(_ output: OutputStream, _ name: String) -> Int32 {
  output.flush()
  guard let failure = output.failure else { return ExitCode.success }
  OutputStream.standardError().writeLine("\(name): \(failure.message)")
  return ExitCode.failure
}
