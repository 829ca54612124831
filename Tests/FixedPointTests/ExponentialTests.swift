import Foundation
import Testing

@testable import FixedPoint

struct ExponentialTests {
  @Test func q32ErrorOverEveryPowerThatFits() {
    var worstRelative = 0.0
    // -34...32 with every fraction; larger and smaller ones are below.
    for raw: Int32 in (-34 << 16)..<(32 << 16) {
      let exact = exp2(Double(raw) / 65_536 + 32)
      let error = abs(Double(Log2(raw: raw).exponential) - exact)
      worstRelative = max(worstRelative, (error - 0.5) / exact)
    }
    #expect(worstRelative <= 1.2e-10)
    #expect(worstRelative > 1e-11)
  }

  @Test func metresErrorOverEveryPowerThatFits() {
    var worst = 0.0
    for raw: Int32 in (-18 << 16)..<(15 << 16) {
      let exact = min(exp2(Double(raw) / 65_536) * 65_536, Double(Int32.max))
      worst = max(worst, abs(Double(Log2(raw: raw).exponentialInMetres.raw) - exact))
    }
    #expect(worst <= 0.63)
    #expect(worst > 0.45)
  }

  @Test func saturation() {
    for power in [Log2(32), Log2(33), Log2(100), Log2.max] { #expect(power.exponential == .max) }
    for power in [Log2(15), Log2(16), Log2(31), Log2(47), Log2(48), Log2.max] {
      #expect(power.exponentialInMetres == .max)
    }
    for power in [Log2(-34), Log2(-51), Log2(-52), Log2(-100), Log2.min] {
      #expect(power.exponential == 0)
      #expect(power.exponentialInMetres == .zero)
    }
    #expect(Log2(-32).exponential == 1)
    #expect(Log2(-33).exponential == 1)
    #expect(Log2(raw: (-33 << 16) - 1).exponential == 0)
    #expect(Log2(-17).exponentialInMetres.raw == 1)
    #expect(Log2(raw: (-17 << 16) - 1).exponentialInMetres == .zero)
  }

  @Test func powersOfTwoAreExact() {
    for power in -32..<32 { #expect(Log2(power).exponential == (1 as UInt64) << (power + 32)) }
    for power in -16..<15 { #expect(Log2(power).exponentialInMetres.raw == (1 as Int32) << (power + 16)) }
  }

  /// The way there and back again costs no more than the logarithm's own step: 2^-16 * ln 2 of the length.
  @Test func metresRoundTrip() {
    for raw in stride(from: Int32(1), to: Int32.max - 5_000, by: 4_999) {
      let back = Log2.of(Metres(raw: raw)).exponentialInMetres.raw
      let bound: Double = Double(raw) * (0.52 / 65_536 * log(2.0)) + 0.63
      #expect(abs(Double(back) - Double(raw)) <= bound)
    }
  }
}
