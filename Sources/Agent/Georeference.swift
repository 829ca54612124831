import FixedPoint

/// How a map lies on Earth: a similarity (scale and rotation) that takes the image's top-left and bottom-right corners
/// to their stated latitudes and longitudes.
///
/// With the map as complex numbers x - iy (right, up) and the ground as E + iN, both from the top-left corner, a
/// similarity is one factor k: E + iN = k · (x - iy). The bottom-right corner gives it,
/// k = (dE + i·dN) / (w - i·h) = (dE + i·dN)(w + i·h) / (w² + h²). E is in degrees of latitude: a difference of
/// longitude times the cosine of the top-left corner's latitude. Integers only; over 1 km the error against the same
/// formula in real numbers is below 1 mm.
public struct Georeference: Sendable {
  private let origin: GeoPoint
  /// Real and imaginary part of k: 2^-32 billionths of a degree for each 2^-16 m.
  private let real: Int64
  private let imaginary: Int64
  /// Cosine of the origin's latitude, Q33.30.
  private let cosine: Int64

  /// Clockwise angle from north to the map's up.
  public let upFromNorth: BinaryAngle

  /// - Parameters:
  ///   - width, height: size of the map, each 1 cm…10 km.
  ///
  /// `nil` when no plausible map has these corners: nearer than about 10 km to a pole (latitude beyond ±89.9°), equal,
  /// or at a distance from each other that is less than half or more than twice the map's own.
  public init?(corners: GeoCorners, width: Metres, height: Metres) {
    let sides = Metres(1, over: 100)...Metres(10_000)
    guard sides.contains(width), sides.contains(height) else { return nil }
    let limit: Int64 = 89_900_000_000
    let latitudes = -limit...limit
    guard latitudes.contains(corners.topLeft.latitude), latitudes.contains(corners.bottomRight.latitude),
      isLongitude(corners.topLeft.longitude), isLongitude(corners.bottomRight.longitude)
    else { return nil }
    origin = corners.topLeft
    cosine = cosineQ30(billionthsOfDegree: origin.latitude)

    let north = corners.bottomRight.latitude - origin.latitude
    let longitude = wrapped(corners.bottomRight.longitude - origin.longitude)
    // A map of 10 km spans 0.13° on the ground; within these bounds no product below leaves 63 bits.
    guard north.magnitude <= 1 << 28, longitude.magnitude <= 1 << 32 else { return nil }
    let eastQ30 = longitude * cosine
    guard eastQ30.magnitude <= 1 << 58 else { return nil }
    // Four bits below a billionth of a degree keep the corners exact.
    let dE = eastQ30.shiftedRight(by: 26, .toNearestOrAwayFromZero)
    let dN = north << 4
    let w = Int64(width.raw)
    let h = Int64(height.raw)
    let square = UInt64(w * w + h * h)
    guard let real = quotient(dE * w - dN * h, square, bits: 28),
      let imaginary = quotient(dE * h + dN * w, square, bits: 28)
    else { return nil }
    self.real = real
    self.imaginary = imaginary

    let scale = UInt64(real * real) + UInt64(imaginary * imaginary)
    let least = UInt64(Self.earthScale / 2)
    let most = UInt64(Self.earthScale * 2)
    guard scale >= least * least, scale <= most * most else { return nil }
    // Up is x - iy = i, which lies at E = -imaginary, N = real.
    upFromNorth = bearing(east: -imaginary, north: real)
  }

  /// What |k| is on a sphere of Earth's mean radius (6,371,008.8 m, IUGG): a degree of latitude is 111,195 m, so a step
  /// of 2^-16 m is 0.13722 billionths of a degree, here times 2^32.
  static let earthScale: Int64 = 589_378_594

  /// The map's stated scale against Earth's in thousandths: 1,000 when the corners lie as far apart as they should.
  public var scalePerMille: Int {
    var root: Int64 = 0
    let square = real * real + imaginary * imaginary
    var bit: Int64 = 1 << 31
    while bit > 0 {
      let next = root | bit
      if next * next <= square { root = next }
      bit >>= 1
    }
    return Int(root * 1_000 / Self.earthScale)
  }

  /// Latitude and longitude of a place on the map. A longitude lies in ±180°; a latitude stays within ±90°.
  public func geoPoint(_ point: Point) -> GeoPoint {
    let x = Int64(point.x.raw)
    let y = Int64(point.y.raw)
    // |k| is at most 2^30.2 and a coordinate 2^31, so the sums have 62.2 bits.
    let east = real * x + imaginary * y
    let north = imaginary * x - real * y
    let latitude = origin.latitude + north.shiftedRight(by: 32, .toNearestOrAwayFromZero)
    // Q32 over Q30 leaves two fraction bits.
    let longitude =
      origin.longitude
      + east.dividedRounding(by: cosine, .toNearestOrAwayFromZero)
      .shiftedRight(by: 2, .toNearestOrAwayFromZero)
    return GeoPoint(latitude: min(max(latitude, -90_000_000_000), 90_000_000_000), longitude: wrapped(longitude))
  }
}

extension SiteMap {
  /// Clockwise angle from north to the map's up: from the corners when they are stated, else from `orientation`.
  public var upFromNorth: BinaryAngle { georeference?.upFromNorth ?? BinaryAngle(degrees: -orientation) }
}

private let fullTurn: Int64 = 360_000_000_000

private func isLongitude(_ value: Int64) -> Bool { value.magnitude <= UInt64(fullTurn) }

/// A longitude or a difference of two brought into ±180° (-180° excluded).
private func wrapped(_ longitude: Int64) -> Int64 {
  let within = longitude % fullTurn
  if within > fullTurn / 2 { return within - fullTurn }
  return within <= -fullTurn / 2 ? within + fullTurn : within
}

/// `numerator` · 2^`bits` / `denominator`, rounded to nearest, by long division: the product may exceed 64 bits.
///
/// - Parameter denominator: 1…2^62.
/// - Returns: `nil` when the result reaches 2^31, far beyond any plausible scale.
private func quotient(_ numerator: Int64, _ denominator: UInt64, bits: Int) -> Int64? {
  var (result, remainder) = numerator.magnitude.quotientAndRemainder(dividingBy: denominator)
  for _ in 0..<bits {
    guard result < 1 << 30 else { return nil }
    remainder <<= 1
    result <<= 1
    if remainder >= denominator {
      remainder -= denominator
      result += 1
    }
  }
  if remainder << 1 >= denominator { result += 1 }
  guard result < 1 << 31 else { return nil }
  return numerator < 0 ? -Int64(result) : Int64(result)
}

/// Cosine as Q30 of an angle within ±90°: Taylor's series to the power 14, whose first term left out is below 1e-9.
private func cosineQ30(billionthsOfDegree angle: Int64) -> Int64 {
  // π / 180e9 · 2^61; times 90e9 it is 2^61.7.
  let radians = (angle * 40_244_553).shiftedRight(by: 31, .toNearestOrAwayFromZero)
  let square = (radians * radians).shiftedRight(by: 30, .toNearestOrAwayFromZero)
  let one: Int64 = 1 << 30
  var sum = one
  // 1 - x²/(1·2) · (1 - x²/(3·4) · (… )) from the inside.
  for divisor: Int64 in [182, 132, 90, 56, 30, 12, 2] {
    sum = one - (square * sum).shiftedRight(by: 30, .toNearestOrAwayFromZero) / divisor
  }
  return sum
}

/// Clockwise angle from north to a direction, by CORDIC: turning the vector by ever smaller known angles until it
/// points north. Good to 1/65,536 of a turn.
private func bearing(east: Int64, north: Int64) -> BinaryAngle {
  var (x, y) = (north, east)
  var turn: Int64 = 0
  if x < 0 {
    (x, y) = (-x, -y)
    turn = 1 << 31
  }
  // atan(2^-i) in 2^-32 of a turn.
  let steps: [Int64] = [
    536_870_912, 316_933_406, 167_458_907, 85_004_756, 42_667_331, 21_354_465, 10_679_838, 5_340_245, 2_670_163,
    1_335_087, 667_544, 333_772, 166_886, 83_443, 41_722, 20_861, 10_430, 5_215, 2_608,
  ]
  for (shift, step) in steps.enumerated() {
    let (dx, dy) = (x >> Int64(shift), y >> Int64(shift))
    if y > 0 {
      (x, y) = (x + dy, y - dx)
      turn += step
    } else {
      (x, y) = (x - dy, y + dx)
      turn -= step
    }
  }
  return BinaryAngle(raw: UInt16(truncatingIfNeeded: turn.shiftedRight(by: 16, .toNearestOrAwayFromZero)))
}
