/// Why the benchmark stops, in words for the person at the terminal.
enum Failure: Error {
  /// The command line is wrong: exit code 2.
  case usage(String)
  /// A file or the measurement is: exit code 1.
  case input(String)

  var message: String {
    switch self {
    case .usage(let text): "\(text); see bluedot-bench --help"
    case .input(let text): text
    }
  }

  var exitCode: Int32 {
    switch self {
    case .usage: 2
    case .input: 1
    }
  }
}
