import FixedPoint
import Foundation

/// Nonlinear least squares: the place whose expected RSSI fits the measured ones best, by Levenberg-Marquardt.
///
/// Residuals are in dB (the log-distance), with Huber's weights, from the weighted centroid on. A receiver's offset
/// common to all beacons is a third unknown, held near 0 by its deviation.
/// Sources: D. W. Marquardt, J. SIAM 11(2), 1963; P. J. Huber, Ann. Math. Stat. 35(1), 1964.
struct LeastSquares: Baseline {
  struct Settings: Sendable {
    /// Seconds over which RSSI is averaged.
    var window = 12.0
    var exponent = 2.0
    /// Height difference to the beacons, metres.
    var rise = 1.0
    /// Standard deviation of RSSI, dB.
    var deviation = 6.0
    /// Huber's limit, in standard deviations.
    var huber = 10.0
    /// Standard deviation of the receiver's offset, dB; 0 for none.
    var offsetDeviation = 8.0
    /// How far outside the beacons' bounding box the receiver may be, metres.
    var margin = 0.0
  }

  static let name = "least squares"
  static let tuned = Settings()
  static let axes: [Axis<Settings>] = [
    Axis(name: "window", path: \.window, values: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15]),
    Axis(name: "exponent", path: \.exponent, values: [1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 3, 3.5, 4]),
    Axis(name: "rise", path: \.rise, values: [0.1, 0.3, 0.5, 1, 1.5, 2, 2.5, 3, 4]),
    Axis(name: "huber", path: \.huber, values: [0.5, 1, 1.5, 2, 10]),
    Axis(name: "offsetDeviation", path: \.offsetDeviation, values: [0, 2, 4, 6, 8, 10, 15, 20]),
    Axis(name: "margin", path: \.margin, values: [0, 0.5, 1, 2, 3]),
  ]

  private let surroundings: Surroundings
  private let settings: Settings
  private let model: LogDistance
  private var window: LevelWindow
  private var last: Fix?

  init(surroundings: Surroundings, settings: Settings) {
    self.surroundings = surroundings
    self.settings = settings
    model = LogDistance(exponent: settings.exponent, rise: settings.rise)
    window = LevelWindow(seconds: settings.window)
  }

  mutating func hear(beacon: Int, rssi: Int8, at time: Milliseconds) {
    window.add(beacon: beacon, rssi: rssi, at: time)
  }

  mutating func position(at time: Milliseconds) -> Fix? {
    let levels = window.levels(at: time)
    if let start = WeightedCentroid.centroid(of: levels, slope: WeightedCentroid.tuned.slope, surroundings) {
      last = fit(levels, from: start)
    }
    return last
  }

  /// Normal equations of one linearisation, with the robust cost at that place.
  private struct Linearisation {
    var matrix = [[Double]](repeating: [Double](repeating: 0, count: 3), count: 3)
    var vector = [Double](repeating: 0, count: 3)
    var cost = 0.0
  }

  private func linearise(_ levels: [(beacon: Int, rssi: Double)], _ state: [Double]) -> Linearisation {
    var result = Linearisation()
    for level in levels {
      let beacon = surroundings.beacons[level.beacon]
      let (dx, dy) = (state[0] - beacon.x, state[1] - beacon.y)
      let squared = dx * dx + dy * dy
      let residual = (level.rssi - state[2] - model.expected(squared: squared)) / settings.deviation
      let size = abs(residual)
      let weight = size <= settings.huber ? 1 : settings.huber / size
      result.cost += size <= settings.huber ? size * size / 2 : settings.huber * (size - settings.huber / 2)
      let gradient = [
        model.slope(offset: dx, squared: squared) / settings.deviation,
        model.slope(offset: dy, squared: squared) / settings.deviation, 1 / settings.deviation,
      ]
      for row in 0..<3 {
        result.vector[row] += weight * gradient[row] * residual
        for column in 0..<3 { result.matrix[row][column] += weight * gradient[row] * gradient[column] }
      }
    }
    // An offset of deviation 0 is one of a hundredth of a dB.
    let stiffness = 1 / pow(max(settings.offsetDeviation, 0.01), 2)
    result.matrix[2][2] += stiffness
    result.vector[2] -= stiffness * state[2]
    result.cost += stiffness * state[2] * state[2] / 2
    return result
  }

  private func fit(_ levels: [(beacon: Int, rssi: Double)], from start: (x: Double, y: Double)) -> Fix {
    var state = [start.x, start.y, 0.0]
    var damping = 1e-2
    var current = linearise(levels, state)
    for _ in 0..<30 {
      var damped = current.matrix
      // 0.01 /m² keeps a single beacon's equations solvable.
      for index in 0..<3 { damped[index][index] += damping * (current.matrix[index][index] + 0.01) }
      guard let step = solve(damped, current.vector) else { break }
      let place = surroundings.clamped(state[0] + step[0], state[1] + step[1], margin: settings.margin)
      let trial = [place.x, place.y, state[2] + step[2]]
      let next = linearise(levels, trial)
      if next.cost < current.cost {
        let gain = current.cost - next.cost
        (state, current, damping) = (trial, next, max(damping / 4, 1e-6))
        if gain < 1e-6 { break }
      } else {
        damping *= 8
        if damping > 1e6 { break }
      }
    }
    return Fix(x: state[0], y: state[1], accuracy: accuracy(current))
  }

  /// The 68 % radius by the fit's own covariance.
  private func accuracy(_ fit: Linearisation) -> Double? {
    var matrix = fit.matrix
    // Nobody is farther than about 10 m from where a fit within the building puts them.
    for index in 0..<2 { matrix[index][index] += 0.01 }
    guard let x = solve(matrix, [1, 0, 0]), let y = solve(matrix, [0, 1, 0]) else { return nil }
    return radius68(varianceX: x[0], varianceY: y[1])
  }
}

/// Radius in metres that holds 68 % of a two-dimensional normal distribution with these variances, taken as round.
func radius68(varianceX: Double, varianceY: Double) -> Double {
  // -2 ln(1 - 0.68) = 2.279.
  ((varianceX + varianceY) / 2 * 2.279).squareRoot()
}
