/// A floating-point estimator from the literature that the agent is measured against.
///
/// None is calibrated on a set: one setting serves all, and it is the best one that `bluedot-bench tune` found over all
/// sets jointly, which favours the baselines.
protocol Baseline: Positioner, SendableMetatype {
  associatedtype Settings: Sendable

  static var name: String { get }

  /// The best setting over all sets jointly.
  static var tuned: Settings { get }

  /// What `tune` may vary, and the values it tries.
  static var axes: [Axis<Settings>] { get }

  init(surroundings: Surroundings, settings: Settings)
}

/// One setting that the tuning varies.
struct Axis<Settings: Sendable>: Sendable {
  let name: String
  let path: WritableKeyPath<Settings, Double> & Sendable
  let values: [Double]
}
