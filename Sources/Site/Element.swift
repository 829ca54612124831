import FixedPoint
import Host

/// An object of a document with the words to report what is wrong in it.
///
/// A reading function that meets a bad value reports it and returns `nil`; a missing one is reported only when it is
/// required. `null` counts as missing.
struct Element {
  let node: Node
  let file: String
  /// Place of this object, such as "[3]".
  let path: String
  /// Its name or id for messages.
  let label: String?
  let problems: ProblemList

  func error(_ field: String, found: String, expected: String) {
    report(.error, field, found: found, expected: expected)
  }

  func warning(_ field: String, found: String, expected: String) {
    report(.warning, field, found: found, expected: expected)
  }

  private func report(_ severity: SiteProblem.Severity, _ field: String, found: String, expected: String) {
    let place =
      field.isEmpty || field.utf8.first == UInt8(ascii: "[") || path.isEmpty ? path + field : path + "." + field
    problems.add(
      SiteProblem(severity: severity, file: file, path: place, element: label, found: found, expected: expected))
  }

  private func missing(_ field: String, _ required: Bool, _ expected: String) {
    if required { error(field, found: "nothing", expected: expected) }
  }

  /// Text that is not empty (empty counts as missing), of at most `limit` bytes.
  func text(_ field: String, required: Bool = false, limit: Int = nameLimit) -> String? {
    guard let value = node.member(field) else {
      missing(field, required, "a string")
      return nil
    }
    guard let text = value.text else {
      error(field, found: value.summary, expected: "a string")
      return nil
    }
    guard !text.isEmpty else {
      missing(field, required, "a string that is not empty")
      return nil
    }
    guard text.utf8.count <= limit else {
      error(field, found: "\(text.utf8.count) bytes of text", expected: "at most \(limit)")
      return nil
    }
    return text
  }

  func whole(_ field: String, in range: ClosedRange<Int>, required: Bool = false) -> Int? {
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    guard let value = node.member(field) else {
      missing(field, required, expected)
      return nil
    }
    guard let number = value.whole, range.contains(number) else {
      error(field, found: value.summary, expected: expected)
      return nil
    }
    return number
  }

  /// A number times 10^`exponent`; `range` is in whole units.
  func decimal(_ field: String, exponent: Int32, in range: ClosedRange<Int64>, required: Bool = false) -> Int64? {
    let expected = "a number from \(range.lowerBound) to \(range.upperBound)"
    guard let value = node.member(field) else {
      missing(field, required, expected)
      return nil
    }
    var unit: Int64 = 1
    for _ in 0..<exponent { unit *= 10 }
    guard let number = value.scaled(exponent: exponent), number >= range.lowerBound * unit,
      number <= range.upperBound * unit
    else {
      error(field, found: value.summary, expected: expected)
      return nil
    }
    return number
  }

  /// A direction in degrees, 0…359; whole turns are taken off (and reported), fractions rounded.
  func degrees(_ field: String) -> Int? {
    guard let value = decimal(field, exponent: 3, in: -360...720) else { return nil }
    let within = (value + 720_000) % 360_000
    let degrees = Int(within.dividedRounding(by: 1_000, .toNearestOrAwayFromZero)) % 360
    if value != within {
      warning(
        field, found: node.member(field)?.summary ?? "nothing",
        expected: "degrees from 0 to 359 (it is taken as \(degrees))")
    }
    return degrees
  }

  func flag(_ field: String) -> Bool? {
    guard let value = node.member(field) else { return nil }
    if value.flag == nil { error(field, found: value.summary, expected: "true or false") }
    return value.flag
  }

  func array(_ field: String, required: Bool = false) -> Node? {
    guard let value = node.member(field) else {
      missing(field, required, "an array")
      return nil
    }
    guard value.kind == .array else {
      error(field, found: value.summary, expected: "an array")
      return nil
    }
    return value
  }

  func object(_ field: String) -> Element? {
    guard let value = node.member(field) else { return nil }
    guard value.kind == .object else {
      error(field, found: value.summary, expected: "an object")
      return nil
    }
    return child(value, field)
  }

  /// An object within this one, at `field` (a name, or "name[index]").
  func child(_ value: Node, _ field: String) -> Element {
    Element(node: value, file: file, path: path + "." + field, label: label, problems: problems)
  }
}
