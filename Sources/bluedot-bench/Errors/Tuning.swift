import Foundation

/// Finds a baseline's best setting over all sets jointly: coordinate descent over its axes from the best of many starts.
///
/// The aim is the mean over the sets of each set's mean error, so that a long set counts no more than a short one.
struct Tuning<B: Baseline> {
  /// Settings drawn from the axes at random before the descent: several per axis and value in the largest baseline.
  static var randomStarts: Int { 150 }

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

  func run() {
    report("\(B.name): \(text(cost(B.tuned))) m with the built-in setting")
    // From both ends, since a descent may end in a valley of its own.
    let ends = [B.tuned, bestOfRandom()].map(descend)
    if let best = ends.min(by: { $0.cost < $1.cost }) {
      report("best: \(text(best.cost)) m with \(text(best.settings))")
    }
  }

  private func bestOfRandom() -> B.Settings {
    var random = RandomSource(seed: 1)
    var best = (settings: B.tuned, cost: Double.infinity)
    let count = B.axes.count > 3 ? Self.randomStarts : 0
    for _ in 0..<count {
      var trial = B.tuned
      for axis in B.axes {
        trial[keyPath: axis.path] = axis.values[Int(random.uniform() * Double(axis.values.count))]
      }
      let found = cost(trial)
      if found < best.cost { best = (trial, found) }
    }
    if count > 0 { report("best of \(count) random settings: \(text(best.cost)) m with \(text(best.settings))") }
    return best.settings
  }

  /// Varies one axis after the other until a whole round brings nothing, at most six rounds.
  private func descend(_ start: B.Settings) -> (settings: B.Settings, cost: Double) {
    var best = start
    var least = cost(best)
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
      report("round \(round): \(text(least)) m with \(text(best))")
      if before - least < 0.001 { break }
    }
    return (best, least)
  }

  private func text(_ cost: Double) -> String { String(format: "%.3f", cost) }

  private func text(_ settings: B.Settings) -> String {
    B.axes.map { "\($0.name) \(settings[keyPath: $0.path])" }.joined(separator: ", ")
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

  private static var all: [any Baseline.Type] {
    [
      NearestBeacon.self, WeightedCentroid.self, LeastSquares.self, PlainKalmanFilter.self, OffsetKalmanFilter.self,
      PlainParticleFilter.self, OffsetParticleFilter.self,
    ]
  }

  private static func tune<B: Baseline>(_: B.Type, _ sessions: [Session], _ report: @escaping (String) -> Void) {
    Tuning<B>(sessions: sessions, report: report).run()
  }
}
