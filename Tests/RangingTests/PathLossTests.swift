import FixedPoint
import Foundation
import Testing

@testable import Ranging

@Suite struct PathLossTests {
  @Test func oneMetreAtTheMeasuredPower() {
    let model = PathLoss(measuredPower: Decibels(-59), exponent: PathLossExponent(2))
    #expect((model.distance(rssi: Decibels(-59)) - Metres(1)).magnitude <= Metres(1, over: 1_000))
    #expect(model.expectedRSSI(at: Metres(1)) == Decibels(-59))
  }

  @Test func agreesWithFloatingPointOverItsWholeRange() {
    for exponentTenths in stride(from: 12, through: 45, by: 3) {
      let model = PathLoss(measuredPower: Decibels(-59), exponent: PathLossExponent(exponentTenths, over: 10))
      let exponent = Double(model.exponent.raw) / 4_096
      for rssi in -127...20 {
        let exact = pow(10, (-59 - Double(rssi)) / (10 * exponent))
        let expected = min(max(exact, 0.1), 200)
        let found = Double(model.distance(rssi: Decibels(rssi)).raw) / 65_536
        #expect(abs(found - expected) <= 0.001 * expected + 0.0001)
      }
      for decimetres in stride(from: 1, through: 2_000, by: 7) {
        let distance = Metres(decimetres, over: 10)
        let exact = -59 - 10 * exponent * log10(Double(distance.raw) / 65_536)
        let found = Double(model.expectedRSSI(at: distance).raw) / 128
        #expect(abs(found - max(exact, -256)) <= 0.01)
      }
    }
  }

  @Test func distanceAndExpectationAreInverse() {
    let model = PathLoss(measuredPower: Decibels(-62), exponent: PathLossExponent(5, over: 2))
    for decimetres in stride(from: 2, through: 1_500, by: 13) {
      let distance = Metres(decimetres, over: 10)
      let back = model.distance(rssi: model.expectedRSSI(at: distance))
      #expect((back - distance).magnitude <= Metres(raw: distance.raw / 500 + 10))
    }
  }

  @Test func uncertaintyIsTheSlopeOfTheModel() {
    let model = PathLoss(measuredPower: Decibels(-59), exponent: PathLossExponent(2))
    let sigma = model.uncertainty(of: Metres(10), deviation: Decibels(4))
    // 10 m · 4 dB · ln(10) / 20 = 4.605 m
    #expect((sigma - Metres(4_605, over: 1_000)).magnitude < Metres(1, over: 100))
  }

  /// Lesson B8: measured powers of 0, +1 and -3 dBm gave infinite or million-metre ranges elsewhere.
  @Test(arguments: [Int8(0), 1, -3, 20, 127, -128, -12, -29, -91])
  func absurdMeasuredPowerIsReplaced(advertised: Int8) {
    let power = MeasuredPower(site: nil, advertised: advertised)
    #expect(power.level == Decibels(-59))
    #expect(power.source == .assumed)
    var filter = RSSIFilter()
    _ = filter.add(rssi: -38, at: 0)
    let range = RangeEstimate(filter: filter, measuredPower: power)
    #expect((range?.distance ?? .max) < Metres(1))
    #expect((range?.uncertainty ?? .zero) > .zero)
  }

  @Test func saneMeasuredPowerIsTaken() {
    #expect(MeasuredPower(site: nil, advertised: -77) == MeasuredPower(level: Decibels(-77), source: .advertised))
    #expect(MeasuredPower(site: Decibels(-65), advertised: -77) == MeasuredPower(level: Decibels(-65), source: .site))
    #expect(
      MeasuredPower(site: Decibels(4), advertised: -77) == MeasuredPower(level: Decibels(-77), source: .advertised))
    #expect(MeasuredPower(site: nil, advertised: nil) == MeasuredPower(level: Decibels(-59), source: .assumed))
  }

  @Test func everyRSSIGivesABoundedRange() {
    for advertised in -128...127 {
      for rssi in -127...20 {
        let power = MeasuredPower(site: nil, advertised: Int8(advertised))
        var filter = RSSIFilter()
        _ = filter.add(rssi: Int8(rssi), at: 0)
        guard let range = RangeEstimate(filter: filter, measuredPower: power) else {
          Issue.record("no range")
          continue
        }
        #expect(range.distance >= PathLoss.leastDistance && range.distance <= PathLoss.greatestDistance)
      }
    }
  }

  @Test func proximityHasCoreLocationsClasses() {
    #expect(Proximity(distance: nil) == .unknown)
    #expect(Proximity(distance: Metres(-1)) == .unknown)
    #expect(Proximity(distance: Metres(49, over: 100)) == .immediate)
    #expect(Proximity(distance: Metres(1, over: 2)) == .near)
    #expect(Proximity(distance: Metres(299, over: 100)) == .near)
    #expect(Proximity(distance: Metres(3)) == .far)
    #expect([Proximity.unknown, .immediate, .near, .far].map(\.rawValue) == [0, 1, 2, 3])
  }
}
