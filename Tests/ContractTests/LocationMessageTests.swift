import Agent
import FixedPoint
import Foundation
import Testing

@testable import Contract

private func location(map: Int = 0, geo: GeoPoint? = nil, heading: BinaryAngle? = nil) -> Location {
  Location(
    time: 1_250, map: map, position: Point(x: Metres(25, over: 2), y: Metres(-1, over: 8)), geo: geo,
    accuracy: Metres(3, over: 2), heading: heading, speed: MetresPerSecond(5, over: 4), hasMotion: true, latency: 120,
    source: .beacons)
}

@Suite struct LocationMessageTests {
  @Test func tellsAllThatIsKnown() {
    var encoder = encoder()
    let event = location(
      geo: GeoPoint(latitude: 48_137_154_001, longitude: -5_000_000), heading: BinaryAngle(degrees: 271))
    let message = encoder.encode(.location(event), stamp: stamp)
    #expect(message?.topic == "location")
    #expect(message?.retain == true)
    #expect(message?.qos == 0)
    #expect(
      text(message) == """
        {"time":"2026-01-05T08:00:01.250Z","timeEpoch":1767600001250,"clockSynced":true,\
        "mapId":"m-0","mapName":"Ground \\"A\\"","floor":0,"x":12.500,"y":-0.125,\
        "lat":48.137154001,"lon":-0.005000000,"accuracy":1.500,"heading":271.0,"speed":1.250,"hasMotion":true,\
        "latency":120,"source":"beacons"}
        """)
  }

  @Test func whatIsNotKnownIsNull() {
    var encoder = encoder()
    var event = location(map: 1)
    event.source = .deadReckoning
    event.hasMotion = false
    let message = encoder.encode(.location(event), stamp: Stamp(wallOffset: 0, clockSynced: false))
    #expect(
      text(message) == """
        {"time":"1970-01-01T00:00:01.250Z","timeEpoch":1250,"clockSynced":false,\
        "mapId":"m-1","mapName":null,"floor":null,"x":12.500,"y":-0.125,\
        "lat":null,"lon":null,"accuracy":1.500,"heading":null,"speed":1.250,"hasMotion":false,\
        "latency":120,"source":"deadReckoning"}
        """)
  }

  @Test(arguments: [-1, 2, Int.max, Int.min])
  func anUnknownMapLeavesNulls(map: Int) throws {
    var encoder = encoder()
    let message = try parsed(encoder.encode(.location(location(map: map)), stamp: stamp))
    #expect(message["mapId"] is NSNull)
    #expect(message["floor"] is NSNull)
    #expect(message["x"] as? Double == 12.5)
  }

  @Test func timesBeyondAllBoundsDoNotTrap() throws {
    var encoder = encoder()
    var event = location()
    event.time = .max
    event.latency = .min
    let message = encoder.encode(.location(event), stamp: Stamp(wallOffset: .max, clockSynced: true))
    let payload = try parsed(message)
    #expect(payload["time"] as? String == "9999-12-31T23:59:59.999Z")
    #expect(payload["timeEpoch"] as? Int == Int.max)
    #expect(payload["latency"] as? Int == Int.min)
  }
}
