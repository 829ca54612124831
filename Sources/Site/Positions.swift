import Agent
import FixedPoint
import Host

extension Element {
  /// The place of this element on its map: `x_m`, `y_m` in metres when both are stated, else `x`, `y` in pixels.
  func position(on map: SiteMap) -> Point? {
    let hasMetres = node.member("x_m") != nil && node.member("y_m") != nil
    guard hasMetres else { return pixelPosition(on: map) }
    guard let point = metrePosition("x_m", "y_m") else { return nil }
    if node.member("x") != nil && node.member("y") != nil, let pixels = pixelPosition(on: map) {
      // Half a metre is beyond any rounding: one of the two was left behind when the other was edited.
      let limit = Metres(1, over: 2)
      if (point.x - pixels.x).magnitude > limit || (point.y - pixels.y).magnitude > limit {
        warning(
          "x_m", found: "\(text(point)) by x_m and y_m, \(text(pixels)) by x, y and ppm",
          expected: "the same place by both (x_m and y_m are used)")
      }
    }
    return point
  }

  /// A place in pixels, `x` and `y`.
  func pixelPosition(on map: SiteMap) -> Point? {
    let x = coordinate("x", limit: pixelLimit, per: map.microPixelsPerMetre)
    let y = coordinate("y", limit: pixelLimit, per: map.microPixelsPerMetre)
    guard let x, let y else { return nil }
    return Point(x: x, y: y)
  }

  /// A place in metres.
  func metrePosition(_ xField: String, _ yField: String) -> Point? {
    let x = coordinate(xField, limit: coordinateLimit, per: 1_000_000)
    let y = coordinate(yField, limit: coordinateLimit, per: 1_000_000)
    guard let x, let y else { return nil }
    return Point(x: x, y: y)
  }

  private func coordinate(_ field: String, limit: Int64, per: Int64) -> Metres? {
    guard let micro = decimal(field, exponent: 6, in: -limit...limit, required: true) else { return nil }
    guard let raw = metresRaw(micro: micro, per: per) else {
      error(field, found: node.member(field)?.summary ?? "nothing", expected: "a place within \(coordinateLimit) m")
      return nil
    }
    return Metres(raw: Int32(clamping: raw))
  }

  /// Warns when a place lies outside the map.
  func judge(_ point: Point, on map: SiteMap, field: String) -> Bool {
    let tolerance = Metres(raw: edgeTolerance)
    let isInside =
      point.x >= -tolerance && point.y >= -tolerance && point.x <= map.width + tolerance
      && point.y <= map.height + tolerance
    if !isInside {
      warning(
        field, found: "a place outside the map, \(text(point))",
        expected: "within \(metresText(map.width)) x \(metresText(map.height))")
    }
    return isInside
  }

  private func text(_ point: Point) -> String { "(\(metresText(point.x)), \(metresText(point.y)))" }
}
