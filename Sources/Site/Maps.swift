import Agent
import FixedPoint
import Host

extension SiteLoader {
  /// Reads one element of maps.json.
  func addMap(_ element: Element) {
    let errorsBefore = problems.errorCount
    let name = name(of: element)
    // A map at fault is known all the same, so that what stands on it is not reported as well.
    if let id = element.node.member("id")?.text, mapIndices[id] == nil { mapIndices[id] = .some(nil) }

    let size = mapSize(element)
    let level = element.whole("level", in: -100...1_000)
    let orientation = element.degrees("orientation") ?? 0
    let corners = corners(of: element)
    guard errorsBefore == problems.errorCount, let name, let size else { return }
    let map = SiteMap(
      name: name, width: size.width, height: size.height, microPixelsPerMetre: size.microPixelsPerMetre, level: level,
      orientation: orientation, corners: corners)
    judgeGeoreference(of: map, element)
    if let level, let other = site.maps.first(where: { $0.level == level }) {
      element.warning(
        "level", found: "\(level), as \(quoted(other.name.name ?? other.name.id)) has it",
        expected: "a level of its own: subscribers tell floors by it")
    }
    mapIndices[name.id] = site.maps.count
    site.maps.append(map)
  }

  private struct MapSize {
    var width: Metres
    var height: Metres
    var microPixelsPerMetre: Int64
  }

  /// The size in metres (`width_m`, `height_m`, else pixels over `ppm`) and the scale (`ppm`, else pixels over metres).
  ///
  /// `origin_x` and `origin_y` do not shift coordinates: positions of all documents count from the image's top-left
  /// corner.
  private func mapSize(_ element: Element) -> MapSize? {
    let errorsBefore = problems.errorCount
    let widthPixels = positive(element, "width", unit: "pixels", limit: pixelLimit)
    let heightPixels = positive(element, "height", unit: "pixels", limit: pixelLimit)
    let widthMetres = positive(element, "width_m", unit: "metres", limit: mapSideLimit)
    let heightMetres = positive(element, "height_m", unit: "metres", limit: mapSideLimit)
    let ppm: Int64
    if element.node.member("ppm") != nil {
      guard let stated = positive(element, "ppm", unit: "pixels per metre", limit: 100_000) else { return nil }
      ppm = stated
    } else if let pixels = widthPixels, let metres = widthMetres {
      // Both are in millionths; the factor of a million is split so that the product stays within 63 bits.
      ppm = min(pixels * 100_000 / (metres / 10), 100_000_000_000)
      guard ppm >= 1_000 else {
        element.error("width", found: "less than a pixel for each kilometre", expected: "the image's size in pixels")
        return nil
      }
    } else {
      guard errorsBefore == problems.errorCount else { return nil }
      element.error(
        "ppm", found: "nothing", expected: "pixels per metre, or both width (pixels) and width_m (metres)")
      return nil
    }
    guard let width = side(element, "width", pixels: widthPixels, metres: widthMetres, ppm: ppm),
      let height = side(element, "height", pixels: heightPixels, metres: heightMetres, ppm: ppm)
    else { return nil }
    return MapSize(width: width, height: height, microPixelsPerMetre: ppm)
  }

  /// A number above 0 in millionths; its smallest value is 0.001.
  private func positive(_ element: Element, _ field: String, unit: String, limit: Int64) -> Int64? {
    guard let value = element.node.member(field) else { return nil }
    guard let number = value.scaled(exponent: 6), number >= 1_000, number <= limit * 1_000_000 else {
      element.error(field, found: value.summary, expected: "\(unit), from 0.001 to \(limit)")
      return nil
    }
    return number
  }

  private func side(_ element: Element, _ field: String, pixels: Int64?, metres: Int64?, ppm: Int64) -> Metres? {
    let fromPixels = pixels.flatMap { metresRaw(micro: $0, per: ppm) }
    let fromMetres = metres.flatMap { metresRaw(micro: $0, per: 1_000_000) }
    guard let raw = fromMetres ?? fromPixels else {
      if element.node.member(field) == nil && element.node.member(field + "_m") == nil {
        element.error(field, found: "nothing", expected: "the image's size in pixels, or \(field)_m in metres")
      } else if pixels != nil {
        tooLarge(element, field)
      }
      return nil
    }
    guard raw >= 655, raw <= mapSideLimit << 16 else {
      tooLarge(element, field)
      return nil
    }
    // Rounded exports differ by a little; more is a map that was scaled in one place only.
    if let fromPixels, let fromMetres, abs(fromPixels - fromMetres) > max(fromMetres / 50, 6_554) {
      element.warning(
        field,
        found: "\(metresText(raw: fromPixels)) by \(field) and ppm, \(metresText(raw: fromMetres)) by \(field)_m",
        expected: "the same size by both (\(field)_m is used)")
    }
    return Metres(raw: Int32(clamping: raw))
  }

  private func tooLarge(_ element: Element, _ field: String) {
    element.error(
      field, found: "a side that comes to less than 0.01 m or more than \(mapSideLimit) m",
      expected: "width and height in pixels that fit ppm")
  }

  private func corners(of element: Element) -> GeoCorners? {
    let topLeft = element.object("latlng_tl")
    let bottomRight = element.object("latlng_br")
    guard let topLeft, let bottomRight else {
      if element.node.member("latlng_tl") != nil && element.node.member("latlng_br") == nil {
        element.warning("latlng_br", found: "nothing", expected: "both corners; latlng_tl alone is not used")
      } else if element.node.member("latlng_tl") == nil && element.node.member("latlng_br") != nil {
        element.warning("latlng_tl", found: "nothing", expected: "both corners; latlng_br alone is not used")
      }
      return nil
    }
    guard let first = geoPoint(topLeft), let second = geoPoint(bottomRight) else { return nil }
    return GeoCorners(topLeft: first, bottomRight: second)
  }

  private func geoPoint(_ element: Element) -> GeoPoint? {
    let latitude = element.decimal("lat", exponent: 9, in: -90...90, required: true)
    cornerKeys.check(element)
    let longitude = element.decimal("lng", exponent: 9, in: -180...180, required: true)
    guard let latitude, let longitude else { return nil }
    return GeoPoint(latitude: latitude, longitude: longitude)
  }

  /// Warns about corners that do not fit the map.
  private func judgeGeoreference(of map: SiteMap, _ element: Element) {
    guard map.corners != nil else { return }
    guard let georeference = map.georeference else {
      element.warning(
        "latlng_br", found: "corners that a map of \(metresText(map.width)) x \(metresText(map.height)) cannot have",
        expected: "the latitude and longitude of the image's corners (these are not used)")
      return
    }
    // Sphere against ellipsoid makes up to 0.7 %; beyond 5 % positions on Earth would be visibly off.
    let scale = georeference.scalePerMille
    if scale < 950 || scale > 1_050 {
      element.warning(
        "latlng_br", found: "corners \(scale / 10) % of the map's diagonal apart",
        expected: "corners that fit \(metresText(map.width)) x \(metresText(map.height))")
    }
    guard element.node.member("orientation") != nil else { return }
    let difference = (georeference.upFromNorth - BinaryAngle(degrees: -map.orientation)).tenthsOfDegree
    if difference > 50 && difference < 3_550 {
      element.warning(
        "orientation",
        found: "\(map.orientation)° where the corners give "
          + "\((3_600 - georeference.upFromNorth.tenthsOfDegree + 5) / 10 % 360)°",
        expected: "the same by both (the corners are used)")
    }
  }
}

/// `micro` (10⁻⁶ of a unit) over `per` (10⁻⁶ units per metre), in 2^-16 m, rounded to nearest.
///
/// `nil` when the result leaves the range of a coordinate. `micro` is within ±10^13, as the readers check.
func metresRaw(micro: Int64, per: Int64) -> Int64? {
  let (scaled, overflow) = micro.multipliedReportingOverflow(by: 65_536)
  guard !overflow, per > 0 else { return nil }
  let raw = scaled.dividedRounding(by: per, .toNearestOrAwayFromZero)
  return raw.magnitude <= UInt64(coordinateLimit << 16) ? raw : nil
}

/// A length with two decimals, "12.30 m".
func metresText(_ value: Metres) -> String { metresText(raw: Int64(value.raw)) }

func metresText(raw: Int64) -> String {
  let hundredths = (raw * 100).shiftedRight(by: 16, .toNearestOrAwayFromZero)
  let fraction = hundredths.magnitude % 100
  return (hundredths < 0 ? "-" : "") + "\(hundredths.magnitude / 100)." + (fraction < 10 ? "0" : "") + "\(fraction) m"
}
