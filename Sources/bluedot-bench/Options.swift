/// The arguments of one command: options with a value, switches, and words.
struct Options {
  private(set) var values: [String: String] = [:]
  private(set) var switches: Set<String> = []
  private(set) var words: [String] = []

  /// - Parameters:
  ///   - valued: options that take a value, such as "--data".
  ///   - switches: options that take none.
  ///   - wordCount: words that the command takes.
  init(
    _ arguments: [String], valued: Set<String> = [], switches known: Set<String> = [], words wordCount: Int = 0
  ) throws(Failure) {
    var index = 0
    while index < arguments.count {
      let argument = arguments[index]
      index += 1
      if known.contains(argument) {
        switches.insert(argument)
      } else if valued.contains(argument) {
        guard index < arguments.count else { throw .usage("\(argument) needs a value") }
        values[argument] = arguments[index]
        index += 1
      } else if argument.hasPrefix("-") {
        throw .usage("unknown option \(argument)")
      } else {
        words.append(argument)
      }
    }
    guard words.count == wordCount else {
      throw .usage("\(words.count) arguments, expected \(wordCount)")
    }
  }

  /// A whole number above 0; `nil` when the option is absent.
  func count(_ option: String) throws(Failure) -> Int? {
    guard let text = values[option] else { return nil }
    return try Self.count(text, of: option)
  }

  static func count(_ text: String, of what: String) throws(Failure) -> Int {
    guard let number = Int(text), number > 0, number <= 1_000_000_000 else {
      throw .usage("\(what) \"\(text)\": expected a whole number from 1 to 1000000000")
    }
    return number
  }
}
