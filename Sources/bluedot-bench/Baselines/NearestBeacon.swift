import FixedPoint

/// The receiver is where the loudest beacon is.
struct NearestBeacon: Baseline {
  struct Settings: Sendable {
    /// Seconds over which RSSI is averaged.
    var window = 15.0
  }

  static let name = "nearest beacon"
  static let tuned = Settings()
  static let axes: [Axis<Settings>] = [
    Axis(name: "window", path: \.window, values: [0.5, 1, 1.5, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20])
  ]

  private let surroundings: Surroundings
  private var window: LevelWindow
  private var last: Fix?

  init(surroundings: Surroundings, settings: Settings) {
    self.surroundings = surroundings
    window = LevelWindow(seconds: settings.window)
  }

  mutating func hear(beacon: Int, rssi: Int8, at time: Milliseconds) {
    window.add(beacon: beacon, rssi: rssi, at: time)
  }

  mutating func position(at time: Milliseconds) -> Fix? {
    if let loudest = window.levels(at: time).first {
      let beacon = surroundings.beacons[loudest.beacon]
      last = Fix(x: beacon.x, y: beacon.y, accuracy: nil)
    }
    return last
  }
}
