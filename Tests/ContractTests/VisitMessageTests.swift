import Agent
import FixedPoint
import Foundation
import Testing

@testable import Contract

private let place = Point(x: Metres(1), y: Metres(2))

@Suite struct ZoneMessageTests {
  @Test func enterAndExitTellTheStay() {
    var encoder = encoder()
    let enter = encoder.encode(.zoneEnter(ZoneVisit(time: 1_000, since: 1_000, zone: 0, position: place)), stamp: stamp)
    expectEvent(enter, topic: "event/zone/enter")
    #expect(
      text(enter) == """
        {"id":"\(ids[0])","sequence":1,"sessionId":"\(session)","trigger":"enter",\
        "zoneId":"z-0","name":"Ward 7\\n","mapId":"m-0","siteId":"s-2","orgId":"o-2","level":0,\
        "zonePosition":{"x":1.000,"y":2.000},\
        "time":"2026-01-05T08:00:01.000Z","timeEpoch":1767600001000,"clockSynced":true,\
        "sinceTime":"2026-01-05T08:00:01.000Z","sinceTimeEpoch":1767600001000,"duration":null}
        """)
    let exit = encoder.encode(.zoneExit(ZoneVisit(time: 61_500, since: 1_000, zone: 0, position: place)), stamp: stamp)
    expectEvent(exit, topic: "event/zone/exit")
    #expect(
      text(exit) == """
        {"id":"\(ids[1])","sequence":2,"sessionId":"\(session)","trigger":"exit",\
        "zoneId":"z-0","name":"Ward 7\\n","mapId":"m-0","siteId":"s-2","orgId":"o-2","level":0,\
        "zonePosition":{"x":1.000,"y":2.000},\
        "time":"2026-01-05T08:01:01.500Z","timeEpoch":1767600061500,"clockSynced":true,\
        "sinceTime":"2026-01-05T08:00:01.000Z","sinceTimeEpoch":1767600001000,"duration":60500}
        """)
  }

  @Test func aZoneWithoutASiteBelongsToItsMapsSite() throws {
    var site = demoSite()
    site.zoneNames[0] = Name(id: "z-0")
    var encoder = MessageEncoder(site: site, sessionSeed: seed)
    let visit = ZoneVisit(time: 0, since: 0, zone: 0, position: place)
    let payload = try parsed(encoder.encode(.zoneEnter(visit), stamp: stamp))
    #expect(payload["siteId"] as? String == "s-1")
    #expect(payload["orgId"] as? String == "o-1")
    #expect(payload["name"] is NSNull)
  }

  @Test(arguments: [-1, 2])
  func anUnknownZoneLeavesNulls(zone: Int) throws {
    var encoder = encoder()
    let visit = ZoneVisit(time: .max, since: .min, zone: zone, position: place)
    let payload = try parsed(encoder.encode(.zoneExit(visit), stamp: stamp))
    #expect(payload["zoneId"] is NSNull)
    #expect(payload["mapId"] is NSNull)
    #expect(payload["duration"] as? Int == Int.max)
  }
}

@Suite struct FloorMessageTests {
  @Test func enterAndExitTellTheStay() {
    var encoder = encoder()
    let enter = encoder.encode(.floorEnter(FloorVisit(time: 0, since: 0, map: 0)), stamp: stamp)
    expectEvent(enter, topic: "event/floor/enter")
    #expect(
      text(enter) == """
        {"id":"\(ids[0])","sequence":1,"sessionId":"\(session)","trigger":"enter",\
        "mapId":"m-0","mapName":"Ground \\"A\\"","siteId":"s-1","orgId":"o-1","level":0,\
        "time":"2026-01-05T08:00:00.000Z","timeEpoch":1767600000000,"clockSynced":true,\
        "sinceTime":"2026-01-05T08:00:00.000Z","sinceTimeEpoch":1767600000000,"duration":null}
        """)
    let exit = encoder.encode(.floorExit(FloorVisit(time: 7, since: 0, map: 1)), stamp: stamp)
    expectEvent(exit, topic: "event/floor/exit")
    #expect(
      text(exit) == """
        {"id":"\(ids[1])","sequence":2,"sessionId":"\(session)","trigger":"exit",\
        "mapId":"m-1","mapName":null,"siteId":null,"orgId":null,"level":null,\
        "time":"2026-01-05T08:00:00.007Z","timeEpoch":1767600000007,"clockSynced":true,\
        "sinceTime":"2026-01-05T08:00:00.000Z","sinceTimeEpoch":1767600000000,"duration":7}
        """)
  }
}
