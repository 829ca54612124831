import Host

/// A program and its arguments on one line, as a shell would split it, and nothing else of a shell: no variables, no
/// patterns, no commands.
enum HookArguments {
  /// Beyond it somebody has put a script into the configuration.
  private static let limit = 64

  /// Blanks separate; double quotes hold together, and within them a backslash takes the next character as it is.
  static func split(_ text: String) throws(ValueFault) -> [String] {
    var arguments: [String] = []
    var current: [UInt8] = []
    var isOpen = false
    var isQuoted = false
    var bytes = text.utf8.makeIterator()
    while let byte = bytes.next() {
      switch byte {
      case UInt8(ascii: "\""):
        isQuoted.toggle()
        isOpen = true
      case UInt8(ascii: "\\") where isQuoted:
        guard let next = bytes.next() else { break }
        current.append(next)
      case 0x20 where !isQuoted, 0x09 where !isQuoted:
        if isOpen { arguments.append(String(decoding: current, as: UTF8.self)) }
        current = []
        isOpen = false
      default:
        if !isQuoted, !isOpen, byte == UInt8(ascii: "#") || byte == UInt8(ascii: ";") {
          throw .other("an argument of the hook begins with # or ;; put it in quotes, or a comment on its own line")
        }
        current.append(byte)
        isOpen = true
      }
    }
    guard !isQuoted else { throw .other("a quotation mark of the hook is not closed") }
    if isOpen { arguments.append(String(decoding: current, as: UTF8.self)) }
    guard arguments.count <= limit else { throw .expected("at most \(limit) arguments; put more into a script") }
    if let path = arguments.first, path.utf8.first != 0x2F || path.utf8.count > 4_095 {
      throw .expected("a program's absolute path, beginning with /, and its arguments")
    }
    return arguments
  }

  /// The line that is split into these arguments.
  static func text(_ arguments: [String]) -> String {
    var text = ""
    for argument in arguments {
      if !text.isEmpty { text += " " }
      text += isPlain(argument) ? argument : quote(argument)
    }
    return text
  }

  private static func isPlain(_ argument: String) -> Bool {
    guard let first = argument.utf8.first, first != 0x23, first != 0x3B else { return false }
    return argument.utf8.allSatisfy { $0 != 0x20 && $0 != 0x09 && $0 != 0x22 }
  }

  private static func quote(_ argument: String) -> String {
    var bytes: [UInt8] = [0x22]
    for byte in argument.utf8 {
      if byte == 0x22 || byte == 0x5C { bytes.append(0x5C) }
      bytes.append(byte)
    }
    return String(decoding: bytes + [0x22], as: UTF8.self)
  }
}
