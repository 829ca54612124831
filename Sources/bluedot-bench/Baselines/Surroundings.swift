import Foundation

/// What every baseline knows of the site: where the beacons stand.
struct Surroundings {
  struct Beacon {
    var x, y: Double
  }

  let beacons: [Beacon]
  let minX, maxX, minY, maxY: Double

  init(_ session: Session) {
    beacons = session.beacons.map { Beacon(x: $0.x, y: $0.y) }
    minX = beacons.map(\.x).min() ?? 0
    maxX = beacons.map(\.x).max() ?? 0
    minY = beacons.map(\.y).min() ?? 0
    maxY = beacons.map(\.y).max() ?? 0
  }

  /// The place nearest to (x, y) in the beacons' bounding box, widened by `margin` metres.
  func clamped(_ x: Double, _ y: Double, margin: Double) -> (x: Double, y: Double) {
    (min(max(x, minX - margin), maxX + margin), min(max(y, minY - margin), maxY + margin))
  }
}

/// The log-distance path-loss model: RSSI falls by 10·n·log10(d) dB from what it is at 1 m.
struct LogDistance {
  /// RSSI at 1 m that every baseline assumes, dBm: the usual value of beacons.
  static let measuredPower = -59.0

  /// Path-loss exponent n.
  var exponent: Double
  /// Vertical distance between receiver and beacon, metres; also keeps the model finite beside a beacon.
  var rise: Double

  /// RSSI expected at a horizontal distance whose square is `squared`, dBm.
  func expected(squared: Double) -> Double {
    Self.measuredPower - 5 * exponent * log10(squared + rise * rise)
  }

  /// Expected RSSI's derivative along a coordinate, dB/m, where the beacon is `offset` metres behind on it.
  func slope(offset: Double, squared: Double) -> Double {
    -10 / M_LN10 * exponent * offset / (squared + rise * rise)
  }
}
