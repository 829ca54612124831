import Host

/// Something wrong in a site's documents, as a compiler would report it.
public struct SiteProblem: Sendable {
  public enum Severity: UInt8, Sendable {
    /// The site loads, but probably does not do what its author meant.
    case warning
    /// The site cannot be used.
    case error
  }

  public var severity: Severity

  /// Name of the document within the site's folder, such as "zones.json"; empty for the folder itself.
  public var file: String

  /// Place in the document, such as "[3].vertices[1].x", or "12:5" (line and column) when it is not JSON; may be empty.
  public var path: String

  /// Name (else id) of the element at fault, when it has one; the beginning of a long one.
  public var element: String?

  public var found: String
  public var expected: String

  public init(
    severity: Severity, file: String, path: String, element: String? = nil, found: String, expected: String
  ) {
    self.severity = severity
    self.file = file
    self.path = path
    self.element = element
    self.found = found
    self.expected = expected
  }

  /// One line, as in "DIR/zones.json: [2].vertices ("Kitchen"): error: found 2 vertices; expected 3 or more".
  public func line(directory: String) -> String {
    var text = directory
    if !file.isEmpty { text += (directory.utf8.last == UInt8(ascii: "/") ? "" : "/") + file }
    text += ":"
    if !path.isEmpty { text += " " + path }
    if let element { text += " (" + quoted(element) + ")" }
    if !path.isEmpty || element != nil { text += ":" }
    return text + (severity == .error ? " error" : " warning") + ": found \(found); expected \(expected)"
  }
}

/// Collects problems: all are counted, the first of each severity are kept.
final class ProblemList {
  /// A person fixes a few at a time; a broken export can have one for each of 20,000 beacons.
  static let keptPerSeverity = 100

  private(set) var problems: [SiteProblem] = []
  private(set) var errorCount = 0
  private(set) var warningCount = 0

  func add(_ problem: SiteProblem) {
    let count: Int
    switch problem.severity {
    case .error:
      errorCount += 1
      count = errorCount
    case .warning:
      warningCount += 1
      count = warningCount
    }
    if count <= Self.keptPerSeverity { problems.append(problem) }
  }
}
