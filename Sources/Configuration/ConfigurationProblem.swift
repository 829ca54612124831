import Host

/// Something wrong in a configuration, as a compiler would report it.
public struct ConfigurationProblem: Sendable, Equatable {
  public enum Severity: Sendable {
    /// The configuration can be used, but probably does not do what its author meant.
    case warning
    /// The configuration cannot be used.
    case error
  }

  public var severity: Severity
  public var file: String
  /// Counted from 1; 0 for the file as a whole.
  public var line: Int
  /// What was found, and what is expected or what to do.
  public var text: String

  public init(severity: Severity, file: String, line: Int, text: String) {
    self.severity = severity
    self.file = file
    self.line = line
    self.text = text
  }

  /// One line, as in "bluedot.conf:12: error: port in [broker] is "x"; expected a whole number from 1 to 65535".
  public var message: String {
    let place: Phrase = line > 0 ? "\(file):\(line)" : "\(file)"
    let line: Phrase = "\(place.text): \(severity == .error ? "error" : "warning"): \(text)"
    return printable(line.text)
  }
}

/// Where something stands: the file's index in the order of reading, and the line.
struct Place: Equatable {
  var file: Int
  var line: Int

  func isBefore(_ other: Place) -> Bool { file != other.file ? file < other.file : line < other.line }
}

/// A configuration as read, and what is wrong with it.
public struct ConfigurationLoad: Sendable {
  /// Of use when there are no errors.
  public var configuration: Configuration
  /// In the order of the files and lines; the first 200.
  public var problems: [ConfigurationProblem]
  public var errorCount: Int
  public var warningCount: Int

  public var hasErrors: Bool { errorCount > 0 }
}

/// Collects problems: all are counted, the first are kept.
struct ProblemList {
  /// More than that is a wrong file, and not many mistakes.
  private static let kept = 200

  let files: [String]
  private(set) var problems: [(place: Place, problem: ConfigurationProblem)] = []
  private(set) var errorCount = 0
  private(set) var warningCount = 0

  init(files: [String]) {
    self.files = files
  }

  mutating func error(_ place: Place, _ text: Phrase) {
    errorCount += 1
    add(place, .error, text.text)
  }

  mutating func warning(_ place: Place, _ text: Phrase) {
    warningCount += 1
    add(place, .warning, text.text)
  }

  private mutating func add(_ place: Place, _ severity: ConfigurationProblem.Severity, _ text: String) {
    guard problems.count < Self.kept else { return }
    let file = files.indices.contains(place.file) ? files[place.file] : ""
    problems.append((place, ConfigurationProblem(severity: severity, file: file, line: place.line, text: text)))
  }

  /// In the order of files and lines; those of one line in the order in which they were found.
  func sorted() -> [ConfigurationProblem] {
    var order: [Int] = []
    // They are nearly in order; what a section as a whole lacks is found at the end.
    for index in problems.indices {
      var slot = order.count
      while slot > 0, problems[index].place.isBefore(problems[order[slot - 1]].place) { slot -= 1 }
      order.insert(index, at: slot)
    }
    return order.map { problems[$0].problem }
  }
}
