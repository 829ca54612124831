import FixedPoint
import Ranging
import Testing

@testable import Positioning

/// Inputs that no honest air sends: none may trap, and every position stays on the map.
@Suite struct HostileInputTests {
  private func expectOnTheMap(_ fix: SurfaceEstimator.Fix?, _ width: Double = 20, _ height: Double = 20) throws {
    let fix = try #require(fix)
    #expect((0...width).contains(fix.position.x.real), "x \(fix.position.x.real)")
    #expect((0...height).contains(fix.position.y.real), "y \(fix.position.y.real)")
    #expect(fix.accuracy > .zero && fix.accuracy < Metres(50))
    #expect(fix.motion.speed <= MetresPerSecond(2))
  }

  @Test(arguments: [Int8.min, -127, -60, 0, 20, .max]) func oneLevelForAll(level: Int8) throws {
    let world = World(seed: 1)
    for _ in 0..<60 { try expectOnTheMap(world.tick(world.beams.indices.map { ($0, level) })) }
    #expect(world.estimator.receiverOffset.magnitude <= Decibels(25))
  }

  @Test func levelsThatJumpFromEndToEnd() throws {
    let world = World(seed: 2)
    for tick in 0..<60 {
      try expectOnTheMap(world.tick(world.beams.indices.map { ($0, ($0 + tick) % 2 == 0 ? Int8.min : .max) }))
    }
    for tick in 0..<60 {
      try expectOnTheMap(world.tick(world.beams.indices.map { ($0, tick % 2 == 0 ? Int8.min : .max) }))
    }
    // And an honest air brings it back.
    for _ in 0..<60 { _ = world.hear(at: point(8, 8)) }
    let fix = try #require(world.hear(at: point(8, 8)))
    #expect(fix.position.distance(to: point(8, 8)) < Metres(3))
  }

  @Test func extremePowersOfTheBeams() throws {
    for power in [Decibels.min, Decibels.max] {
      for level in [Int8.min, .max] {
        let world = World(seed: 3)
        for beam in world.tracks.indices { world.tracks[beam].power = power }
        for _ in 0..<50 { try expectOnTheMap(world.tick(world.beams.indices.map { ($0, level) })) }
      }
    }
  }

  @Test func oneBeamOnlyLeadsThere() throws {
    let world = World(seed: 4)
    for _ in 0..<40 { try expectOnTheMap(world.tick([(5, -62)])) }
    let fix = try #require(world.tick([(5, -62)]))
    #expect(fix.position.distance(to: world.beams[5].position) < Metres(3))
  }

  @Test func allBeamsAtOnePlace() throws {
    let world = World(seed: 5, places: [Point](repeating: point(10, 10), count: 8), spacing: .zero)
    for _ in 0..<60 {
      let fix = try #require(world.hear(at: point(10, 10)))
      #expect(fix.position.distance(to: point(10, 10)) < Metres(2))
    }
  }

  @Test func aMapOfOneCell() throws {
    let world = World(
      seed: 6, places: [point(0.2, 0.2)], width: Metres(1, over: 2), height: Metres(1, over: 2), spacing: Metres(5))
    #expect(world.grid.columns == 1 && world.grid.rows == 1)
    for level in [Int8(-50), .min, .max] {
      for _ in 0..<20 {
        let fix = try #require(world.tick([(0, level)]))
        #expect(fix.position.distance(to: point(0.5, 0.5)) < Metres(1))
      }
    }
  }

  @Test(arguments: [Metres.zero, Metres(raw: 1), .max, .min]) func absurdSpacing(spacing: Metres) throws {
    let world = World(seed: 7, spacing: spacing)
    for _ in 0..<30 {
      let fix = try #require(world.hear(at: point(8, 8)))
      #expect((0...20).contains(fix.position.x.real) && (0...20).contains(fix.position.y.real))
    }
  }

  @Test func thousandsOfSamplesInATick() throws {
    let world = World(seed: 8)
    let flood = (0..<20_000).map { (beam: $0 % 12, rssi: Int8(truncatingIfNeeded: $0)) }
    try expectOnTheMap(world.tick(flood))
    try expectOnTheMap(world.hear(at: point(8, 8)))
  }

  @Test func timesAtTheEndsOfTheirRange() throws {
    let world = World(seed: 9)
    world.time = .min
    for _ in 0..<10 { try expectOnTheMap(world.hear(at: point(8, 8))) }
    world.time = 0
    _ = world.tick([])
    world.time = .max - 20_000
    for _ in 0..<30 { try expectOnTheMap(world.hear(at: point(8, 8))) }
    // A caller whose clock goes back gets a position still.
    world.time = .min
    _ = world.hear(at: point(8, 8))
    _ = world.tick([])
  }

  @Test func aHypothesisIsHeldWithin25Decibels() throws {
    let world = World(seed: 10)
    world.receiverOffset = 60
    for _ in 0..<150 { try expectOnTheMap(world.hear(at: point(8, 8))) }
    #expect(world.estimator.receiverOffset <= Decibels(25))
    #expect(world.estimator.receiverOffset > Decibels(15))
  }
}
