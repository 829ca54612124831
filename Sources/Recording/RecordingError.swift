import Host

/// Why a recording can't be read, or not further.
public struct RecordingError: Error {
  public enum Place: Sendable {
    /// The file as a whole.
    case file
    /// Offset in bytes from the beginning of the file.
    case byte(Int64)
    /// Line and column, both from 1; the column counts bytes.
    case line(Int, column: Int)
  }

  public var path: String
  public var place: Place
  /// What was found, what is expected, what to do.
  public var problem: String

  init(path: String, place: Place, problem: String) {
    self.path = path
    self.place = place
    self.problem = problem
  }

  init(path: String, _ error: HostError) {
    self.init(path: path, place: .file, problem: error.messageBesideSubject)
  }

  /// "walk.btsnoop: byte 4,112: …" or "packets.txt:3:17: …".
  public var message: String {
    let name = path == "-" ? "standard input" : path
    return switch place {
    case .file: "\(name): \(problem)"
    case .byte(let offset): "\(name): byte \(offset): \(problem)"
    case .line(let line, let column): "\(name):\(line):\(column): \(problem)"
    }
  }
}
