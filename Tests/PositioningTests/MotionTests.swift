import FixedPoint
import Foundation
import Testing

@testable import Positioning

@Suite struct MotionTests {
  private func learned(_ steps: [(x: Double, y: Double)]) -> Motion {
    var motion = Motion()
    for step in steps { motion.learn(Int64(step.x * 65_536), Int64(step.y * 65_536)) }
    return motion
  }

  @Test func aPartOfASurpriseBecomesSpeed() {
    // 1 m ahead: 0.65 m/s, of which (0.65 - 0.25) / 0.45 is believed.
    let motion = learned([(0, 1)])
    #expect(motion.y == 42_598 && motion.x == 0)
    #expect(motion.degree == 227)
    #expect(motion.speed == MetresPerSecond(raw: 42_598 * 227 / 256))
    #expect(motion.displacement(over: 500).y == 42_598 * 227 / 512)
    #expect(motion.displacement(over: 500).x == 0)
  }

  @Test func oneSurpriseIsAMetreAndAHalfAtMost() {
    let motion = learned([(300, 400)])
    #expect(abs(hypot(Double(motion.x), Double(motion.y)) / 65_536 - 0.975) < 0.001)
    #expect(abs(Double(motion.x) / Double(motion.y) - 0.75) < 0.001)
  }

  @Test func speedNeverExceedsABriskWalk() {
    var motion = Motion()
    for _ in 0..<20 { motion.learn(1 << 32, -(1 << 32)) }
    #expect(abs(Double(motion.speed.raw) / 65_536 - 1.6) < 0.001)
    #expect(motion.degree == 256)
    let step = motion.displacement(over: 500)
    #expect(abs(hypot(Double(step.x), Double(step.y)) / 65_536 - 0.8) < 0.001)
    motion.learn(Int64(Int32.min) - Int64(Int32.max), Int64(Int32.max) - Int64(Int32.min))
    #expect(motion.magnitudeWithin(1.6))
  }

  @Test func degreesFromStandingToMotion() {
    #expect(learned([(0.38, 0)]).degree == 0)  // 0.247 m/s
    #expect(learned([(0.7315, 0)]).degree == 128)  // half way from 0.25 to 0.7 m/s
    #expect(learned([(1.4, 0)]).degree == 256)
  }

  @Test func standingHasNeitherHeadingNorSpeed() {
    let standing = learned([(0.33, 0.18)])
    #expect(standing.heading == nil)
    #expect(standing.speed == .zero)
    #expect(standing.displacement(over: 500) == (0, 0))
    #expect(Motion().heading == nil)
  }

  @Test(arguments: [(0.0, -1.0, 0), (1, 0, 90), (0, 1, 180), (-1, 0, 270), (1, 1, 135), (-1, -1, 315)])
  func headingIsClockwiseFromUp(x: Double, y: Double, degrees: Int) throws {
    let heading = try #require(learned([(x, y)]).heading)
    #expect(abs(heading.tenthsOfDegree - degrees * 10) <= 1)
  }

  @Test func coastingEndsTheMotion() {
    var motion = learned([(1.4, 0)])
    motion.coast()
    #expect(motion.x == 59_637 * 4 / 5)
    for _ in 0..<60 { motion.coast() }
    #expect(motion.x == 0 && motion.speed == .zero)
    var other = learned([(1, 1)])
    other.stop()
    #expect(other.x == 0 && other.y == 0 && other.degree == 0)
  }
}

extension Motion {
  /// True when the velocity is at most this, m/s.
  fileprivate func magnitudeWithin(_ limit: Double) -> Bool { hypot(Double(x), Double(y)) / 65_536 <= limit + 0.001 }
}
