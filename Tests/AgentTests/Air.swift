import Advertisement
import FixedPoint
import Ranging

@testable import Agent

/// What a receiver hears of a site's beacons at a place.
struct Air {
  /// How much weaker the beacons of another floor are, dB.
  var ceilingLoss = 25
  /// Time from one advertisement of a beacon to the next, ms.
  var advertisingInterval: Milliseconds = 500
  private var random: UInt64

  init(seed: UInt64) { random = seed }

  /// The beacon's advertisement of this moment, if it sends one and it arrives. Every beacon has its own phase in the
  /// advertising interval.
  mutating func sighting(
    of index: Int, in site: Site, from place: Point, floor: Int, at time: Milliseconds
  ) -> Sighting? {
    guard (time + Milliseconds(index) * 350) % advertisingInterval == 0 else { return nil }
    let beam = site.beams[index]
    let flat = beam.position.squaredDistance(to: place)
    let distance = Metres(raw: Int32(clamping: (flat + (1 << 32)).squareRootRounded))
    let level = PathLoss(measuredPower: Decibels(-59)).expectedRSSI(at: distance).whole()
    let rssi = level - (Int(beam.map) == floor ? 0 : ceilingLoss) + fading()
    // Receivers hear nothing below.
    guard rssi >= -99 else { return nil }
    return Sighting(identity: site.identities[index], rssi: Int8(clamping: rssi), measuredPower: -59)
  }

  /// A place on the straight way from one to another.
  static func place(from: Point, to: Point, part: Milliseconds, of duration: Milliseconds) -> Point {
    Point(
      x: from.x + Metres(raw: Int32(Int64(to.x.raw - from.x.raw) * part / duration)),
      y: from.y + Metres(raw: Int32(Int64(to.y.raw - from.y.raw) * part / duration)))
  }

  /// Three steps of a seeded generator: -4…4 dB and seldom more.
  private mutating func fading() -> Int {
    (0..<3).reduce(0) { sum, _ in
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return sum + Int(random >> 33) % 5 - 2
    }
  }
}
