import FixedPoint
import Foundation

/// Extended Kalman filter (iterated) over position and velocity on the log-distance model, with an innovation gate.
///
/// The velocity fades with a time constant (an Ornstein-Uhlenbeck process), which spans everything from a random walk of
/// the position to constant velocity. Each beacon's mean RSSI of a tick is one scalar update. When the gate refuses
/// nearly everything for a while, the filter starts anew.
/// Source: Y. Bar-Shalom, X. R. Li, T. Kirubarajan, Estimation with Applications to Tracking and Navigation, 2001.
struct KalmanFilter {
  struct Settings: Sendable {
    var exponent = 2.5
    /// Height difference to the beacons, metres.
    var rise = 0.1
    /// Standard deviation of one tick's RSSI, dB, fading that lasts over several ticks included.
    var deviation = 12.0
    /// Standard deviation of the speed along each axis, m/s.
    var speed = 1.4
    /// Time constant in which the velocity fades, s.
    var persistence = 0.5
    /// Innovations beyond this many standard deviations are refused; 100 refuses none.
    var gate = 4.0
    /// Standard deviation of the receiver's offset at the start, dB; 0 for none.
    var offsetDeviation = 0.0
    /// How far the offset wanders, dB/√s.
    var offsetWander = 0.0
    /// How far outside the beacons' bounding box the receiver may be, metres.
    var margin = 0.0
  }

  static let axes: [Axis<Settings>] = [
    Axis(name: "exponent", path: \.exponent, values: [1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 3, 3.5, 4]),
    Axis(name: "rise", path: \.rise, values: [0.1, 0.3, 0.5, 1, 1.5, 2, 2.5, 3, 4]),
    Axis(name: "deviation", path: \.deviation, values: [4, 6, 8, 10, 12, 16, 20, 24]),
    Axis(name: "speed", path: \.speed, values: [0.15, 0.25, 0.35, 0.5, 0.7, 1, 1.4]),
    Axis(name: "persistence", path: \.persistence, values: [0.25, 0.5, 1, 2, 4]),
    Axis(name: "gate", path: \.gate, values: [1.5, 2, 2.5, 3, 4, 100]),
    Axis(name: "margin", path: \.margin, values: [0, 0.5, 1, 2, 3]),
  ]

  static let offsetAxes: [Axis<Settings>] =
    axes + [
      Axis(name: "offsetDeviation", path: \.offsetDeviation, values: [1, 2, 3, 4, 6, 8, 10, 15, 20]),
      Axis(name: "offsetWander", path: \.offsetWander, values: [0, 0.03, 0.1, 0.3, 1]),
    ]

  /// The state's parts: x, y, their velocities, the receiver's offset.
  private static let size = 5
  /// Seconds of nearly nothing but refusals after which the filter starts anew.
  private static let patience = 5.0
  /// Silence in ms after which the last place says nothing about the present one: the filter starts anew.
  private static let longestSilence: Milliseconds = 30_000
  /// Linearisations of one update.
  private static let iterations = 3

  private let surroundings: Surroundings
  private let settings: Settings
  private let model: LogDistance
  private var means: TickMeans
  private var state = [Double](repeating: 0, count: size)
  private var covariance = [[Double]](repeating: [Double](repeating: 0, count: size), count: size)
  private var time: Milliseconds?
  private var refusedSince: Milliseconds?

  init(surroundings: Surroundings, settings: Settings) {
    self.surroundings = surroundings
    self.settings = settings
    model = LogDistance(exponent: settings.exponent, rise: settings.rise)
    means = TickMeans(beaconCount: surroundings.beacons.count)
  }

  mutating func hear(beacon: Int, rssi: Int8, at time: Milliseconds) {
    means.add(beacon: beacon, rssi: rssi)
  }

  mutating func position(at now: Milliseconds) -> Fix? {
    let levels = means.take()
    if let time, now - time > Self.longestSilence {
      guard start(levels, keepingOffset: true) else { return nil }
    } else if let time {
      predict(seconds: Double(now - time) / 1000)
    } else {
      guard start(levels, keepingOffset: false) else { return nil }
    }
    time = now
    var accepted = 0
    for level in levels where update(level) { accepted += 1 }
    if 2 * accepted >= levels.count {
      if !levels.isEmpty { refusedSince = nil }
    } else if let since = refusedSince {
      if Double(now - since) / 1000 > Self.patience {
        _ = start(levels, keepingOffset: true)
        refusedSince = nil
      }
    } else {
      refusedSince = now
    }
    let place = surroundings.clamped(state[0], state[1], margin: settings.margin)
    (state[0], state[1]) = place
    return Fix(
      x: place.x, y: place.y, accuracy: radius68(varianceX: covariance[0][0], varianceY: covariance[1][1]))
  }

  /// Starts at the weighted centroid of `levels`; false when there are none.
  private mutating func start(_ levels: [(beacon: Int, rssi: Double)], keepingOffset: Bool) -> Bool {
    guard let place = WeightedCentroid.centroid(of: levels, slope: WeightedCentroid.tuned.slope, surroundings) else {
      return false
    }
    var offset = state[4]
    if !keepingOffset, settings.offsetDeviation > 0 {
      // What the centroid leaves unexplained, as far as an offset can be: its prior against the usual shadowing of 6 dB.
      let residuals = levels.map { level in
        let beacon = surroundings.beacons[level.beacon]
        let squared = pow(place.x - beacon.x, 2) + pow(place.y - beacon.y, 2)
        return level.rssi - model.expected(squared: squared)
      }
      let prior = pow(settings.offsetDeviation, 2)
      offset = residuals.reduce(0, +) / Double(residuals.count) * prior / (prior + 36)
    }
    state = [place.x, place.y, 0, 0, offset]
    // The centroid is off by about 4 m before any averaging.
    let variances = [16, 16, pow(settings.speed, 2), pow(settings.speed, 2), pow(settings.offsetDeviation, 2)]
    for row in 0..<Self.size {
      for column in 0..<Self.size { covariance[row][column] = row == column ? variances[row] : 0 }
    }
    return true
  }

  private mutating func predict(seconds: Double) {
    let kept = exp(-seconds / settings.persistence)
    // A velocity v now has carried the position on by v · reach when the time is over.
    let reach = settings.persistence * (1 - kept)
    let variance = settings.speed * settings.speed
    for axis in 0..<2 {
      state[axis] += reach * state[axis + 2]
      state[axis + 2] *= kept
      for k in 0..<Self.size { covariance[axis][k] += reach * covariance[axis + 2][k] }
      for k in 0..<Self.size { covariance[k][axis] += reach * covariance[k][axis + 2] }
      for k in 0..<Self.size { covariance[axis + 2][k] *= kept }
      for k in 0..<Self.size { covariance[k][axis + 2] *= kept }
      // The noise of the integrated process, exact for any step.
      let tau = settings.persistence
      let spread = variance * (2 * tau * seconds - tau * tau * (3 - 4 * kept + kept * kept))
      let cross = variance * tau * (1 - kept) * (1 - kept)
      covariance[axis][axis] += max(spread, 0)
      covariance[axis][axis + 2] += cross
      covariance[axis + 2][axis] += cross
      covariance[axis + 2][axis + 2] += variance * (1 - kept * kept)
    }
    covariance[4][4] += settings.offsetDeviation > 0 ? pow(settings.offsetWander, 2) * seconds : 0
  }

  /// One scalar update; false when the gate refused it.
  private mutating func update(_ level: (beacon: Int, rssi: Double)) -> Bool {
    let prior = state
    var point = prior
    var gain = [Double](repeating: 0, count: Self.size)
    var projected = gain
    // Iterated: the model is linearised anew where the update leads, since it bends sharply beside a beacon.
    for iteration in 0..<Self.iterations {
      let beacon = surroundings.beacons[level.beacon]
      let (dx, dy) = (point[0] - beacon.x, point[1] - beacon.y)
      let squared = dx * dx + dy * dy
      let gradient = [
        model.slope(offset: dx, squared: squared), model.slope(offset: dy, squared: squared), 0, 0, 1,
      ]
      var innovation = level.rssi - point[4] - model.expected(squared: squared)
      for k in 0..<Self.size { innovation -= gradient[k] * (prior[k] - point[k]) }
      var variance = settings.deviation * settings.deviation
      for row in 0..<Self.size {
        projected[row] = 0
        for k in 0..<Self.size { projected[row] += covariance[row][k] * gradient[k] }
        variance += gradient[row] * projected[row]
      }
      if iteration == 0, innovation * innovation > settings.gate * settings.gate * variance { return false }
      for row in 0..<Self.size {
        gain[row] = projected[row] / variance
        point[row] = prior[row] + gain[row] * innovation
      }
    }
    state = point
    for row in 0..<Self.size {
      for column in 0..<Self.size { covariance[row][column] -= gain[row] * projected[column] }
    }
    return true
  }
}

/// The filter for receivers that fit the assumed power.
struct PlainKalmanFilter: Baseline {
  static let name = "EKF"
  static let tuned = KalmanFilter.Settings()
  static let axes = KalmanFilter.axes
  private var filter: KalmanFilter

  init(surroundings: Surroundings, settings: KalmanFilter.Settings) {
    filter = KalmanFilter(surroundings: surroundings, settings: settings)
  }
  mutating func hear(beacon: Int, rssi: Int8, at time: Milliseconds) {
    filter.hear(beacon: beacon, rssi: rssi, at: time)
  }
  mutating func position(at time: Milliseconds) -> Fix? { filter.position(at: time) }
}

/// The filter that learns the receiver's offset as well.
struct OffsetKalmanFilter: Baseline {
  static let name = "EKF with offset"
  static let tuned = KalmanFilter.Settings(
    exponent: 1.75, deviation: 16, speed: 1, persistence: 2, gate: 100, offsetDeviation: 3, offsetWander: 0.1)
  static let axes = KalmanFilter.offsetAxes
  private var filter: KalmanFilter

  init(surroundings: Surroundings, settings: KalmanFilter.Settings) {
    filter = KalmanFilter(surroundings: surroundings, settings: settings)
  }
  mutating func hear(beacon: Int, rssi: Int8, at time: Milliseconds) {
    filter.hear(beacon: beacon, rssi: rssi, at: time)
  }
  mutating func position(at time: Milliseconds) -> Fix? { filter.position(at: time) }
}
