import Testing

@testable import Motion

@Suite struct DecimalTextTests {
  @Test(arguments: [
    ("0", 0, 0), ("12", 0, 12), ("-34\n", 0, -34), (" 5 ", 0, 5), ("7.9", 0, 7), ("-7.9", 0, -7),
    ("0.009582000\n", 9, 9_582_000), ("0.000598", 9, 598_000), ("1", 9, 1_000_000_000), ("1.", 3, 1_000),
    (".5", 3, 500), ("0.0000000019", 9, 1), ("-0.25", 2, -25), ("1000", 9, 1_000_000_000_000),
    ("1000000000000000", 0, 1_000_000_000_000_000),
  ])
  func numbers(text: String, digits: Int, value: Int64) {
    #expect(DecimalText.parse([UInt8](text.utf8)[...], fractionDigits: digits) == value)
  }

  @Test(arguments: [
    "", "\n", "-", ".", "-.", "abc", "1e5", "0x10", "1 2", "1.2.3", "--1", "+1", "1,5", "nan", "1\u{0}",
    "1000000000000001", "99999999999999999999999999999999", "-99999999999999999999",
  ])
  func noNumbers(text: String) {
    #expect(DecimalText.parse([UInt8](text.utf8)[...], fractionDigits: 0) == nil)
  }

  @Test func tooLargeOnlyWithItsFraction() {
    #expect(DecimalText.parse([UInt8]("1000001".utf8)[...], fractionDigits: 9) == nil)
    #expect(DecimalText.parse([UInt8]("1000000".utf8)[...], fractionDigits: 9) == 1_000_000_000_000_000)
  }
}
