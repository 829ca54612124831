import Testing

@testable import FixedPoint

struct SaturationTests {
  @Test func everyInt8Pair() {
    var wrong = 0
    for a in Int8.min...Int8.max {
      for b in Int8.min...Int8.max {
        let (x, y) = (Int(a), Int(b))
        if a.addingSaturating(b) != Int8(clamping: x + y) { wrong += 1 }
        if a.subtractingSaturating(b) != Int8(clamping: x - y) { wrong += 1 }
        if a.multipliedSaturating(by: b) != Int8(clamping: x * y) { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  @Test func everyUInt8Pair() {
    var wrong = 0
    for a in UInt8.min...UInt8.max {
      for b in UInt8.min...UInt8.max {
        let (x, y) = (Int(a), Int(b))
        if a.addingSaturating(b) != UInt8(clamping: x + y) { wrong += 1 }
        if a.subtractingSaturating(b) != UInt8(clamping: x - y) { wrong += 1 }
        if a.multipliedSaturating(by: b) != UInt8(clamping: x * y) { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }
}
