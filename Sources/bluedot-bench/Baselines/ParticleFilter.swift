import FixedPoint
import Foundation

/// Particle filter (sampling, importance, resampling) on the log-distance model.
///
/// A particle is a place and, if asked, the receiver's offset and the path-loss exponent. Particles walk at random
/// within the beacons' bounding box plus a margin; each tick's mean RSSI of a beacon weighs them by Student's t.
/// Systematic resampling when fewer than half are effective, with a jitter (regularised).
/// Source: M. S. Arulampalam et al., A Tutorial on Particle Filters, IEEE Trans. Signal Processing 50(2), 2002.
struct ParticleFilter {
  struct Settings: Sendable {
    var particles = 1_000.0
    /// Mean of the path-loss exponent, and its standard deviation over the particles.
    var exponent = 2.0
    var exponentDeviation = 0.0
    /// Height difference to the beacons, metres.
    var rise = 1.0
    /// Scale of one tick's RSSI residual, dB.
    var deviation = 8.0
    /// Share of a tick's evidence that counts: fading lasts over several ticks.
    var evidence = 0.35
    /// Standard deviation of the walk along each axis, m/√s.
    var speed = 0.7
    /// Standard deviation of the receiver's offset, dB; 0 for none.
    var offsetDeviation = 0.0
    /// How far outside the beacons' bounding box the receiver may be, metres.
    var margin = 0.0
  }

  static let axes: [Axis<Settings>] = [
    Axis(name: "exponent", path: \.exponent, values: [1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 3, 3.5, 4]),
    Axis(name: "exponentDeviation", path: \.exponentDeviation, values: [0, 0.2, 0.4, 0.6]),
    Axis(name: "rise", path: \.rise, values: [0.1, 0.3, 0.5, 1, 1.5, 2, 2.5, 3, 4]),
    Axis(name: "deviation", path: \.deviation, values: [4, 5, 6, 7, 8, 10, 12]),
    Axis(name: "evidence", path: \.evidence, values: [0.1, 0.2, 0.35, 0.5, 0.7, 1, 1.4, 2]),
    Axis(name: "speed", path: \.speed, values: [0.2, 0.35, 0.5, 0.6, 0.7, 0.85, 1, 1.4]),
    Axis(name: "margin", path: \.margin, values: [0, 0.5, 1, 2, 3]),
  ]

  static let offsetAxes: [Axis<Settings>] =
    axes + [
      Axis(name: "offsetDeviation", path: \.offsetDeviation, values: [2, 4, 6, 8, 10, 15, 20, 30])
    ]

  private struct Particle {
    var x, y, offset, exponent: Double
    var logWeight = 0.0
  }

  /// Degrees of freedom of Student's t: heavier tails than the normal distribution's, against reflections.
  private static let freedom = 5.0
  private static let exponentRange = 1.0...4.5

  private let surroundings: Surroundings
  private let settings: Settings
  private var means: TickMeans
  private var particles: [Particle] = []
  private var time: Milliseconds?
  // Seeds 1…6 move the mean over the sets by 0.03 m, from 1.97 to 2.00 m with the offset.
  private var random = RandomSource(seed: 1)

  init(surroundings: Surroundings, settings: Settings) {
    self.surroundings = surroundings
    self.settings = settings
    means = TickMeans(beaconCount: surroundings.beacons.count)
  }

  mutating func hear(beacon: Int, rssi: Int8, at time: Milliseconds) {
    means.add(beacon: beacon, rssi: rssi)
  }

  mutating func position(at now: Milliseconds) -> Fix? {
    let levels = means.take()
    if let time {
      walk(seconds: Double(now - time) / 1000)
    } else {
      guard !levels.isEmpty else { return nil }
      scatter()
    }
    time = now
    for level in levels { weigh(level) }
    let weights = normalisedWeights()
    let fix = fix(weights)
    let effective = 1 / weights.reduce(0) { $0 + $1 * $1 }
    if effective < Double(particles.count) / 2 { resample(weights) }
    return fix
  }

  /// Spreads the particles over the whole area.
  private mutating func scatter() {
    let width = surroundings.maxX - surroundings.minX + 2 * settings.margin
    let depth = surroundings.maxY - surroundings.minY + 2 * settings.margin
    particles = []
    for _ in 0..<Int(settings.particles) {
      let exponent = settings.exponent + settings.exponentDeviation * random.normal()
      particles.append(
        Particle(
          x: surroundings.minX - settings.margin + width * random.uniform(),
          y: surroundings.minY - settings.margin + depth * random.uniform(),
          offset: settings.offsetDeviation * random.normal(),
          exponent: min(max(exponent, Self.exponentRange.lowerBound), Self.exponentRange.upperBound)))
    }
  }

  private mutating func walk(seconds: Double) {
    let step = settings.speed * seconds.squareRoot()
    for index in particles.indices {
      let place = surroundings.clamped(
        particles[index].x + step * random.normal(), particles[index].y + step * random.normal(),
        margin: settings.margin)
      (particles[index].x, particles[index].y) = place
    }
  }

  private mutating func weigh(_ level: (beacon: Int, rssi: Double)) {
    let beacon = surroundings.beacons[level.beacon]
    for index in particles.indices {
      let particle = particles[index]
      let (dx, dy) = (particle.x - beacon.x, particle.y - beacon.y)
      let model = LogDistance(exponent: particle.exponent, rise: settings.rise)
      let residual = level.rssi - particle.offset - model.expected(squared: dx * dx + dy * dy)
      let scaled = residual / settings.deviation
      particles[index].logWeight -=
        settings.evidence * (Self.freedom + 1) / 2 * log(1 + scaled * scaled / Self.freedom)
    }
  }

  /// Weights with the sum 1.
  private func normalisedWeights() -> [Double] {
    let greatest = particles.map(\.logWeight).max() ?? 0
    let weights = particles.map { exp($0.logWeight - greatest) }
    let total = weights.reduce(0, +)
    return weights.map { $0 / total }
  }

  private func fix(_ weights: [Double]) -> Fix {
    var (x, y) = (0.0, 0.0)
    for (particle, weight) in zip(particles, weights) {
      x += weight * particle.x
      y += weight * particle.y
    }
    // The least radius around the mean that holds 68 % of the weight.
    let distances = zip(particles, weights).map { particle, weight in
      (squared: (particle.x - x) * (particle.x - x) + (particle.y - y) * (particle.y - y), weight: weight)
    }
    var held = 0.0
    var accuracy = 0.0
    for distance in distances.sorted(by: { $0.squared < $1.squared }) {
      held += distance.weight
      accuracy = distance.squared.squareRoot()
      if held >= 0.68 { break }
    }
    return Fix(x: x, y: y, accuracy: accuracy)
  }

  private mutating func resample(_ weights: [Double]) {
    let step = 1 / Double(particles.count)
    var mark = random.uniform() * step
    var (sum, index) = (weights[0], 0)
    var survivors: [Particle] = []
    survivors.reserveCapacity(particles.count)
    for _ in particles.indices {
      while sum < mark, index + 1 < particles.count {
        index += 1
        sum += weights[index]
      }
      var copy = particles[index]
      copy.logWeight = 0
      // Copies need to differ in what does not walk, or a learnt offset would freeze at a few values.
      copy.offset += settings.offsetDeviation * 0.02 * random.normal()
      let exponent = copy.exponent + settings.exponentDeviation * 0.02 * random.normal()
      copy.exponent = min(max(exponent, Self.exponentRange.lowerBound), Self.exponentRange.upperBound)
      survivors.append(copy)
      mark += step
    }
    particles = survivors
  }
}

/// The filter for receivers that fit the assumed power.
struct PlainParticleFilter: Baseline {
  static let name = "particle filter"
  static let tuned = ParticleFilter.Settings(
    exponent: 1.75, exponentDeviation: 0.6, rise: 0.3, deviation: 8, evidence: 1, speed: 1)
  static let axes = ParticleFilter.axes
  private var filter: ParticleFilter

  init(surroundings: Surroundings, settings: ParticleFilter.Settings) {
    filter = ParticleFilter(surroundings: surroundings, settings: settings)
  }
  mutating func hear(beacon: Int, rssi: Int8, at time: Milliseconds) {
    filter.hear(beacon: beacon, rssi: rssi, at: time)
  }
  mutating func position(at time: Milliseconds) -> Fix? { filter.position(at: time) }
}

/// The filter that learns the receiver's offset as well.
struct OffsetParticleFilter: Baseline {
  static let name = "particle filter with offset"
  static let tuned = ParticleFilter.Settings(
    exponent: 1.75, exponentDeviation: 0.4, rise: 0.5, deviation: 8, evidence: 2, speed: 0.7, offsetDeviation: 20)
  static let axes = ParticleFilter.offsetAxes
  private var filter: ParticleFilter

  init(surroundings: Surroundings, settings: ParticleFilter.Settings) {
    filter = ParticleFilter(surroundings: surroundings, settings: settings)
  }
  mutating func hear(beacon: Int, rssi: Int8, at time: Milliseconds) {
    filter.hear(beacon: beacon, rssi: rssi, at: time)
  }
  mutating func position(at time: Milliseconds) -> Fix? { filter.position(at: time) }
}
