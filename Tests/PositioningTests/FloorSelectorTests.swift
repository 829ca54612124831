import FixedPoint
import Testing

@testable import Positioning

@Suite struct FloorSelectorTests {
  /// What is heard in a tick: levels in dBm of the beams of each map.
  typealias Tick = [[Int]]

  /// Runs ticks of 500 ms and writes the map after each: "-" while there is none.
  private func timeline(_ ticks: [Tick], maps: Int = 2) -> String {
    var selector = FloorSelector()
    return timeline(ticks, maps: maps, &selector)
  }

  private func timeline(_ ticks: [Tick], maps: Int = 2, _ selector: inout FloorSelector) -> String {
    var evidence = [Int32](repeating: 0, count: maps)
    var line = ""
    var before = selector.map
    for (index, tick) in ticks.enumerated() {
      var span = evidence.mutableSpan
      FloorSelector.fade(&span)
      for map in tick.indices { for level in tick[map] { FloorSelector.add(Decibels(level), to: &evidence[map]) } }
      let beamsHeard = (0..<maps).map { map in UInt16(tick.indices.contains(map) ? tick[map].count : 0) }
      let isChanged = selector.update(
        evidence: evidence.span, beamsHeard: beamsHeard.span, at: Milliseconds(index) * 500)
      #expect(isChanged == (selector.map != before))
      before = selector.map
      line += selector.map.map { String($0) } ?? "-"
    }
    return line
  }

  private func repeated(_ tick: Tick, _ count: Int) -> [Tick] { [Tick](repeating: tick, count: count) }

  private func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }

  @Test func theFirstBeamHeardDecides() {
    #expect(timeline([[[], []], [[], [-80]], [[-90], [-80]]]) == "-11")
  }

  @Test func whatIsBelowTheNoiseFloorCountsWhereNothingElseDoes() {
    #expect(timeline([[[], []], [[-127, -110], []]]) == "-0")
    #expect(timeline([[[-100, -101, -102], [-99]]]) == "1")
    // A floor that is not heard any more is left, after the dwell, for one that is, however faintly.
    let line = timeline(repeated([[-70, -75], []], 4) + repeated([[], [-104, -105]], 140))
    #expect(line.hasPrefix(zeros(12)) && line.hasSuffix("1"))
    // Heard faintly together, the stronger one stays.
    #expect(timeline(repeated([[-95, -96], [-104, -105]], 60)) == zeros(60))
  }

  @Test func evidenceNeitherOverflowsNorStays() {
    var evidence = Int32.max - 5
    FloorSelector.add(Decibels(20), to: &evidence)
    #expect(evidence == .max)
    var faded: [Int32] = [1_000, 7, 1, 0]
    for _ in 0..<60 {
      var span = faded.mutableSpan
      FloorSelector.fade(&span)
    }
    #expect(faded == [0, 0, 0, 0])
  }

  @Test func oneLoudBeaconOverheadChangesNothing() {
    let start = repeated([[-75, -75], []], 4)
    // 60 dB above the noise floor against 25 and 25: a lead of a fifth, and then of double.
    #expect(timeline(start + repeated([[-75, -75], [-40]], 40)) == zeros(44))
    #expect(timeline(start + repeated([[-85, -85], [-40]], 40)) == zeros(44))
  }

  @Test func aRealChangeTakesOneSwitchAfterTheDwell() {
    let line = timeline(repeated([[-70, -75], [-95]], 20) + repeated([[-92], [-70, -75]], 30))
    #expect(line.hasPrefix(zeros(20)) && line.hasSuffix("1"))
    // The new floor overtakes the fading evidence of the old one after 3 s, and leads for 4 s.
    let switched = line.filter { $0 == "0" }.count
    #expect((20 + 8 + 1...20 + 8 + 8).contains(switched), "\(line)")
    #expect(line == zeros(switched) + String(repeating: "1", count: 50 - switched))
  }

  @Test func aLeadShorterThanTheDwellIsForgotten() {
    let visit = repeated([[-90, -90], [-60, -60]], 9) + repeated([[-60, -60], []], 9)
    #expect(timeline(repeated([[-65, -65], []], 8) + visit + visit + visit) == zeros(62))
  }

  @Test func aChallengerMustLeadByAQuarter() {
    // Above the noise floor, squared: 2 · 30² here; 2 · 33² (a fifth more) and 2 · 35² (a third more) there.
    let start = repeated([[-70, -70], []], 4)
    #expect(timeline(start + repeated([[-70, -70], [-67, -67]], 60)) == zeros(64))
    let line = timeline(start + repeated([[-70, -70], [-65, -65]], 60))
    #expect(line.hasPrefix(zeros(12)) && line.hasSuffix("1"), "\(line)")
  }

  @Test func aTieStaysWhereItIs() {
    #expect(timeline(repeated([[-70, -70], []], 1) + repeated([[-70, -70], [-70, -70]], 60)) == zeros(61))
    #expect(timeline([[[-70], [-70]]]) == "0")
  }

  @Test func aSilentFloorIsLeftForASingleBeam() {
    let line = timeline(repeated([[-70, -70], []], 4) + repeated([[], [-80]], 60))
    #expect(line.hasPrefix(zeros(12)) && line.hasSuffix("1"))
    #expect(!line.contains("10"))
  }

  @Test func twoChallengersDoNotShareADwell() {
    // Maps 1 and 2 take turns in leading every 3 s; neither leads for 4.
    var ticks = repeated([[-80, -80], [], []], 2)
    for _ in 0..<6 {
      ticks += repeated([[-95], [-40, -40, -40], []], 6) + repeated([[-95], [], [-40, -40, -40]], 6)
    }
    let line = timeline(ticks, maps: 3)
    #expect(line == zeros(ticks.count), "\(line)")
  }

  @Test func evidenceFadesByAnEighth() {
    var evidence: [Int32] = [8_000, 0, -5, .max]
    var span = evidence.mutableSpan
    FloorSelector.fade(&span)
    #expect(evidence == [7_000, 0, -5, .max - .max / 8])
  }

  @Test func resetForgetsTheMap() {
    var selector = FloorSelector()
    #expect(timeline(repeated([[-70, -70], []], 3), &selector) == "000")
    selector.reset()
    #expect(selector.map == nil)
    #expect(timeline([[[], []], [[], [-90]]], &selector) == "-1")
  }

  @Test func noMapsAndExtremeTimesAreHarmless() {
    var selector = FloorSelector()
    func update(_ evidence: [Int32], _ beamsHeard: [UInt16], at time: Milliseconds) -> Bool {
      selector.update(evidence: evidence.span, beamsHeard: beamsHeard.span, at: time)
    }
    #expect(!update([], [], at: 0))
    #expect(update([5, 0], [2, 2], at: .min))
    #expect(!update([0, .max], [2, 2], at: .min))
    #expect(update([0, .max], [2, 2], at: .max))
    #expect(selector.map == 1)
  }
}
