import Host

/// Measures error and cost; see `help`.
@main
struct Bench {
  static let help = """
    usage: bluedot-bench errors [--data DIR] [--only NAME] [--markdown]
           bluedot-bench track ESTIMATOR [--data DIR] [--only NAME]
           bluedot-bench tune BASELINE [--data DIR] [--only NAME]
           bluedot-bench cost [--advertisements N] [--data DIR] [--only NAME]
           bluedot-bench loop STAGE COUNT [--data DIR] [--only NAME]

    errors   Plays the recordings with ground truth to every estimator and prints how far off they are. Causal: each
             point of the truth is compared with the last position at or before it; the first 5 s are left out.
             inside68 is the share of points where the claimed accuracy held the truth; 0.68 would be true.
    track    Prints where one estimator (by its name in the table) saw the receiver on one recording: t,x,y,accuracy.
    tune     Searches the setting of a floating-point baseline (by its name in the table) that is best over all sets.
    cost     Takes the packets of the recording with the most beacons through each stage, in memory, and prints the CPU
             time per advertisement and how it compares with merely reading the same bytes from a file.
    loop     Takes COUNT advertisements through one stage and does nothing else; for Tests/count-instructions.

    --data DIR    folder of recordings: every folder in it with beacons.csv and events.csv counts
                  (default: Tests/Data/positioning)
    --only NAME   only recordings whose name contains NAME
    --advertisements N   advertisements a round (default: 1000000)
    --markdown    print a Markdown table
    --help        print this

    Exit codes: 0 done, 1 a file cannot be used or a measurement failed, 2 the command line is wrong.
    """

  static func main() {
    let output = OutputStream.standardOutput()
    let error = OutputStream.standardError()
    var code: Int32 = 0
    do throws(Failure) {
      try run(Process.arguments, output: output, error: error)
    } catch {
      output.flush()
      OutputStream.standardError().writeLine("bluedot-bench: \(error.message)")
      code = error.exitCode
    }
    output.flush()
    if code == 0, let failure = output.failure {
      error.writeLine("bluedot-bench: \(failure.message)")
      code = 1
    }
    Process.exit(code)
  }

  private static func run(_ arguments: [String], output: OutputStream, error: OutputStream) throws(Failure) {
    guard let command = arguments.first else { throw .usage("no command") }
    if arguments.contains("--help") || arguments.contains("-h") || command == "help" {
      output.writeLine(help)
      return
    }
    let rest = Array(arguments.dropFirst())
    switch command {
    case "errors":
      let options = try Options(rest, valued: ["--data", "--only"], switches: ["--markdown"])
      let table = try ErrorTable(sessions: try sessions(options))
      output.write(options.switches.contains("--markdown") ? table.markdown : table.plainText)
      output.flush()
      for note in table.notes { error.writeLine("bluedot-bench: \(note)") }
    case "track":
      let options = try Options(rest, valued: ["--data", "--only"], words: 1)
      output.write(try TrackListing.text(estimator: options.words[0], sessions: try sessions(options)))
    case "tune":
      let options = try Options(rest, valued: ["--data", "--only"], words: 1)
      try TuningCommand.run(baseline: options.words[0], sessions: try sessions(options)) { line in
        output.writeLine(line)
        output.flush()
      }
    case "cost":
      let options = try Options(rest, valued: ["--data", "--only", "--advertisements"])
      let count = try options.count("--advertisements") ?? 1_000_000
      let table = try CostTable(trace: try Stages.trace(of: try sessions(options)), advertisements: count)
      output.write(table.plainText)
    case "loop":
      let options = try Options(rest, valued: ["--data", "--only"], words: 2)
      let count = try Options.count(options.words[1], of: "COUNT")
      var stage = try Stages.make(options.words[0], trace: try Stages.trace(of: try sessions(options)))
      output.writeLine("\(options.words[0]): \(count) advertisements, checksum \(try stage.run(count: count))")
    default:
      throw .usage("unknown command \(command)")
    }
  }

  private static func sessions(_ options: Options) throws(Failure) -> [Session] {
    try SessionFinder.load(
      directory: options.values["--data"] ?? "Tests/Data/positioning", only: options.values["--only"])
  }
}
