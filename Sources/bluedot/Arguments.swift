import Host

/// A command line that the program does not understand: exit code 2.
struct UsageError: Error {
  var message: String
}

/// The arguments of one command, taken apart by name. What is left over must be positional.
///
/// `--name value` and `--name=value` are the same; `--` ends the options.
struct Arguments {
  private var remaining: [String]
  private var afterTerminator: [String] = []

  init(_ arguments: [String]) {
    remaining = arguments
    if let terminator = arguments.firstIndex(of: "--") {
      remaining = Array(arguments[..<terminator])
      afterTerminator = Array(arguments[(terminator + 1)...])
    }
  }

  /// True when the option was given, however often.
  mutating func flag(_ name: String, or short: String? = nil) -> Bool {
    let before = remaining.count
    remaining.removeAll { $0 == name || $0 == short }
    return remaining.count < before
  }

  /// The option's value; `nil` when it was not given. Given twice is an error, as is a missing value.
  mutating func value(_ name: String) throws(UsageError) -> String? {
    var found: String?
    var index = 0
    while index < remaining.count {
      let argument = remaining[index]
      guard argument == name || argument.utf8.starts(with: "\(name)=".utf8) else {
        index += 1
        continue
      }
      guard found == nil else { throw UsageError(message: "\(name) is given twice") }
      if argument == name {
        guard index + 1 < remaining.count else { throw UsageError(message: "\(name) needs a value") }
        found = remaining[index + 1]
        remaining.removeSubrange(index...(index + 1))
      } else {
        found = String(argument.dropFirst(name.count + 1))
        remaining.remove(at: index)
      }
    }
    return found
  }

  /// The option's value as a whole number within `range`.
  mutating func number(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = try value(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        message: "\(name) is \"\(text)\"; expected a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// What is left over; an option among it is unknown.
  ///
  /// - Parameters:
  ///   - names: what the positionals stand for, such as ["FILE"]; exactly so many are expected.
  func positionals(_ names: [String]) throws(UsageError) -> [String] {
    let values = try positionals(atMost: names.count)
    guard values.count >= names.count else { throw UsageError(message: "\(names[values.count]) is missing") }
    return values
  }

  /// What is left over, up to `count`; an option among it is unknown.
  func positionals(atMost count: Int) throws(UsageError) -> [String] {
    // "-" alone is standard input.
    if let unknown = remaining.first(where: { $0.utf8.first == 0x2D && $0.utf8.count > 1 }) {
      throw UsageError(message: "unknown option \(unknown)")
    }
    let values = remaining + afterTerminator
    guard values.count <= count else { throw UsageError(message: "unexpected argument \"\(values[count])\"") }
    return values
  }
}
