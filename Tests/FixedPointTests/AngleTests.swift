import Foundation
import Testing

@testable import FixedPoint

struct AngleTests {
  /// The error in steps, the shorter way round.
  func error(_ angle: BinaryAngle, y: Double, x: Double) -> Double {
    let difference = Double(angle.raw) - atan2(y, x) / (2 * .pi) * 65_536
    return abs(difference - 65_536 * (difference / 65_536).rounded())
  }

  @Test func arcTangentOfEverySmallVector() {
    var worst = 0.0
    for y in -400...400 {
      for x in -400...400 where x != 0 || y != 0 {
        worst = max(worst, error(.arcTangent(y: y, x: x), y: Double(y), x: Double(x)))
      }
    }
    #expect(worst <= 0.51)
    #expect(worst > 0.4)
  }

  @Test func arcTangentOverTheDomain() {
    var worst = 0.0
    var lengths: [Int] = [0, 1, 2, 3, 1_000, Int.max, Int.max - 1]
    for exponent in 2..<63 {
      let power: Int = 1 << exponent
      lengths += [power - 1, power, power + 1, power + (1 << (exponent / 2))]
    }
    let all: [Int] = lengths + lengths.map { -$0 } + [Int.min, Int.min + 1]
    for y in all {
      for x in all where x != 0 || y != 0 {
        worst = max(worst, error(.arcTangent(y: y, x: x), y: Double(y), x: Double(x)))
      }
    }
    #expect(worst <= 0.51)
  }

  @Test func arcTangentAroundTheCircle() {
    var worst = 0.0
    for step in 0..<1_000_000 {
      let turn = Double(step) / 1_000_000 * 2 * .pi
      let (y, x) = (Int(sin(turn) * 2e9), Int(cos(turn) * 2e9))
      worst = max(worst, error(.arcTangent(y: y, x: x), y: Double(y), x: Double(x)))
    }
    #expect(worst <= 0.51)
  }

  @Test func arcTangentAxesAndDiagonals() {
    #expect(BinaryAngle.arcTangent(y: 0, x: 0).raw == 0)
    #expect(BinaryAngle.arcTangent(y: 0, x: 1) == BinaryAngle(degrees: 0))
    #expect(BinaryAngle.arcTangent(y: 7, x: 7) == BinaryAngle(degrees: 45))
    #expect(BinaryAngle.arcTangent(y: 1, x: 0) == BinaryAngle(degrees: 90))
    #expect(BinaryAngle.arcTangent(y: 5, x: -5) == BinaryAngle(degrees: 135))
    #expect(BinaryAngle.arcTangent(y: 0, x: -1) == BinaryAngle(degrees: 180))
    #expect(BinaryAngle.arcTangent(y: -1, x: 0) == BinaryAngle(degrees: 270))
    #expect(BinaryAngle.arcTangent(y: Int.min, x: Int.min) == BinaryAngle(degrees: 225))
  }

  @Test func headingOnTheMap() {
    func heading(_ dx: Int, _ dy: Int) -> Int { BinaryAngle.heading(dx: Metres(dx), dy: Metres(dy)).tenthsOfDegree }
    #expect(heading(0, -1) == 0)
    #expect(heading(2, -2) == 450)
    #expect(heading(1, 0) == 900)
    #expect(heading(1, 1) == 1_350)
    #expect(heading(0, 1) == 1_800)
    #expect(heading(-1, 0) == 2_700)
    #expect(heading(-3, -3) == 3_150)
    #expect(heading(0, 0) == 0)
    #expect(BinaryAngle.heading(dx: .zero, dy: .min).tenthsOfDegree == 0)
    #expect(BinaryAngle.heading(dx: .min, dy: .zero).tenthsOfDegree == 2_700)
  }

  @Test func sineAndCosineOfEveryAngle() {
    var worst = 0.0
    for raw in UInt16.min...UInt16.max {
      let angle = BinaryAngle(raw: raw)
      let turn = Double(raw) / 65_536 * 2 * .pi
      worst = max(worst, abs(Double(angle.sine.raw) - sin(turn) * 16_384))
      worst = max(worst, abs(Double(angle.cosine.raw) - cos(turn) * 16_384))
    }
    #expect(worst <= 0.51)
    #expect(worst > 0.4)
  }

  @Test func quarterTurnsAreExact() {
    #expect([0, 90, 180, 270].map { BinaryAngle(degrees: $0).sine.raw } == [0, 16_384, 0, -16_384])
    #expect([0, 90, 180, 270].map { BinaryAngle(degrees: $0).cosine.raw } == [16_384, 0, -16_384, 0])
  }

  @Test func degreesRoundTrip() {
    for degrees in -720...1_080 {
      #expect(BinaryAngle(degrees: degrees).tenthsOfDegree == ((degrees + 720) % 360) * 10)
    }
    for degrees in [Int.min, Int.max] {
      let expected = ((degrees % 360) + 360) % 360
      #expect(BinaryAngle(degrees: degrees).tenthsOfDegree == expected * 10)
    }
  }

  @Test func tenthsOfEveryAngle() {
    for raw in UInt16.min...UInt16.max {
      let exact = (Double(raw) * 3_600 / 65_536).rounded()
      #expect(BinaryAngle(raw: raw).tenthsOfDegree == Int(exact) % 3_600)
    }
  }

  @Test func sumsWrap() {
    #expect(BinaryAngle(degrees: 350) + BinaryAngle(degrees: 20) == BinaryAngle(raw: 1_821))
    #expect(BinaryAngle(degrees: 0) - BinaryAngle(degrees: 90) == BinaryAngle(degrees: 270))
  }
}
