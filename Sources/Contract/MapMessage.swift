import Agent
import FixedPoint
import Wire

extension MessageEncoder {
  /// `map`: the current map (Mist.Map), with our `level`.
  ///
  /// `width` and `height` are the image's size in pixels, worked out from metres and `ppm`.
  mutating func writeMap(_ index: Int, _ time: Milliseconds, _ stamp: Stamp) {
    let map = map(index)
    writer.beginObject()
    writer.time(time, stamp)
    writer.text("id", map?.name.id)
    writer.text("name", map?.name.name)
    writer.text("siteId", map?.name.siteId)
    writer.text("orgId", map?.name.orgId)
    writer.whole("level", map?.level)
    writer.whole("width", map.flatMap { $0.pixels($0.width) })
    writer.whole("height", map.flatMap { $0.pixels($0.height) })
    writer.key("ppm")
    if let map, map.microPixelsPerMetre > 0 {
      writer.fixed(Int(clamping: map.microPixelsPerMetre), decimals: 6)
    } else {
      writer.null()
    }
    writer.metres("widthM", map?.width)
    writer.metres("heightM", map?.height)
    writer.whole("orientation", map?.orientation)
    writeCorner("latlngTl", map?.corners?.topLeft)
    writeCorner("latlngBr", map?.corners?.bottomRight)
    writer.endObject()
  }

  private mutating func writeCorner(_ name: String, _ place: GeoPoint?) {
    writer.key(name)
    guard let place else { return writer.null() }
    writer.beginObject()
    writer.degrees("lat", place.latitude)
    writer.degrees("lng", place.longitude)
    writer.endObject()
  }
}

extension SiteMap {
  /// A length of this map in whole pixels, rounded to nearest; `nil` when the scale isn't known or the number is beyond
  /// sense.
  fileprivate func pixels(_ length: Metres) -> Int? {
    guard microPixelsPerMetre > 0 else { return nil }
    let (microPixels, overflow) = Int64(length.raw).multipliedReportingOverflow(by: microPixelsPerMetre)
    guard !overflow else { return nil }
    return Int(microPixels.dividedRounding(by: 1_000_000 << Int64(Metres.fractionBits), .toNearestOrAwayFromZero))
  }
}
