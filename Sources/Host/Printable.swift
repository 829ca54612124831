/// Text from outside, made safe to show: what could steer a terminal, forge a line of a log or reorder what is read is
/// written as an escape, such as "\n" or "\u{202E}".
///
/// Names, messages and identifiers come from documents, from the network and from the air.
public func printable(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: isUnprintable) else { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0x09: result += "\\t"
    case 0x0A: result += "\\n"
    case 0x0D: result += "\\r"
    case _ where isUnprintable(scalar): result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// Whether a character may not be shown as it is: control characters (C0, DEL, C1), line and paragraph separators, and
/// the invisible format characters of Unicode 16 (general category Cf) except U+200C and U+200D, which scripts and
/// emoji need.
public func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x00...0x1F, 0x7F...0x9F: true
  case 0x20...0xAC: false
  case 0xAD, 0x0600...0x0605, 0x061C, 0x06DD, 0x070F, 0x0890...0x0891, 0x08E2, 0x180E: true
  case 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
  case 0x110BD, 0x110CD, 0x13430...0x1343F, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE00FF: true
  default: false
  }
}

/// The text, or its first characters in `limit` bytes and how many bytes are missing.
public func shortened(_ text: String, to limit: Int) -> String {
  let count = text.utf8.count
  guard count > limit else { return text }
  var end = text.utf8.index(text.utf8.startIndex, offsetBy: max(limit, 0))
  // Not within a character's bytes: those that continue one begin with the bits 10.
  while end > text.utf8.startIndex, text.utf8[end] & 0xC0 == 0x80 { end = text.utf8.index(before: end) }
  let kept = text[..<end]
  return "\(kept)… (\(count - kept.utf8.count) bytes more)"
}
