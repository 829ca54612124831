import Agent
import FixedPoint
import Foundation
import Ranging
import Testing

@testable import Contract

private func range(_ beacon: Int, _ proximity: Proximity) -> VirtualBeaconRange {
  VirtualBeaconRange(
    time: 500, beacon: beacon, proximity: proximity, distance: Metres(5, over: 4), rssi: Decibels(-61),
    position: Point(x: Metres(2), y: Metres(3)))
}

@Suite struct VirtualBeaconMessageTests {
  @Test func tellsTheBeaconAndWhatWasMeasured() {
    var encoder = encoder()
    let message = encoder.encode(.virtualBeacon(range(0, .near)), stamp: stamp)
    expectEvent(message, topic: "event/vbeacon")
    #expect(
      text(message) == """
        {"id":"\(ids[0])","sequence":1,"sessionId":"\(session)",\
        "time":"2026-01-05T08:00:00.500Z","timeEpoch":1767600000500,"clockSynced":true,\
        "vbId":"vb-0","name":"Welcome","mapId":"m-0","siteId":"s-1","orgId":"o-1",\
        "vbUUID":"ada499bb-3c2d-4d3f-9c1e-0a4f1a2b3c4d","vbMajor":1,"vbMinor":65535,"power":4,"powerMode":"custom",\
        "message":"Hello","url":"https://example.org/?a=1&b=2","position":{"x":3.000,"y":4.000},\
        "additionalInfo":{"proximity":"near","distance":1.250,"rssi":-61,\
        "timestamp":"2026-01-05T08:00:00.500Z","timeEpoch":1767600000500,"level":0,\
        "userPosition":{"x":2.000,"y":3.000}}}
        """)
  }

  @Test func whatTheDocumentDoesNotStateIsNull() {
    var encoder = encoder()
    let message = encoder.encode(.virtualBeacon(range(1, .unknown)), stamp: stamp)
    #expect(
      text(message) == """
        {"id":"\(ids[0])","sequence":1,"sessionId":"\(session)",\
        "time":"2026-01-05T08:00:00.500Z","timeEpoch":1767600000500,"clockSynced":true,\
        "vbId":"vb-1","name":null,"mapId":"m-1","siteId":null,"orgId":null,\
        "vbUUID":null,"vbMajor":null,"vbMinor":null,"power":-30,"powerMode":null,\
        "message":null,"url":null,"position":{"x":1.000,"y":2.000},\
        "additionalInfo":{"proximity":"unknown","distance":1.250,"rssi":-61,\
        "timestamp":"2026-01-05T08:00:00.500Z","timeEpoch":1767600000500,"level":null,\
        "userPosition":{"x":2.000,"y":3.000}}}
        """)
  }

  @Test(arguments: [(Proximity.immediate, "immediate"), (.far, "far")])
  func namesProximity(proximity: Proximity, name: String) throws {
    var encoder = encoder()
    let payload = try parsed(encoder.encode(.virtualBeacon(range(9, proximity)), stamp: stamp))
    let info = try #require(payload["additionalInfo"] as? [String: Any])
    #expect(info["proximity"] as? String == name)
    #expect(payload["vbId"] is NSNull)
    #expect(payload["position"] is NSNull)
  }
}
