/// The compact URL of an Eddystone-URL frame: a scheme code, then text in which one code stands for a common ending
/// (google/eddystone, eddystone-url/README.md).
public enum EddystoneURL {
  /// Scheme codes 0…3.
  static var schemeCount: UInt8 { 4 }

  /// Bytes of text after the scheme.
  public static var maximumTextLength: Int { 17 }

  /// Codes that stand for an ending; the rest of the text is printable ASCII.
  static var endingCount: UInt8 { 14 }

  static func scheme(_ code: UInt8) -> StaticString {
    switch code {
    case 0: "http://www."
    case 1: "https://www."
    case 2: "http://"
    default: "https://"
    }
  }

  static func ending(_ code: UInt8) -> StaticString {
    switch code {
    case 0x00: ".com/"
    case 0x01: ".org/"
    case 0x02: ".edu/"
    case 0x03: ".net/"
    case 0x04: ".info/"
    case 0x05: ".biz/"
    case 0x06: ".gov/"
    case 0x07: ".com"
    case 0x08: ".org"
    case 0x09: ".edu"
    case 0x0A: ".net"
    case 0x0B: ".info"
    case 0x0C: ".biz"
    default: ".gov"
    }
  }

  /// 0x0E…0x20 and 0x7F…0xFF may not occur in the text.
  static func isReserved(_ code: UInt8) -> Bool { (code >= endingCount && code <= 0x20) || code >= 0x7F }
}

extension BeaconIdentity {
  /// Calls `visit` with each character (ASCII) of the URL that an Eddystone-URL identity stands for; never for others.
  public func expandURL(_ visit: (UInt8) -> Void) {
    guard kind == .eddystoneURL, length > 0 else { return }
    visitAll(EddystoneURL.scheme(byte(0)), visit)
    for index in 1..<max(Int(length), 1) {
      let code = byte(index)
      if code < EddystoneURL.endingCount {
        visitAll(EddystoneURL.ending(code), visit)
      } else {
        visit(code)
      }
    }
  }

  /// The identity of a beacon that advertises `url` (ASCII), in the shortest encoding.
  ///
  /// `nil` when the URL has no known scheme or nothing after it, holds a character that can't be sent, or does not fit
  /// 17 bytes.
  public init?(eddystoneURL url: Span<UInt8>) {
    // The longest scheme that fits comes first: codes 0 and 1 include "www.".
    var schemeCode: UInt8 = 0
    while schemeCode < EddystoneURL.schemeCount, !matches(EddystoneURL.scheme(schemeCode), url, at: 0) {
      schemeCode += 1
    }
    guard schemeCode < EddystoneURL.schemeCount else { return nil }
    var words: InlineArray<3, UInt64> = [UInt64(schemeCode) << 56, 0, 0]
    var count = 1
    var index = EddystoneURL.scheme(schemeCode).utf8CodeUnitCount
    while index < url.count {
      var code = url[index]
      guard !EddystoneURL.isReserved(code), code >= 0x20, count <= EddystoneURL.maximumTextLength else { return nil }
      var step = 1
      // Endings with a slash have the lower codes, so the longer match is found first.
      var candidate: UInt8 = 0
      while candidate < EddystoneURL.endingCount {
        let ending = EddystoneURL.ending(candidate)
        if matches(ending, url, at: index) {
          code = candidate
          step = ending.utf8CodeUnitCount
          break
        }
        candidate += 1
      }
      words[count >> 3] |= UInt64(code) << UInt64(56 - 8 * (count & 7))
      count += 1
      index += step
    }
    guard count > 1 else { return nil }
    self.init(
      kind: .eddystoneURL, length: UInt8(truncatingIfNeeded: count), high: words[0], low: words[1],
      tail: UInt32(truncatingIfNeeded: words[2] >> 32))
  }
}

private func visitAll(_ text: StaticString, _ visit: (UInt8) -> Void) {
  for index in 0..<text.utf8CodeUnitCount { visit(text.utf8Start[index]) }
}

private func matches(_ text: StaticString, _ url: Span<UInt8>, at start: Int) -> Bool {
  guard text.utf8CodeUnitCount <= url.count - start else { return false }
  for index in 0..<text.utf8CodeUnitCount where text.utf8Start[index] != url[start + index] { return false }
  return true
}
