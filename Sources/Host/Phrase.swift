/// A text for people, put together of pieces: "\(name) is \(count)".
///
/// It is what a `String` would be. But the standard library's interpolation is generic and inlined, about 1 kB for each
/// text in the shipping build; these functions are called instead.
public struct Phrase: ExpressibleByStringInterpolation, Sendable {
  public var text: String

  public init(stringLiteral text: String) { self.text = text }
  public init(stringInterpolation pieces: StringInterpolation) { text = pieces.text }

  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    @inline(never) public init(literalCapacity: Int, interpolationCount: Int) {}
    @inline(never) public mutating func appendLiteral(_ literal: String) { text += literal }
    @inline(never) public mutating func appendInterpolation(_ piece: String) { text += piece }
    @inline(never) public mutating func appendInterpolation(_ number: Int) { text += String(number) }
  }
}
