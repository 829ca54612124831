import CDocument
import Host

/// A parsed JSON document. Its nodes keep it alive.
final class Document {
  fileprivate let rootPointer: OpaquePointer

  /// Parses a whole document; throws the place and the kind of the first fault.
  init(bytes: [UInt8]) throws(DocumentFault) {
    var root: OpaquePointer?
    var place = bd_document_place()
    let status = bytes.withUnsafeBytes { bd_document_parse($0.baseAddress, $0.count, &root, &place) }
    guard status == BD_DOCUMENT_OK, let root else { throw DocumentFault(status: status, place: place) }
    rootPointer = root
  }

  deinit { bd_document_free(rootPointer) }

  var root: Node { Node(document: self, pointer: rootPointer) }
}

/// Why a text is not a document, and where.
struct DocumentFault: Error {
  /// From 1.
  var line: Int
  /// From 1, in characters.
  var column: Int
  var found: String
  var expected: String

  fileprivate init(status: bd_document_status, place: bd_document_place) {
    line = Int(place.line)
    column = Int(place.column)
    let character = quoted(byte: place.byte)
    switch status {
    case BD_DOCUMENT_EMPTY: (found, expected) = ("an empty file", "a JSON array")
    case BD_DOCUMENT_TRUNCATED: (found, expected) = ("the end of the file inside a value", "the rest of the document")
    case BD_DOCUMENT_STRING: (found, expected) = ("a string that does not end", "a closing quotation mark")
    case BD_DOCUMENT_TRAILING: (found, expected) = ("\(character) after the array's end", "the end of the file")
    case BD_DOCUMENT_NUL: (found, expected) = ("a NUL character", "text without NUL")
    case BD_DOCUMENT_UTF8: (found, expected) = ("the byte 0x\(String(place.byte, radix: 16))", "UTF-8 text")
    case BD_DOCUMENT_DEPTH:
      (found, expected) = ("arrays and objects nested too deeply", "at most \(BD_DOCUMENT_DEPTH_LIMIT) levels")
    case BD_DOCUMENT_VALUES:
      (found, expected) = ("too many values", "at most \(BD_DOCUMENT_VALUE_LIMIT) in one document")
    case BD_DOCUMENT_MEMORY: (found, expected) = ("too little memory to hold it", "a smaller document")
    default: (found, expected) = (character, "valid JSON")
    }
  }
}

private func quoted(byte: UInt8) -> String {
  switch byte {
  case 0x20...0x7E: "'\(String(Character(UnicodeScalar(byte))))'"
  case 0x0A, 0x0D: "the end of the line"
  case 0x80...: "a character that is not ASCII"
  default: "a control character"
  }
}

/// One value of a document.
struct Node {
  enum Kind { case null, boolean, number, text, array, object }

  private let document: Document
  private let pointer: OpaquePointer

  fileprivate init(document: Document, pointer: OpaquePointer) {
    self.document = document
    self.pointer = pointer
  }

  var kind: Kind {
    switch bd_node_get_type(pointer) {
    case BD_NODE_BOOLEAN: .boolean
    case BD_NODE_NUMBER: .number
    case BD_NODE_TEXT: .text
    case BD_NODE_ARRAY: .array
    case BD_NODE_OBJECT: .object
    default: .null
    }
  }

  /// The member of that name; `nil` when there is none or it is `null`, or this is no object.
  func member(_ name: String) -> Node? {
    guard let found = bd_node_member(pointer, name) else { return nil }
    let node = Node(document: document, pointer: found)
    return node.kind == .null ? nil : node
  }

  /// First element of an array or member of an object; `next` leads on.
  var first: Node? { bd_node_first(pointer).map { Node(document: document, pointer: $0) } }
  var next: Node? { bd_node_next(pointer).map { Node(document: document, pointer: $0) } }

  /// Name of this node within its object.
  var name: String? { bd_node_name(pointer).map { String(cString: $0) } }

  /// Name of a member that this object has more than once.
  var repeatedName: String? { bd_node_repeated_name(pointer).map { String(cString: $0) } }

  var text: String? { bd_node_text(pointer).map { String(cString: $0) } }
  var flag: Bool? { kind == .boolean ? bd_node_is_true(pointer) == 1 : nil }

  /// A whole number; `nil` for one with a fraction, or beyond 15 digits.
  var whole: Int? { bd_node_is_whole(pointer) == 1 ? scaled(exponent: 0).map { Int($0) } : nil }

  /// A number times 10^`exponent`, rounded to nearest; `nil` when that does not fit or this is no number.
  func scaled(exponent: Int32) -> Int64? {
    var value: Int64 = 0
    return bd_node_scaled(pointer, exponent, &value) == 0 ? value : nil
  }

  /// The value in a few words for a message.
  var summary: String {
    switch kind {
    case .null: "null"
    case .boolean: bd_node_is_true(pointer) == 1 ? "true" : "false"
    case .number: numberText
    case .text: quoted(text ?? "")
    case .array: first == nil ? "an empty array" : "an array"
    case .object: "an object"
    }
  }

  private var numberText: String {
    var buffer: InlineArray<32, CChar> = InlineArray(repeating: 0)
    var span = buffer.mutableSpan
    return span.withUnsafeMutableBufferPointer { bytes -> String in
      guard let base = bytes.baseAddress else { return "a number" }
      bd_node_number_text(pointer, base, bytes.count)
      return String(cString: base)
    }
  }
}

/// Characters of a document's text that a message shows.
private let shownLength = 48

/// The beginning of a text, for messages and reports: whoever reads them knows the rest.
func shortened(_ text: String) -> String {
  // No character has less than a byte.
  guard text.utf8.count > shownLength else { return text }
  var shown = ""
  var count = 0
  for scalar in text.unicodeScalars {
    if count == shownLength { return shown + "…" }
    shown.unicodeScalars.append(scalar)
    count += 1
  }
  return shown
}

/// A document's text in quotes for a message: shortened, control and format characters (a terminal would obey them) shown
/// as "?".
func quoted(_ text: String) -> String {
  var shown = "\""
  for scalar in shortened(text).unicodeScalars {
    if scalar == "\"" || scalar == "\\" { shown += "\\" }
    shown.unicodeScalars.append(isUnprintable(scalar) ? "?" : scalar)
  }
  return shown + "\""
}
