import FixedPoint
import Foundation
import Ranging
import Testing

@testable import Positioning

@Suite struct SurfaceEstimatorTests {
  private func distance(_ a: Point, _ b: Point) -> Double { a.distance(to: b).real }

  /// Mean error over the last half of `ticks` at a place.
  private func meanError(_ world: World, at place: Point, ticks: Int) throws -> Double {
    var errors: [Double] = []
    for tick in 0..<ticks {
      let fix = try #require(world.hear(at: place))
      if tick >= ticks / 2 { errors.append(distance(fix.position, place)) }
    }
    return errors.reduce(0, +) / Double(errors.count)
  }

  @Test func standingItConverges() throws {
    var sum = 0.0
    for seed in UInt64(1)...10 {
      let place = point(5 + Double(seed), 15.5 - Double(seed))
      let error = try meanError(World(seed: seed), at: place, ticks: 40)
      #expect(error < 2.5, "\(place)")
      sum += error
    }
    #expect(sum / 10 < 1.1, "mean error \(sum / 10) m")
  }

  @Test func smallCellsFindTheSamePlace() throws {
    let coarse = World(seed: 4)
    let fine = World(seed: 4, cellSize: Metres(1, over: 2))
    let place = point(8, 11)
    #expect(try meanError(fine, at: place, ticks: 20) < 1.5)
    #expect(try meanError(coarse, at: place, ticks: 20) < 1.5)
  }

  @Test func standingItStandsStill() throws {
    let world = World(seed: 9)
    var moving = 0
    for _ in 0..<120 {
      let fix = try #require(world.hear(at: point(11, 9)))
      if fix.motion.heading != nil { moving += 1 }
    }
    #expect(moving <= 24, "\(moving) of 120 ticks in motion")
  }

  /// Once round a square of 12 m at 1.2 m/s.
  @Test(arguments: UInt64(1)...5) func itFollowsAWalk(seed: UInt64) throws {
    let world = World(seed: seed)
    for _ in 0..<12 { _ = world.hear(at: point(4, 4)) }
    var errors: [Double] = []
    var speeds: [Double] = []
    for step in 1...80 {
      let fix = try #require(world.hear(at: Self.square(step)))
      errors.append(distance(fix.position, Self.square(step)))
      speeds.append(Double(fix.motion.speed.raw) / 65_536)
    }
    #expect(errors.reduce(0, +) / 80 < 2)
    #expect((errors.max() ?? 99) < 5)
    let middle = speeds.sorted()[40]
    #expect(middle > 0.5 && middle <= 1.6, "median speed \(middle) m/s")
  }

  /// Where a walk at 1.2 m/s from (4, 4) round a square of 12 m is after `step` ticks.
  private static func square(_ step: Int) -> Point {
    let way = Double(step % 80) * 0.6
    let side = way.truncatingRemainder(dividingBy: 12)
    switch Int(way / 12) {
    case 0: return point(4 + side, 4)
    case 1: return point(16, 4 + side)
    case 2: return point(16 - side, 16)
    default: return point(4, 16 - side)
    }
  }

  @Test func headingPointsWhereTheWalkGoes() throws {
    let world = World(seed: 2)
    for _ in 0..<12 { _ = world.hear(at: point(3, 10)) }
    var right = 0
    for step in 1...20 {
      let fix = try #require(world.hear(at: point(3 + 0.6 * Double(step), 10)))
      guard step > 8, let heading = fix.motion.heading else { continue }
      if abs(heading.tenthsOfDegree - 900) < 450 { right += 1 }
    }
    #expect(right >= 9, "\(right) of 12 headings within 45° of the right")
  }

  /// A board that hears 15 dB too little seems far from everything at first, and may be drawn into a corner until the
  /// offset is learned; the error stays below 9 m on the way there, and it ends where others end.
  @Test(arguments: [15, -15], UInt64(1)...2) func aReceiverOffsetIsLearned(offset: Int, seed: UInt64) throws {
    for exponent in [2, 3] {
      let world = World(seed: seed)
      world.air = PathLoss(measuredPower: Decibels(-59), exponent: PathLossExponent(exponent))
      world.receiverOffset = offset
      let place = point(9, 12)
      for _ in 0..<60 {
        let fix = try #require(world.hear(at: place))
        #expect(distance(fix.position, place) < 9)
      }
      #expect(try meanError(world, at: place, ticks: 140) < 1.5)
      let learned = world.estimator.receiverOffset.real
      #expect(abs(learned - Double(offset)) < 3, "\(learned) dB with exponent \(exponent)")
    }
  }

  @Test func aLearnedOffsetOutlivesARestart() throws {
    let world = World(seed: 3)
    world.receiverOffset = 15
    _ = try meanError(world, at: point(9, 12), ticks: 120)
    let learned = world.estimator.receiverOffset
    #expect(learned > Decibels(5))
    world.restart()
    #expect(world.estimator.receiverOffset == learned)
    #expect(world.tick([]) == nil)
    #expect(try meanError(world, at: point(4, 5), ticks: 20) < 2)
  }

  @Test func withoutEvidenceThereIsNoPosition() {
    let world = World(seed: 1)
    for _ in 0..<20 { #expect(world.tick([]) == nil) }
    #expect(world.hear(at: point(5, 5)) != nil)
  }

  @Test func inSilenceAccuracyGrowsAndThePositionRests() throws {
    let world = World(seed: 6)
    var last = try #require(world.hear(at: point(10, 10)))
    for _ in 0..<40 { last = try #require(world.hear(at: point(10, 10))) }
    #expect(last.latency == 0 && !last.isStale)
    for tick in 1...240 {
      let fix = try #require(world.tick([]))
      #expect(fix.latency == Milliseconds(tick) * 500)
      #expect(fix.isStale == (tick > 6))
      // While it is live the surface still spreads, and its mean with it; then it rests.
      let moved = fix.position.distance(to: last.position)
      #expect(tick > 6 ? moved == .zero : moved < Metres(1, over: 5))
      if tick > 10 { #expect(fix.accuracy > last.accuracy) }
      last = fix
    }
    // 120 s at 0.3 m/s rule everything else.
    #expect(last.accuracy > Metres(36) && last.accuracy < Metres(37))
    #expect(last.motion.speed == .zero)
  }

  @Test func afterASilenceItIsFoundElsewhere() throws {
    let world = World(seed: 7)
    _ = try meanError(world, at: point(4, 4), ticks: 20)
    for _ in 0..<30 { _ = world.tick([]) }
    #expect(try meanError(world, at: point(16, 15), ticks: 24) < 2)
  }

  @Test func carriedAwayItFollows() throws {
    let world = World(seed: 8)
    _ = try meanError(world, at: point(4, 4), ticks: 40)
    #expect(try meanError(world, at: point(16, 15), ticks: 60) < 2)
  }

  @Test func accuracyHoldsAboutTwoThirds() throws {
    var inside = 0
    var total = 0
    for seed in UInt64(20)..<28 {
      let world = World(seed: seed)
      for tick in 0..<40 {
        let place = point(4 + Double(seed - 20) * 1.5, 14 - Double(seed - 20) * 1.2)
        let fix = try #require(world.hear(at: place))
        guard tick >= 10 else { continue }
        total += 1
        if distance(fix.position, place) <= fix.accuracy.real { inside += 1 }
      }
    }
    // Free fading without walls is kinder than a building, so more than 68 % may lie inside, but never fewer.
    #expect(inside * 100 >= total * 68, "\(inside) of \(total)")
  }

  @Test func theSameInputsGiveTheSameFixes() throws {
    let one = World(seed: 11)
    let other = World(seed: 11)
    for step in 0..<60 {
      let a = try #require(one.hear(at: Self.square(step)))
      let b = try #require(other.hear(at: Self.square(step)))
      #expect(a.position == b.position && a.accuracy == b.accuracy && a.motion.heading == b.motion.heading)
    }
  }
}
