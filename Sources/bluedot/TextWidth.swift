/// Places that text takes on a terminal: one for most characters, two for East Asian and pictorial ones, none for marks
/// that stand on the character before (Unicode Standard Annex 11 and general category Mn, in the ranges that matter).
func displayWidth(_ text: String) -> Int {
  var width = 0
  for scalar in text.unicodeScalars { width += displayWidth(scalar) }
  return width
}

private func displayWidth(_ scalar: Unicode.Scalar) -> Int {
  switch scalar.value {
  case 0x20...0x02FF: 1
  case 0x0300...0x036F, 0x0483...0x0489, 0x0591...0x05BD, 0x0610...0x061A, 0x064B...0x065F, 0x200C...0x200D,
    0x20D0...0x20F0, 0xFE00...0xFE0F, 0xFE20...0xFE2F, 0xE0100...0xE01EF:
    0
  case 0x1100...0x115F, 0x231A...0x231B, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
    0x1F900...0x1F9FF, 0x20000...0x3FFFD:
    2
  default: 1
  }
}

/// The text at most `width` places long; what is cut shows as "…".
func cut(_ text: String, to width: Int) -> String {
  guard displayWidth(text) > width else { return text }
  guard width > 0 else { return "" }
  var result = ""
  var used = 0
  for scalar in text.unicodeScalars {
    let next = displayWidth(scalar)
    if used + next > width - 1 { break }
    used += next
    result.unicodeScalars.append(scalar)
  }
  return result + "…"
}

/// The text in exactly `width` places: cut, or filled up on the right (or left).
func padded(_ text: String, to width: Int, isRight: Bool = false) -> String {
  let text = cut(text, to: width)
  let space = String(repeating: " ", count: max(0, width - displayWidth(text)))
  return isRight ? space + text : text + space
}
