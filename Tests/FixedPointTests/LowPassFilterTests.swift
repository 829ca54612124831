import Testing

@testable import FixedPoint

struct LowPassFilterTests {
  static let gains = [
    UnitFactor(raw: 1), UnitFactor(raw: 3), UnitFactor(1, over: 100), UnitFactor(1, over: 10), UnitFactor(1, over: 2),
    UnitFactor(99, over: 100),
  ]

  /// A truncating average stays at -70 for ever when the input falls to -79, though it does rise.
  @Test(arguments: gains, [(-70, -79), (-79, -70), (20, -127), (-127, 20)])
  func arrives(gain: UnitFactor, path: (start: Int, end: Int)) {
    let end = Decibels(path.end)
    var filter = LowPassFilter(Decibels(path.start))
    // 40 time constants: e^-40 of any step is far below the last bit of the state.
    for _ in 0..<(40 * 16_384 / Int(gain.raw) + 40) { filter.move(toward: end, gain: gain) }
    #expect(filter.value == end)
  }

  @Test func followsTheExactAverage() {
    var filter = LowPassFilter(Decibels(-59))
    var exact = -59.0
    let gain = UnitFactor(raw: 4_096)
    for step in 0..<500 {
      let input = step % 7 < 3 ? -75 : -61
      filter.move(toward: Decibels(input), gain: gain)
      exact += (Double(input) - exact) * 0.25
      #expect(abs(Double(filter.value.raw) / 128 - exact) <= 0.51 / 128)
    }
  }

  @Test func gainIsHeldToItsRange() {
    var filter = LowPassFilter(Metres(3))
    filter.move(toward: Metres(9), gain: UnitFactor(-1))
    #expect(filter.value == Metres(3))
    filter.move(toward: Metres(9), gain: .max)
    #expect(filter.value == Metres(9))
    filter.move(toward: Metres(-20), gain: UnitFactor(1))
    #expect(filter.value == Metres(-20))
  }

  @Test func endsOfTheFormat() {
    var filter = LowPassFilter(Metres.min)
    #expect(filter.value == .min)
    filter.move(toward: .max, gain: UnitFactor(1))
    #expect(filter.value == .max)
    filter.move(toward: .min, gain: UnitFactor(1, over: 2))
    // Halfway between the ends is half a step below 0, which rounds away from it.
    #expect(filter.value.raw == -1)
  }
}
