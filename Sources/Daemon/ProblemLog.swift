import Host

/// Logs the problems of configuration and site, each once while it lasts: they are looked for again every few seconds.
final class ProblemLog {
  private let log: Log
  private var told: [String] = []

  init(_ log: Log) {
    self.log = log
  }

  /// Takes all problems there are now, and logs those that are new.
  func tell(_ problems: [(level: LogLevel, text: String)]) {
    for problem in problems where !told.contains(problem.text) { log.log(problem.level, problem.text) }
    told = problems.map { $0.text }
  }

  /// All problems are new again: somebody wants to know.
  func forget() { told = [] }
}
