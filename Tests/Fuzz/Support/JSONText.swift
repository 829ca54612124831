/// A strict reader of JSON (RFC 8259) that keeps nothing: it tells whether a text is one value and no more.
struct JSONText {
  private let bytes: [UInt8]
  private var offset = 0

  static func isValid(_ bytes: [UInt8]) -> Bool {
    var text = JSONText(bytes)
    return text.value(depth: 0) && text.offset == bytes.count && String(validating: bytes, as: UTF8.self) != nil
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard offset < bytes.count, bytes[offset] == byte else { return false }
    offset += 1
    return true
  }

  private mutating func take(_ word: StaticString) -> Bool {
    for index in 0..<word.utf8CodeUnitCount {
      guard take(word.utf8Start[index]) else { return false }
    }
    return true
  }

  private mutating func value(depth: Int) -> Bool {
    guard depth < 64 else { return false }
    switch next {
    case UInt8(ascii: "{"): return members(depth)
    case UInt8(ascii: "["): return elements(depth)
    case UInt8(ascii: "\""): return string()
    case UInt8(ascii: "t"): return take("true")
    case UInt8(ascii: "f"): return take("false")
    case UInt8(ascii: "n"): return take("null")
    default: return number()
    }
  }

  /// Our writers put no spaces and never write a key twice, so neither is accepted here.
  private mutating func members(_ depth: Int) -> Bool {
    guard take(UInt8(ascii: "{")) else { return false }
    if take(UInt8(ascii: "}")) { return true }
    var keys: [ArraySlice<UInt8>] = []
    repeat {
      let start = offset
      guard string() else { return false }
      let key = bytes[start..<offset]
      guard !keys.contains(key), take(UInt8(ascii: ":")), value(depth: depth + 1) else { return false }
      keys.append(key)
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "}"))
  }

  private mutating func elements(_ depth: Int) -> Bool {
    guard take(UInt8(ascii: "[")) else { return false }
    if take(UInt8(ascii: "]")) { return true }
    repeat {
      guard value(depth: depth + 1) else { return false }
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "]"))
  }

  private mutating func string() -> Bool {
    guard take(UInt8(ascii: "\"")) else { return false }
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      switch byte {
      case UInt8(ascii: "\""): return true
      case 0..<0x20: return false
      case UInt8(ascii: "\\"):
        let escape = next
        offset += 1
        if escape == UInt8(ascii: "u") {
          for _ in 0..<4 {
            guard isHexDigit(next) else { return false }
            offset += 1
          }
        } else if !"\"\\/bfnrt".utf8.contains(escape) {
          return false
        }
      default: break
      }
    }
    return false
  }

  private mutating func number() -> Bool {
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) {
      guard digits() else { return false }
    }
    if take(UInt8(ascii: ".")) { return digits() }
    return true
  }

  private mutating func digits() -> Bool {
    let start = offset
    while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) { offset += 1 }
    return offset > start
  }

  private func isHexDigit(_ byte: UInt8) -> Bool {
    "0123456789abcdefABCDEF".utf8.contains(byte)
  }
}
