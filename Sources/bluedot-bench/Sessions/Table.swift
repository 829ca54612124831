import Host

/// A CSV file (RFC 4180, fields within one line) whose first line names its columns.
struct Table {
  let path: String
  private let columns: [String]
  private let rows: [(line: Int, fields: [String])]

  init(path: String) throws(Failure) {
    self.path = path
    let bytes: [UInt8]
    do { bytes = try readWholeFile(path: path) } catch { throw .input(error.message) }
    var header: [String]?
    var rows: [(Int, [String])] = []
    let lines = String(decoding: bytes, as: UTF8.self).split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, text) in lines.enumerated() where text.contains(where: { !$0.isWhitespace }) {
      let fields = try Self.fields(of: text, place: "\(path):\(index + 1)")
      guard let columns = header else {
        header = fields
        continue
      }
      guard fields.count == columns.count else {
        throw .input("\(path):\(index + 1): \(fields.count) fields, expected \(columns.count) as in the first line")
      }
      rows.append((index + 1, fields))
    }
    guard let header else { throw .input("\(path): empty, expected a line of column names") }
    columns = header
    self.rows = rows
  }

  func has(_ column: String) -> Bool { columns.contains(column) }

  /// Calls `body` with each row.
  func forEachRow(_ body: (Row) throws(Failure) -> Void) throws(Failure) {
    for (line, fields) in rows { try body(Row(table: self, line: line, fields: fields)) }
  }

  struct Row {
    fileprivate let table: Table
    fileprivate let line: Int
    fileprivate let fields: [String]

    var place: String { "\(table.path):\(line)" }

    func text(_ column: String) throws(Failure) -> String {
      guard let index = table.columns.firstIndex(of: column) else {
        throw .input("\(table.path):1: no column \"\(column)\", found \(table.columns.joined(separator: ","))")
      }
      return fields[index]
    }

    /// The number in `column`; `nil` when the field is empty.
    func numberIfAny(_ column: String) throws(Failure) -> Double? {
      let text = try text(column)
      guard !text.isEmpty else { return nil }
      // The limit keeps a time in seconds within what fits an integer of milliseconds.
      guard let value = Double(text), value.isFinite, value.magnitude < 1e12 else {
        throw .input("\(place): \(column) is \"\(text)\", expected a number")
      }
      return value
    }

    func number(_ column: String) throws(Failure) -> Double {
      guard let value = try numberIfAny(column) else { throw .input("\(place): \(column) is empty, expected a number") }
      return value
    }
  }

  private static func fields(of line: Substring, place: String) throws(Failure) -> [String] {
    var fields: [String] = []
    var field = ""
    var isQuoted = false
    var last: Character?
    for character in line {
      switch character {
      case "\"":
        // A doubled quote inside quotes stands for one.
        if !isQuoted && last == "\"" { field.append("\"") }
        isQuoted.toggle()
      case "," where !isQuoted:
        fields.append(trimmed(field))
        field = ""
      default:
        field.append(character)
      }
      last = character
    }
    guard !isQuoted else { throw .input("\(place): a quote is not closed") }
    fields.append(trimmed(field))
    return fields
  }

  private static func trimmed(_ text: String) -> String {
    let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
