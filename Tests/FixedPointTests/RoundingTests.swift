import Testing

@testable import FixedPoint

struct RoundingTests {
  static let rules: [RoundingRule] = [.down, .towardZero, .toNearestOrAwayFromZero]

  /// The quotient brought to an integer by the rule; both are small enough for Double to be exact.
  func expected(_ dividend: Double, _ divisor: Double, _ rule: RoundingRule) -> Double {
    switch rule {
    case .down: (dividend / divisor).rounded(.down)
    case .towardZero: (dividend / divisor).rounded(.towardZero)
    case .toNearestOrAwayFromZero: (dividend / divisor).rounded(.toNearestOrAwayFromZero)
    }
  }

  @Test(arguments: rules) func shiftOfEveryInt8(rule: RoundingRule) {
    for value in Int8.min...Int8.max {
      for bits in 0...12 {
        let exact = expected(Double(value), Double(1 << bits), rule)
        #expect(Double(value.shiftedRight(by: bits, rule)) == exact, "\(value) >> \(bits)")
      }
      #expect(value.shiftedRight(by: -1, rule) == value)
      #expect(value.shiftedRight(by: Int.max, rule) == (rule == .down && value < 0 ? -1 : 0))
    }
  }

  @Test(arguments: rules) func quotientOfEveryInt8Pair(rule: RoundingRule) {
    for value in Int8.min...Int8.max {
      for divisor in Int8.min...Int8.max where divisor != 0 {
        let exact = min(expected(Double(value), Double(divisor), rule), 127)
        #expect(Double(value.dividedRounding(by: divisor, rule)) == exact, "\(value) / \(divisor)")
      }
    }
  }

  @Test func ends() {
    #expect(Int.min.dividedRounding(by: -1, .down) == .max)
    #expect(Int.min.dividedRounding(by: Int.min, .toNearestOrAwayFromZero) == 1)
    #expect(Int.max.dividedRounding(by: Int.min, .toNearestOrAwayFromZero) == -1)
    #expect(Int.max.dividedRounding(by: Int.min, .towardZero) == 0)
    #expect(5.dividedRounding(by: 0, .down) == .max)
    #expect((-5).dividedRounding(by: 0, .down) == .min)
    #expect(0.dividedRounding(by: 0, .down) == 0)
    #expect(Int.min.shiftedRight(by: 63, .toNearestOrAwayFromZero) == -1)
    #expect(Int.min.shiftedRight(by: 64, .toNearestOrAwayFromZero) == -1)
    #expect((Int.min + 1).shiftedRight(by: 64, .toNearestOrAwayFromZero) == 0)
    #expect(Int.max.shiftedRight(by: 1, .toNearestOrAwayFromZero) == 1 << 62)
  }
}
