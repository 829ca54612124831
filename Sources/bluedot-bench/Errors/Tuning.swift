import Foundation

/// Finds a baseline's best setting over all sets jointly, by coordinate descent over its axes.
///
/// The aim is the mean over the sets of each set's mean error, so that a long set counts no more than a short one.
struct Tuning<B: Baseline> {
  let sessions: [Session]
  let report: (String) -> Void

  func cost(_ settings: B.Settings) -> Double {
    var sum = 0.0
    for session in sessions {
      var positioner = B(surroundings: Surroundings(session), settings: settings)
      sum += Score(track: session.play(to: &positioner), truth: session.truth)?.mean ?? .infinity
    }
    return sum / Double(sessions.count)
  }

  /// Varies one axis after the other until a whole round brings nothing, at most six rounds.
  func run() {
    var best = B.tuned
    var least = cost(best)
    report("\(B.name): \(String(format: "%.3f", least)) m as it stands")
    for round in 1...6 {
      let before = least
      for axis in B.axes {
        for value in axis.values where value != best[keyPath: axis.path] {
          var trial = best
          trial[keyPath: axis.path] = value
          let found = cost(trial)
          if found < least { (best, least) = (trial, found) }
        }
      }
      let values = B.axes.map { "\($0.name) \(best[keyPath: $0.path])" }.joined(separator: ", ")
      report("round \(round): \(String(format: "%.3f", least)) m with \(values)")
      if before - least < 0.001 { break }
    }
  }
}

enum TuningCommand {
  static func run(baseline: String, sessions: [Session], report: @escaping (String) -> Void) throws(Failure) {
    let scored = sessions.filter { !$0.truth.isEmpty }
    guard !scored.isEmpty else { throw .input("no session has ground truth to tune for") }
    for candidate in all where candidate.name == baseline {
      tune(candidate, scored, report)
      return
    }
    let names = all.map { "\"\($0.name)\"" }.joined(separator: ", ")
    throw .usage("tune \"\(baseline)\": no such baseline, expected one of \(names)")
  }

  private static var all: [any Baseline.Type] { [
    NearestBeacon.self, WeightedCentroid.self, LeastSquares.self, PlainKalmanFilter.self, OffsetKalmanFilter.self,
    PlainParticleFilter.self, OffsetParticleFilter.self,
  ] }

  private static func tune<B: Baseline>(_: B.Type, _ sessions: [Session], _ report: @escaping (String) -> Void) {
    Tuning<B>(sessions: sessions, report: report).run()
  }
}
