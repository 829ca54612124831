import FixedPoint
import Foundation
import Testing

@testable import Wire

/// The document that `body` writes.
func written(_ body: (inout JSONWriter) -> Void) -> String {
  var writer = JSONWriter()
  body(&writer)
  return String(decoding: writer.bytes, as: UTF8.self)
}

@Suite struct JSONWriterTests {
  @Test func nestsObjectsAndArraysWithCommas() {
    let text = written { writer in
      writer.beginObject()
      writer.key("empty")
      writer.beginObject()
      writer.endObject()
      writer.key("list")
      writer.beginArray()
      writer.value(1)
      writer.beginArray()
      writer.endArray()
      writer.value("two")
      writer.beginObject()
      writer.key("three")
      writer.value(true)
      writer.key("four")
      writer.null()
      writer.endObject()
      writer.endArray()
      writer.key("none")
      writer.value(nil as String?)
      writer.key("noNumber")
      writer.value(nil as Int?)
      writer.key("no")
      writer.value(false)
      writer.endObject()
    }
    #expect(
      text
        == #"{"empty":{},"list":[1,[],"two",{"three":true,"four":null}],"none":null,"noNumber":null,"no":false}"#)
  }

  @Test func escapesWhatMustBeEscaped() {
    let text = written { $0.value("\"\\/\u{8}\t\n\u{C}\r\u{0}\u{1F}\u{7F}äß€😀\u{2028}") }
    #expect(text == "\"\\\"\\\\/\\b\\t\\n\\f\\r\\u0000\\u001f\\u007fäß€😀\u{2028}\"")
  }

  @Test func scalarsOfEveryLengthSurviveAParser() throws {
    let scalars = (0...0x2FFF).compactMap(Unicode.Scalar.init) + ["\u{FEFF}", "\u{FFFF}", "\u{1F600}", "\u{10FFFF}"]
    for scalar in scalars {
      let original = "a" + String(scalar) + "z"
      var writer = JSONWriter()
      writer.beginObject()
      writer.key(original)
      writer.value(original)
      writer.endObject()
      let parsed = try JSONSerialization.jsonObject(with: Data(writer.bytes)) as? [String: String]
      let pair = try #require(parsed?.first)
      #expect(Array(pair.key.unicodeScalars) == Array(original.unicodeScalars), "U+\(String(scalar.value, radix: 16))")
      #expect(
        Array(pair.value.unicodeScalars) == Array(original.unicodeScalars), "U+\(String(scalar.value, radix: 16))")
    }
  }

  @Test(arguments: [
    (0, 0, "0"), (0, 3, "0.000"), (5, 0, "5"), (-5, 2, "-0.05"), (12_345, 3, "12.345"), (-12_345, 1, "-1234.5"),
    (9, 9, "0.000000009"), (100, 2, "1.00"), (-1, 20, "-0.00000000000000000001"), (7, -3, "7"),
    (Int.max, 0, "9223372036854775807"), (Int.min, 0, "-9223372036854775808"),
    (Int.min, 9, "-9223372036.854775808"), (Int.max, 99, "0.09223372036854775807"),
  ])
  func writesIntegersAsDecimalNumbers(raw: Int, decimals: Int, expected: String) {
    #expect(written { $0.fixed(raw, decimals: decimals) } == expected)
    if decimals == 0 { #expect(written { $0.value(raw) } == expected) }
  }

  @Test func writesQuantitiesRoundedToNearest() {
    #expect(written { $0.value(Metres(1, over: 3), decimals: 3) } == "0.333")
    #expect(written { $0.value(Metres(-5, over: 2), decimals: 0) } == "-3")
    #expect(written { $0.value(Metres.max, decimals: 3) } == "32768.000")
    #expect(written { $0.value(Metres.min, decimals: 9) } == "-32768.000000000")
    #expect(written { $0.value(Decibels(-59), decimals: 1) } == "-59.0")
    #expect(written { $0.value(Metres(1), decimals: 40) } == "1.000000000")
    #expect(written { $0.value(Metres(raw: -1), decimals: 3) } == "0.000")
  }

  @Test func embedsJSONThatIsReady() {
    let text = written { writer in
      writer.beginObject()
      writer.key("a")
      writer.value(json: Array("{\"b\":[]}".utf8))
      writer.key("c")
      writer.value(1)
      writer.endObject()
    }
    #expect(text == #"{"a":{"b":[]},"c":1}"#)
  }

  @Test func resetBeginsAFreshDocumentAndKeepsTheRoom() {
    var writer = JSONWriter(capacity: 500)
    writer.beginArray()
    writer.value(1)
    writer.endArray()
    let room = writer.bytes.capacity
    #expect(room >= 500)
    writer.reset()
    #expect(writer.bytes.isEmpty)
    #expect(writer.bytes.capacity == room)
    writer.value(2)
    #expect(writer.bytes == [0x32])
  }

  @Test func parsesAsTheNumbersThatWereWritten() throws {
    var writer = JSONWriter()
    writer.beginArray()
    for raw in [Int.min, -1_000_001, -1, 0, 1, 999, Int.max] { writer.fixed(raw, decimals: 6) }
    writer.endArray()
    let parsed = try JSONDecoder().decode([Double].self, from: Data(writer.bytes))
    let expected = [-9223372036854.775808, -1.000001, -0.000001, 0, 0.000001, 0.000999, 9223372036854.775807]
    #expect(parsed == expected)
  }
}
