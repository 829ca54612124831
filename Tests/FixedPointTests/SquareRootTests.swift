import Testing

@testable import FixedPoint

struct SquareRootTests {
  /// Checks both roots by their definitions, in exact arithmetic.
  func isExact(_ value: UInt64) -> Bool {
    let floor = UInt64(value.squareRootRoundedDown)
    let isFloor = floor * floor <= value && (floor == 0xFFFF_FFFF || (floor + 1) * (floor + 1) > value)
    // floor + 1/2 squared is floor^2 + floor + 1/4, so it is passed from floor^2 + floor + 1 on.
    let expected = value - floor * floor >= floor + 1 ? floor + 1 : floor
    return isFloor && value.squareRootRounded == expected
  }

  @Test func exactOverTheDomain() {
    #expect(Samples.unsigned.count > 100_000)
    #expect(Samples.unsigned.filter { !isExact($0) }.isEmpty)
  }

  @Test func exactForEvery22BitValue() {
    var wrong = 0
    for value: UInt64 in 0..<(1 << 22) where !isExact(value) { wrong += 1 }
    #expect(wrong == 0)
  }

  @Test func exactAroundSquares() {
    var wrong = 0
    for root in stride(from: UInt64(1), through: 0xFFFF_FFFF, by: 65_521) {
      for value in [root * root - 1, root * root, root * root + root, root * root + root + 1] where !isExact(value) {
        wrong += 1
      }
    }
    #expect(wrong == 0)
  }

  @Test func values() {
    #expect(UInt64(0).squareRootRoundedDown == 0)
    #expect(UInt64(15).squareRootRoundedDown == 3)
    #expect(UInt64(15).squareRootRounded == 4)
    #expect(UInt64(16).squareRootRoundedDown == 4)
    #expect(UInt64(20).squareRootRounded == 4)
    #expect(UInt64.max.squareRootRoundedDown == 0xFFFF_FFFF)
    #expect(UInt64.max.squareRootRounded == 0x1_0000_0000)
  }

  @Test func distance() {
    let origin = Point(x: .zero, y: .zero)
    #expect(origin.distance(to: Point(x: Metres(3), y: Metres(-4))) == Metres(5))
    #expect(origin.distance(to: origin) == .zero)
    #expect(origin.distance(to: Point(x: Metres(raw: 1), y: Metres(raw: 1))).raw == 1)
    #expect(origin.distance(to: Point(x: Metres(raw: 2), y: Metres(raw: 2))).raw == 3)
    let corner = Point(x: .min, y: .min)
    #expect(corner.distance(to: Point(x: .max, y: .max)) == .max)
    #expect(corner.distance(to: Point(x: .max, y: .min)) == .max)
    #expect(corner.distance(to: origin) == .max)
  }

  @Test func squaredDistance() {
    let corner = Point(x: .min, y: .min)
    #expect(corner.squaredDistance(to: Point(x: .max, y: .max)) == .max)
    #expect(corner.squaredDistance(to: Point(x: .max, y: .min)) == 18_446_744_065_119_617_025)
  }
}
