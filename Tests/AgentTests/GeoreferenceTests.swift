import Agent
import FixedPoint
import Foundation
import Testing

@Suite struct GeoreferenceTests {
  /// Metres of a degree of latitude on the sphere that the tests build corners on.
  private let degree = 6_371_008.8 * Double.pi / 180

  /// Corners of a map of `width` × `height` metres whose up points `up` degrees clockwise from north.
  private func corners(_ latitude: Double, _ longitude: Double, _ width: Double, _ height: Double, up: Double)
    -> GeoCorners
  {
    let (east, north) = ground(width, height, up: up)
    return GeoCorners(
      topLeft: GeoPoint(latitude: nano(latitude), longitude: nano(longitude)),
      bottomRight: GeoPoint(
        latitude: nano(latitude + north / degree),
        longitude: nano(longitude + east / degree / cos(latitude * .pi / 180))))
  }

  /// East and north in metres of a place on the map.
  private func ground(_ x: Double, _ y: Double, up: Double) -> (Double, Double) {
    let angle = up * .pi / 180
    return (x * cos(angle) - y * sin(angle), -x * sin(angle) - y * cos(angle))
  }

  private func nano(_ degrees: Double) -> Int64 { Int64((degrees * 1e9).rounded()) }

  private func point(_ x: Int, _ y: Int) -> Point { Point(x: Metres(x), y: Metres(y)) }

  @Test func roundNumbersAtTheEquator() throws {
    // 111.195 m of map for 0.001°, so a metre is 8,993 billionths.
    let corners = GeoCorners(
      topLeft: GeoPoint(latitude: 1_000_000, longitude: 0), bottomRight: GeoPoint(latitude: 0, longitude: 1_000_000))
    let map = try #require(Georeference(corners: corners, width: Metres(111), height: Metres(111)))
    #expect(map.geoPoint(point(0, 0)) == corners.topLeft)
    #expect(map.geoPoint(point(111, 111)) == corners.bottomRight)
    #expect(map.geoPoint(point(111, 0)) == GeoPoint(latitude: 1_000_000, longitude: 1_000_000))
    #expect(map.geoPoint(point(37, 74)) == GeoPoint(latitude: 333_333, longitude: 333_333))
    #expect(map.upFromNorth == BinaryAngle(degrees: 0))
    #expect(map.scalePerMille == 1_001)
  }

  @Test func quarterTurns() throws {
    // Up is east: the map's right is south, so the bottom-right corner lies south-west of the top-left one.
    for (up, lat, lng) in [(90, -2_000_000, -1_000_000), (180, 1_000_000, -2_000_000), (270, 2_000_000, 1_000_000)] {
      let corners = GeoCorners(
        topLeft: GeoPoint(latitude: 0, longitude: 0),
        bottomRight: GeoPoint(latitude: Int64(lat), longitude: Int64(lng)))
      let map = try #require(Georeference(corners: corners, width: Metres(222), height: Metres(111)))
      #expect(map.upFromNorth == BinaryAngle(degrees: up))
      #expect(map.geoPoint(point(222, 111)) == corners.bottomRight)
    }
  }

  @Test(arguments: [0.0, 30, 59.7, 83, -45], [0.0, 10, 123.4, 271])
  func agreesWithRealNumbersOverAKilometre(latitude: Double, up: Double) throws {
    let corners = corners(latitude, 179.999, 1_000, 600, up: up)
    let map = try #require(Georeference(corners: corners, width: Metres(1_000), height: Metres(600)))
    #expect(map.geoPoint(point(0, 0)) == corners.topLeft)
    let end = map.geoPoint(point(1_000, 600))
    #expect(end.latitude == corners.bottomRight.latitude)
    #expect(wrapped(end.longitude - corners.bottomRight.longitude) == 0)
    let turn = (Double(map.upFromNorth.raw) / 65_536 * 360 - up + 540).truncatingRemainder(dividingBy: 360) - 180
    #expect(abs(turn) < 0.01)
    for x in stride(from: 0, through: 1_000, by: 125) {
      for y in stride(from: 0, through: 600, by: 120) {
        let (east, north) = ground(Double(x), Double(y), up: up)
        let geo = map.geoPoint(point(x, y))
        let northError = Double(geo.latitude - nano(latitude + north / degree)) / 1e9 * degree
        let eastDegrees = 179.999 + east / degree / cos(latitude * .pi / 180)
        let eastError = Double(wrapped(geo.longitude - nano(eastDegrees))) / 1e9 * degree * cos(latitude * .pi / 180)
        #expect(hypot(northError, eastError) < 0.001, "\(x), \(y)")
        #expect(geo.longitude.magnitude <= 180_000_000_000)
      }
    }
  }

  @Test func implausibleCornersAreRefused() {
    let here = GeoPoint(latitude: 50_000_000_000, longitude: 10_000_000_000)
    let far = GeoPoint(latitude: 49_000_000_000, longitude: 10_000_000_000)
    let near = GeoPoint(latitude: 49_999_990_000, longitude: 10_000_010_000)
    let extreme = GeoPoint(latitude: .min, longitude: .max)
    let pole = GeoPoint(latitude: 89_950_000_000, longitude: 0)
    for other in [here, far, near, extreme, pole] {
      let corners = GeoCorners(topLeft: here, bottomRight: other)
      #expect(Georeference(corners: corners, width: Metres(20), height: Metres(20)) == nil)
      let swapped = GeoCorners(topLeft: other, bottomRight: here)
      #expect(Georeference(corners: swapped, width: Metres(20), height: Metres(20)) == nil)
    }
    let good = corners(50, 10, 20, 20, up: 0)
    #expect(Georeference(corners: good, width: Metres(20), height: Metres(20)) != nil)
    #expect(Georeference(corners: good, width: .zero, height: Metres(20)) == nil)
    #expect(Georeference(corners: good, width: Metres(20), height: .min) == nil)
  }

  @Test func extremePlacesDoNotTrap() throws {
    let corners = corners(89, 179.9, 9_999, 9_999, up: 200)
    let map = try #require(Georeference(corners: corners, width: Metres(9_999), height: Metres(9_999)))
    for x in [Metres.min, .zero, .max] {
      for y in [Metres.min, .zero, .max] {
        let geo = map.geoPoint(Point(x: x, y: y))
        #expect(geo.latitude.magnitude <= 90_000_000_000 && geo.longitude.magnitude <= 180_000_000_000)
      }
    }
  }

  private func wrapped(_ difference: Int64) -> Int64 {
    difference > 180_000_000_000
      ? difference - 360_000_000_000 : difference < -180_000_000_000 ? difference + 360_000_000_000 : difference
  }
}
