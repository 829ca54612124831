import FixedPoint
import Ranging
import Testing

@testable import Places

@Suite struct VirtualBeaconTests {
  private let rules = VirtualBeaconRules()

  private struct Told: Equatable {
    var time: Milliseconds
    var proximity: Proximity
  }

  /// Holds each distance for its time and collects what is told, at two positions a second.
  private func told(power: Int = 4, _ stays: [(metres: Double, milliseconds: Milliseconds)]) -> [Told] {
    let beacon = VirtualBeacon(map: 0, position: point(0, 0), power: Decibels(power))
    var tracker = VirtualBeaconTracker()
    var list: [Told] = []
    var time: Milliseconds = 0
    for stay in stays {
      let end = time + stay.milliseconds
      while time < end {
        if let report = tracker.update(position: point(stay.metres, 0), at: time, beacon: beacon, rules: rules) {
          list.append(Told(time: time, proximity: report.proximity))
        }
        time += 500
      }
    }
    return list
  }

  @Test func tellsChangesAndRepeatsWhileInRange() {
    let list = told([(20, 3_000), (6, 7_000), (1, 2_000), (20, 6_000)])
    #expect(
      list == [
        Told(time: 4_000, proximity: .far), Told(time: 9_000, proximity: .far), Told(time: 11_000, proximity: .near),
        Told(time: 13_000, proximity: .unknown),
      ])
  }

  @Test func morePowerReachesFarther() {
    // 6.02 dB double every limit in free space: 18 m is out of range at 4 dBm and far at 10 dBm.
    #expect(told(power: 4, [(18, 3_000)]).isEmpty)
    #expect(told(power: 10, [(18, 3_000)]).map(\.proximity) == [.far])
    #expect(told(power: -30, [(0.4, 3_000)]).isEmpty)
  }

  @Test func hysteresisHoldsTheClassAtItsLimit() {
    let list = told([(2.9, 2_000), (3.2, 20_000)])
    #expect(list.allSatisfy { $0.proximity == .near })
    #expect(told([(2.9, 2_000), (3.7, 3_000)]).map(\.proximity) == [.near, .far])
  }

  @Test func reportsTheRSSIOfAnEqualRealBeacon() {
    let beacon = VirtualBeacon(map: 0, position: point(0, 0), power: Decibels(4))
    var tracker = VirtualBeaconTracker()
    _ = tracker.update(position: point(2, 0), at: 0, beacon: beacon, rules: rules)
    let report = tracker.update(position: point(2, 0), at: 1_000, beacon: beacon, rules: rules)
    #expect(report?.distance == Metres(2))
    // -59 dBm at 1 m, 6.02 dB less at 2 m.
    #expect(((report?.rssi ?? .zero) - Decibels(-6_502, over: 100)).magnitude <= Decibels(1, over: 20))
  }

  @Test func anotherMapIsOutOfRange() {
    let beacon = VirtualBeacon(map: 0, position: point(0, 0), power: Decibels(4))
    var tracker = VirtualBeaconTracker()
    for time in stride(from: Milliseconds(0), through: 2_000, by: 500) {
      _ = tracker.update(position: point(1, 0), at: time, beacon: beacon, rules: rules)
    }
    #expect(tracker.proximity == .near)
    _ = tracker.update(position: nil, at: 2_500, beacon: beacon, rules: rules)
    #expect(tracker.update(position: nil, at: 3_500, beacon: beacon, rules: rules)?.proximity == .unknown)
    #expect(tracker.update(position: nil, at: 60_000, beacon: beacon, rules: rules) == nil)
  }
}
