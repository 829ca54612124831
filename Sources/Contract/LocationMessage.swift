import Agent
import FixedPoint
import Wire

extension MessageEncoder {
  /// `location`: the blue dot (Mist.Point, with the map by its id).
  ///
  /// `heading` is clockwise from north when the map is georeferenced, else from the map's up; `accuracy` is the radius
  /// that holds the true position 68 % of the time; `latency` is the age of the newest evidence.
  mutating func write(_ location: Location, _ stamp: Stamp) {
    let map = map(location.map)
    writer.beginObject()
    writer.time(location.time, stamp)
    writer.text("mapId", map?.name.id)
    writer.text("mapName", map?.name.name)
    writer.whole("floor", map?.level)
    writer.metres("x", location.position.x)
    writer.metres("y", location.position.y)
    writer.degrees("lat", location.geo?.latitude)
    writer.degrees("lon", location.geo?.longitude)
    writer.metres("accuracy", location.accuracy)
    writer.key("heading")
    if let heading = location.heading {
      writer.fixed(heading.tenthsOfDegree, decimals: 1)
    } else {
      writer.null()
    }
    writer.metres("speed", location.speed)
    writer.key("hasMotion")
    writer.value(location.hasMotion)
    writer.whole("latency", Int(clamping: location.latency))
    writer.text("source", location.source.text)
    writer.endObject()
  }
}

extension LocationSource {
  var text: String {
    switch self {
    case .beacons: "beacons"
    case .deadReckoning: "deadReckoning"
    }
  }
}
