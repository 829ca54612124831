import FixedPoint
import Foundation

/// The mean of the beacons' places, weighted by how loud they are.
///
/// Source: J. Blumenthal et al., Weighted Centroid Localization in Zigbee-based Sensor Networks, WISP 2007. The weight
/// 1/d^g is, by the path-loss model, 10^(level · slope / 10); only differences of levels count, so that neither the
/// receiver's offset nor the beacons' common power matters.
struct WeightedCentroid: Baseline {
  struct Settings: Sendable {
    /// Seconds over which RSSI is averaged.
    var window = 15.0
    /// Bels of weight per bel of level.
    var slope = 1.5
    /// Loudest beacons that take part.
    var beacons = 8.0
  }

  static let name = "weighted centroid"
  static let tuned = Settings()
  static let axes: [Axis<Settings>] = [
    Axis(name: "window", path: \.window, values: [1, 1.5, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20]),
    Axis(name: "slope", path: \.slope, values: [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1, 1.2, 1.5, 2, 3]),
    Axis(name: "beacons", path: \.beacons, values: [2, 3, 4, 5, 6, 8, 10, 12, 24]),
  ]

  private let surroundings: Surroundings
  private let settings: Settings
  private var window: LevelWindow
  private var last: Fix?

  init(surroundings: Surroundings, settings: Settings) {
    self.surroundings = surroundings
    self.settings = settings
    window = LevelWindow(seconds: settings.window)
  }

  mutating func hear(beacon: Int, rssi: Int8, at time: Milliseconds) {
    window.add(beacon: beacon, rssi: rssi, at: time)
  }

  mutating func position(at time: Milliseconds) -> Fix? {
    let levels = window.levels(at: time).prefix(Int(settings.beacons))
    if let place = Self.centroid(of: levels, slope: settings.slope, surroundings) {
      last = Fix(x: place.x, y: place.y, accuracy: nil)
    }
    return last
  }

  /// The centroid itself; the other baselines start from it. `levels` come loudest first; `nil` when there are none.
  static func centroid(
    of levels: some Collection<(beacon: Int, rssi: Double)>, slope: Double, _ surroundings: Surroundings
  ) -> (x: Double, y: Double)? {
    guard let loudest = levels.first else { return nil }
    var (x, y, total) = (0.0, 0.0, 0.0)
    for level in levels {
      let weight = pow(10, (level.rssi - loudest.rssi) * slope / 10)
      x += weight * surroundings.beacons[level.beacon].x
      y += weight * surroundings.beacons[level.beacon].y
      total += weight
    }
    return (x / total, y / total)
  }
}
