import FixedPoint
import Testing

@testable import Places

@Suite struct ZoneTrackerTests {
  private let square = [point(0, 0), point(4, 0), point(4, 4), point(0, 4)]
  private let zone = Zone(map: 0, firstVertex: 0, vertexCount: 4)
  private let rules = ZoneRules()

  /// Walks through `path`, one x (y = 2 m) each 500 ms, and returns "e" and "x" where an event came, "." where none.
  private func timeline(_ path: [Double], accuracy: Metres = Metres(1)) -> String {
    var tracker = ZoneTracker()
    var line = ""
    for (index, x) in path.enumerated() {
      let change = tracker.update(
        position: point(x, 2), accuracy: accuracy, at: Milliseconds(index) * 500, zone: zone, vertices: square.span,
        rules: rules)
      line += change == .entered ? "e" : change == .exited ? "x" : "."
    }
    return line
  }

  @Test func entersAfterTheDwellAndExitsAfterItsOwn() {
    let path = [-2.0, -1, 0.5, 1, 2, 2, 2, 5.5, 5.5, 5.5, 5.5, 5.5, 5.5, 5.5, 5.5]
    //                      in ------ 1.5 s      out: 1.5 m beyond the edge, for 3 s
    #expect(timeline(path) == ".....e.......x.")
  }

  @Test func walkingThroughACornerIsNotAVisit() {
    #expect(timeline([-2, -1, 0.5, 1, -1, -2, -2, -2]) == "........")
  }

  @Test func marginsKeepTheEdgeQuiet() {
    let outsideEdge = [Double](repeating: 4.4, count: 20)
    #expect(timeline([2, 2, 2, 2, 2] + outsideEdge) == "...e" + String(repeating: ".", count: 21))
  }

  @Test func poorAccuracyWidensTheExitMargin() {
    let path = [2.0, 2, 2, 2] + [Double](repeating: 5.8, count: 10)
    #expect(timeline(path, accuracy: Metres(1)).contains("x"))
    #expect(!timeline(path, accuracy: Metres(3)).contains("x"))
  }

  @Test func justOutsideForLongIsOutside() {
    // 0.9 m outside with an accuracy of 3 m: beyond the margin but within the uncertainty; left after 12 s.
    let line = timeline([2.0, 2, 2, 2] + [Double](repeating: 4.9, count: 40), accuracy: Metres(3))
    #expect(line == "...e" + String(repeating: ".", count: 24) + "x" + String(repeating: ".", count: 15))
  }

  /// Lesson C2: standing on the edge with an error of 1.5 m for 10 minutes gives at most one transition.
  @Test(arguments: UInt64(1)...20) func standingOnTheEdgeDoesNotFlap(seed: UInt64) {
    var random = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func uniform() -> Double {
      random ^= random << 13
      random ^= random >> 7
      random ^= random << 17
      return Double(random >> 11) / Double(1 << 53)
    }
    // The sum of 12 uniform numbers less 6 is close to a standard normal; each error holds for a second as a filter's do.
    let path = (0..<600).flatMap { _ -> [Double] in
      let x = 4 + 1.5 * ((0..<12).reduce(0.0) { sum, _ in sum + uniform() } - 6)
      return [x, x]
    }
    let events = timeline(path, accuracy: Metres(3, over: 2)).filter { $0 != "." }
    #expect(events.count <= 1, "\(events)")
  }

  @Test func leavingTheMapExits() {
    var tracker = ZoneTracker()
    for index in 0..<5 {
      _ = tracker.update(
        position: point(2, 2), accuracy: Metres(1), at: Milliseconds(index) * 500, zone: zone, vertices: square.span,
        rules: rules)
    }
    #expect(tracker.isInside)
    #expect(tracker.since == 1_500)
    #expect(tracker.leave(at: 9_000) == .exited)
    #expect(tracker.since == 9_000)
    #expect(tracker.leave(at: 9_500) == .none)
  }
}
