import Testing

@testable import FixedPoint

struct FixedPointFormatTests {
  @Test func fromWholeUnits() {
    #expect(Metres(3).raw == 3 << 16)
    #expect(Metres(-32_768) == .min)
    #expect(Metres(32_768) == .max)
    #expect(Metres(Int.max) == .max)
    #expect(Metres(Int.min) == .min)
    #expect(Decibels(-70).raw == -8_960)
    #expect(Decibels(Int.max) == .max)
    #expect(Decibels(Int.min) == .min)
  }

  @Test func fromEverySmallQuotient() {
    for numerator in -300...300 {
      for denominator in -40...40 where denominator != 0 {
        let exact = (Double(numerator) / Double(denominator) * 128).rounded(.toNearestOrAwayFromZero)
        let held = min(max(exact, -32_768), 32_767)
        #expect(Double(Decibels(numerator, over: denominator).raw) == held, "\(numerator) / \(denominator)")
      }
    }
  }

  @Test func fromQuotientsOfWideNumbers() {
    // Fractions that no 64-bit product holds, and yet are small.
    #expect(Metres(Int.max, over: Int.max) == Metres(1))
    #expect(Metres(Int.min, over: Int.min) == Metres(1))
    #expect(Metres(Int.min, over: Int.max) == Metres(-1))
    #expect(Metres(Int.max, over: Int.min) == Metres(-1))
    #expect(Metres(Int.min, over: 1 << 62) == Metres(-2))
    #expect(Metres(1 << 62, over: Int.min) == Metres(-1, over: 2))
    #expect(Metres(3 << 60, over: 1 << 61) == Metres(3, over: 2))
    #expect(Metres(5 << 59, over: (3 << 59) + 1) == Metres(5, over: 3))
    #expect(Metres(Int.max, over: 1) == .max)
    #expect(Metres(Int.min, over: 1) == .min)
    #expect(Metres(Int.min, over: -1) == .max)
    #expect(Metres(Int.max, over: -1) == .min)
    #expect(Metres(Int.max, over: 1 << 48) == Metres(32_768))
    #expect(Metres(Int.max, over: 1 << 49) == Metres(16_384))
    #expect(UnitFactor(Int.max, over: 3 << 61) == UnitFactor(4, over: 3))
  }

  @Test func fromQuotientsByZero() {
    #expect(Metres(5, over: 0) == .max)
    #expect(Metres(-5, over: 0) == .min)
    #expect(Metres(0, over: 0) == .zero)
  }

  @Test func arithmeticSaturates() {
    #expect(Metres.max + Metres(1) == .max)
    #expect(Metres.min - Metres(1) == .min)
    #expect(-Metres.min == .max)
    #expect(Metres.min.magnitude == .max)
    #expect(Metres(-2).magnitude == Metres(2))
    var sum = Metres(3)
    sum += Metres(4)
    sum -= Metres(9)
    #expect(sum == Metres(-2))
    #expect(Metres(7).clamped(to: Metres(-1)...Metres(5)) == Metres(5))
    #expect(Metres(-7).clamped(to: Metres(-1)...Metres(5)) == Metres(-1))
    #expect(Metres(-2) < Metres(1))
  }

  @Test func products() {
    #expect(Metres(10).times(UnitFactor(1, over: 2)) == Metres(5))
    #expect(Metres(-10).times(UnitFactor(-1)) == Metres(10))
    #expect(Metres.min.times(Metres.min) == .max)
    #expect(Metres.min.times(Metres.max) == .min)
    // One step times a half is half a step: away from zero.
    #expect(Metres(raw: 1).times(UnitFactor(1, over: 2)).raw == 1)
    #expect(Metres(raw: -1).times(UnitFactor(1, over: 2)).raw == -1)
    #expect(Metres(raw: 1).times(UnitFactor(raw: 8_191)).raw == 0)
  }

  @Test func wholeUnits() {
    #expect(Metres(5, over: 2).whole() == 3)
    #expect(Metres(-5, over: 2).whole() == -3)
    #expect(Metres(-5, over: 2).whole(.down) == -3)
    #expect(Metres(-5, over: 2).whole(.towardZero) == -2)
    #expect(Metres(9, over: 4).whole() == 2)
  }

  @Test func scaledUnits() {
    #expect(Metres(5, over: 2).scaled(perUnit: 1_000) == 2_500)
    #expect(Metres(-1, over: 3).scaled(perUnit: 100) == -33)
    #expect(Metres.max.scaled(perUnit: 1_000) == 32_768_000)
    #expect(Metres.max.scaled(perUnit: Int.max) == .max)
    #expect(Metres.min.scaled(perUnit: Int.max) == .min)
    #expect(Metres.min.scaled(perUnit: Int.min) == .max)
    #expect(Metres.zero.scaled(perUnit: Int.min) == 0)
  }
}
