import FixedPoint
import Foundation
import Ranging
import Testing

@testable import Positioning

@Suite struct CentroidPullTests {
  private func pull(
    spacing: Metres = Metres(5), motion: Int64 = 0, weight: Int64 = 256, beams: Int = 3
  ) -> CentroidPull {
    CentroidPull(target: point(0, 0), spacing: spacing, motion: motion, weight: weight, beamsHeard: beams)
  }

  private func cost(_ pull: CentroidPull, _ metres: Double) -> Int16 { pull.cost(Int64(metres * 65_536)) }

  @Test(arguments: [0.5, 2, 5, 12]) func costGrowsWithTheSquareOfTheWayInSpacings(spacing: Double) {
    for (motion, factor) in [(Int64(0), 0.9), (256, 0.18)] {
      for weight in [Int64(256), 384] {
        for beams in 1...4 {
          let pull = pull(spacing: metres(spacing), motion: motion, weight: weight, beams: beams)
          for way in stride(from: -30.0, through: 30, by: 1.3) {
            let plain = 16 * factor * Double(weight) / 256 * Double(min(beams, 3)) / 3
            let expected = min(plain * way * way / (spacing * spacing), 8_000)
            #expect(abs(Double(cost(pull, way)) - expected) <= 1 + expected * 0.002)
          }
        }
      }
    }
  }

  @Test func exactFigures() {
    // 16 · 0.9 · (10/5)² = 57.6, rounded down; one beam of three counts a third.
    #expect(cost(pull(), 10) == 57)
    #expect(cost(pull(beams: 1), 10) == 19)
    #expect(cost(pull(motion: 256), 10) == 11)
    #expect(cost(pull(weight: 384), -10) == 86)
    #expect(cost(pull(), 0) == 0)
  }

  @Test func extremesAreHeld() {
    #expect(cost(pull(spacing: .zero), 3_000) == 8_000)
    #expect(pull(spacing: .zero).strength == pull(spacing: Metres(1, over: 2)).strength)
    #expect(pull().cost(1 << 33) == 8_000)
    #expect(pull().cost(-(1 << 33)) == 8_000)
    #expect(pull(spacing: .max).cost(1 << 33) >= 0)
    #expect(cost(pull(beams: 0), 10) == 0)
  }

  private func centroid(
    _ heard: [(x: Double, y: Double, rssi: Int8, at: Milliseconds)], at time: Milliseconds
  ) -> Point? {
    var tracks: [BeamTrack] = []
    for entry in heard {
      var track = BeamTrack(fieldStart: 0, power: Decibels(-59))
      _ = track.add(rssi: entry.rssi)
      _ = track.endTick(at: entry.at)
      tracks.append(track)
    }
    let beams = heard.map { Beam(map: 0, position: point($0.x, $0.y), height: Metres(2)) }
    let active = heard.indices.map { UInt16($0) }
    return CentroidPull.centroid(
      active: active.span, tracks: tracks.span, beams: beams.span, at: time, motion: 0)
  }

  @Test func equalBeamsMeetInTheMiddle() throws {
    let found = try #require(centroid([(2, 4, -70, 0), (8, 10, -70, 0)], at: 0))
    #expect(abs(found.x.real - 5) < 0.001 && abs(found.y.real - 7) < 0.001)
  }

  @Test func fiveDecibelsWeighTenfold() throws {
    let found = try #require(centroid([(0, 0, -65, 0), (11, 22, -70, 0)], at: 0))
    #expect(abs(found.x.real - 1) < 0.01 && abs(found.y.real - 2) < 0.01)
  }

  @Test func tenSecondsWeighLessByEAndMoreNothing() throws {
    let aged = try #require(centroid([(0, 0, -70, 10_000), (10, 0, -70, 0)], at: 10_000))
    #expect(abs(aged.x.real - 10 / (1 + M_E)) < 0.01)
    #expect(centroid([(0, 0, -70, 10_001), (10, 0, -70, 0)], at: 10_001) == point(0, 0))
    #expect(centroid([(0, 0, -70, 0)], at: 10_001) == nil)
    #expect(centroid([], at: 0) == nil)
  }

  @Test func aFarEdgeOfTheFormatDoesNotOverflow() throws {
    let corner = (x: 32_767.0, y: -32_768.0, rssi: Int8(-50), at: Milliseconds(0))
    let found = try #require(
      centroid(
        [(x: Double, y: Double, rssi: Int8, at: Milliseconds)](
          repeating: corner, count: 3_000), at: 0))
    #expect(found == point(32_767, -32_768))
  }
}
