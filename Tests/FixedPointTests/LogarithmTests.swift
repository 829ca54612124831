import Foundation
import Testing

@testable import FixedPoint

struct LogarithmTests {
  /// log2 of a 64-bit integer to double precision; `Double(value)` alone rounds 53 bits away, which is below 1e-15.
  func exact(_ value: UInt64) -> Double { log2(Double(value)) }

  @Test func errorOverTheDomain() {
    var worst = 0.0
    for value in Samples.unsigned where value != 0 {
      worst = max(worst, abs(Double(Log2.of(value).raw) - exact(value) * 65_536))
    }
    #expect(worst <= 0.52)
    // The bound says something only while it is nearly reached.
    #expect(worst > 0.4)
  }

  @Test func errorOverEverySmallValue() {
    var worst = 0.0
    var previous = Log2.min
    var falls = 0
    for value: UInt64 in 1..<(1 << 21) {
      let result = Log2.of(value)
      worst = max(worst, abs(Double(result.raw) - exact(value) * 65_536))
      if result < previous { falls += 1 }
      previous = result
    }
    #expect(worst <= 0.52)
    #expect(falls == 0)
  }

  @Test func neverFallsFromSampleToSample() {
    var falls = 0
    let values = Samples.unsigned.sorted()
    for (lower, upper) in zip(values, values.dropFirst()) where Log2.of(lower) > Log2.of(upper) { falls += 1 }
    #expect(falls == 0)
  }

  @Test func powersOfTwoAreExact() {
    for exponent in 0..<64 { #expect(Log2.of(1 << UInt64(exponent)) == Log2(exponent)) }
  }

  @Test func zeroAndEnds() {
    #expect(Log2.of(UInt64(0)) == .min)
    #expect(Log2.of(UInt64.max) == Log2(64))
  }

  @Test func metres() {
    #expect(Log2.of(Metres(1)) == .zero)
    #expect(Log2.of(Metres(8)) == Log2(3))
    #expect(Log2.of(Metres(1, over: 2)) == Log2(-1))
    #expect(Log2.of(Metres(raw: 1)) == Log2(-16))
    #expect(Log2.of(Metres.max) == Log2(15))
    #expect(Log2.of(Metres(10)).raw == 217_706)
    #expect(Log2.of(Metres.zero) == .min)
    #expect(Log2.of(Metres(-3)) == .min)
    #expect(Log2.of(Metres.min) == .min)
  }
}
