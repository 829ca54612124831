extension [UInt8] {
  /// Appends `text` as a JSON string with its quotes.
  ///
  /// Escapes what RFC 8259 section 7 demands (the quotation mark, the backslash, U+0000…U+001F), and U+007F, which is
  /// valid as it is but upsets terminals. All else stays UTF-8.
  mutating func appendJSONString(_ text: String) {
    append(0x22)
    for unit in text.utf8 {
      switch unit {
      case 0x22, 0x5C: appendEscape(unit)
      case 0x08: appendEscape(0x62)
      case 0x09: appendEscape(0x74)
      case 0x0A: appendEscape(0x6E)
      case 0x0C: appendEscape(0x66)
      case 0x0D: appendEscape(0x72)
      case 0x00..<0x20, 0x7F:
        appendEscape(0x75)
        appendHex(UInt64(unit), digits: 4)
      default: append(unit)
      }
    }
    append(0x22)
  }

  private mutating func appendEscape(_ letter: UInt8) {
    append(0x5C)
    append(letter)
  }
}
