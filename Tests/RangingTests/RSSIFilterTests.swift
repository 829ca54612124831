import FixedPoint
import Testing

@testable import Ranging

@Suite struct RSSIFilterTests {
  /// Feeds `count` samples of `rssi`, `interval` ms apart, and returns the time after the last one.
  private func feed(
    _ filter: inout RSSIFilter, _ rssi: Int8, count: Int, interval: Milliseconds = 200, from time: Milliseconds
  ) -> Milliseconds {
    var now = time
    for _ in 0..<count {
      _ = filter.add(rssi: rssi, at: now)
      now += interval
    }
    return now
  }

  @Test func hasNoLevelBeforeTheFirstSample() {
    let filter = RSSIFilter()
    #expect(filter.level == nil)
    #expect(filter.deviation == Decibels(6))
  }

  @Test func firstSampleIsTheLevel() {
    var filter = RSSIFilter()
    #expect(filter.add(rssi: -64, at: 0) == .started)
    #expect(filter.level == Decibels(-64))
  }

  /// Lesson C6: an integer filter that truncates stands still on one side.
  @Test(arguments: [(from: Int8(-70), to: Int8(-79)), (from: -79, to: -70), (from: -70, to: -71), (from: -71, to: -70)])
  func arrivesFromBothSides(step: (from: Int8, to: Int8)) {
    var filter = RSSIFilter()
    let time = feed(&filter, step.from, count: 20, from: 0)
    _ = feed(&filter, step.to, count: 100, from: time)
    let error = (filter.level ?? .zero) - Decibels(Int(step.to))
    #expect(error.magnitude <= Decibels(raw: 1))
  }

  /// Lesson C5: a filter tuned for standing beacons needs minutes. Ours is pinned: 90 % of a step within 2.5 s, or four samples.
  @Test(arguments: [Milliseconds(100), 200, 500, 1_000])
  func followsAStepWithinTwoAndAHalfSeconds(interval: Milliseconds) {
    var filter = RSSIFilter()
    let time = feed(&filter, -59, count: 40, interval: interval, from: 0)
    _ = feed(&filter, -69, count: max(Int(2_500 / interval) + 1, 4), interval: interval, from: time)
    #expect((filter.level ?? .zero) <= Decibels(-68))
  }

  /// The step of lesson C5, beyond the gate: three samples prove it.
  @Test func stepBeyondTheGateIsTakenWithTheThirdSample() {
    var filter = RSSIFilter()
    let time = feed(&filter, -59, count: 20, from: 0)
    #expect(filter.add(rssi: -75, at: time) == .outlier)
    #expect(filter.add(rssi: -75, at: time + 200) == .outlier)
    #expect(filter.level == Decibels(-59))
    #expect(filter.add(rssi: -75, at: time + 400) == .jumped)
    #expect(filter.level == Decibels(-75))
  }

  @Test func singleSpikeLeavesTheLevelAlone() {
    var filter = RSSIFilter()
    var time = feed(&filter, -60, count: 20, from: 0)
    #expect(filter.add(rssi: -100, at: time) == .outlier)
    time = feed(&filter, -60, count: 1, from: time + 200)
    #expect(filter.add(rssi: -100, at: time) == .outlier)
    #expect(filter.add(rssi: -100, at: time + 200) == .outlier)
    #expect(filter.level == Decibels(-60))
  }

  @Test func outliersOnBothSidesAreNoStep() {
    var filter = RSSIFilter()
    let time = feed(&filter, -60, count: 20, from: 0)
    for index in 0..<8 {
      let outcome = filter.add(rssi: index % 2 == 0 ? -90 : -30, at: time + Milliseconds(index) * 100)
      #expect(outcome == .outlier)
    }
    #expect(filter.level == Decibels(-60))
  }

  @Test func startsAnewAfterAGap() {
    var filter = RSSIFilter()
    let time = feed(&filter, -60, count: 20, from: 0)
    #expect(filter.add(rssi: -90, at: time - 200 + RSSIFilter.gap) == .started)
    #expect(filter.level == Decibels(-90))
    #expect(filter.deviation == RSSIFilter.firstDeviation)
  }

  @Test func timeThatGoesBackCountsAsTheSameMoment() {
    var filter = RSSIFilter()
    _ = filter.add(rssi: -60, at: 10_000)
    #expect(filter.add(rssi: -62, at: 2_000) == .accepted)
    #expect(filter.time == 10_000)
    #expect(filter.add(rssi: -62, at: Int64.min) == .accepted)
  }

  @Test func deviationFollowsTheSpreadOfTheSamples() {
    var filter = RSSIFilter()
    for index in 0..<200 {
      _ = filter.add(rssi: index % 2 == 0 ? -64 : -56, at: Milliseconds(index) * 100)
    }
    // ±4 dB around the mean: mean absolute deviation 4 dB, as a normal distribution's σ 5 dB.
    #expect(filter.deviation > Decibels(4) && filter.deviation < Decibels(6))
    #expect((filter.level ?? .zero) < Decibels(-59) && (filter.level ?? .zero) > Decibels(-61))
  }

  @Test func survivesEveryPairOfSamples() {
    for first in -127...127 {
      for second in stride(from: -128, through: 127, by: 3) {
        var filter = RSSIFilter()
        _ = filter.add(rssi: Int8(first), at: 0)
        for step in 1...4 { _ = filter.add(rssi: Int8(second), at: Milliseconds(step)) }
        let level = filter.level ?? .zero
        let bounds = Decibels(min(first, second))...Decibels(max(first, second))
        #expect(bounds.contains(level))
      }
    }
  }
}
