import Advertisement
import Agent
import FixedPoint
import Foundation
import Regions
import Testing

@testable import Contract

private let regions = [
  Region(uuidHigh: 0xF782_6DA6_4FA2_4E98, uuidLow: 0x8024_BC5B_71E0_893E),
  Region(uuidHigh: 0xF782_6DA6_4FA2_4E98, uuidLow: 0x8024_BC5B_71E0_893E, major: 0),
  Region(uuidHigh: 0xF782_6DA6_4FA2_4E98, uuidLow: 0x8024_BC5B_71E0_893E, major: 258, minor: 0),
  Region(namespaceHigh: 0x0102_0304_0506_0708, namespaceLow: 0x0900),
  Region(namespaceHigh: 0x0102_0304_0506_0708, namespaceLow: 0x0900, instance: 0x0102_0304_0506),
  Region(organisationHigh: 0x9777_C130_CFB7_4B36, organisationLow: 0xAEA8_0E2D_3C8E_1C00),
]

private let beacon = BeaconIdentity(
  iBeaconUUIDHigh: 0xF782_6DA6_4FA2_4E98, uuidLow: 0x8024_BC5B_71E0_893E, major: 258, minor: 772)

private func regionEncoder() -> MessageEncoder {
  MessageEncoder(
    site: demoSite(), sessionSeed: seed, regions: regions,
    regionNames: ["Lobby \"A\"", "Level 0", "Desk", "Tags", "Tag 1", "Organisation"])
}

@Suite struct RegionMessageTests {
  @Test func enterAndExitTellTheStay() {
    var encoder = regionEncoder()
    let visit = RegionVisit(time: 1_000, since: 1_000, region: 0, beacon: beacon, rssi: -71)
    let enter = encoder.encode(.regionEnter(visit), stamp: stamp)
    expectEvent(enter, topic: "event/region/enter")
    #expect(
      text(enter) == """
        {"id":"\(ids[0])","sequence":1,"sessionId":"\(session)","trigger":"enter",\
        "identifier":"Lobby \\"A\\"","uuid":"f7826da6-4fa2-4e98-8024-bc5b71e0893e","major":null,"minor":null,\
        "state":"inside",\
        "beacon":{"uuid":"f7826da6-4fa2-4e98-8024-bc5b71e0893e","major":258,"minor":772,"rssi":-71},\
        "time":"2026-01-05T08:00:01.000Z","timeEpoch":1767600001000,"clockSynced":true,\
        "sinceTime":"2026-01-05T08:00:01.000Z","sinceTimeEpoch":1767600001000,"duration":null}
        """)
    let exit = encoder.encode(.regionExit(RegionVisit(time: 61_500, since: 1_000, region: 0)), stamp: stamp)
    expectEvent(exit, topic: "event/region/exit")
    #expect(
      text(exit) == """
        {"id":"\(ids[1])","sequence":2,"sessionId":"\(session)","trigger":"exit",\
        "identifier":"Lobby \\"A\\"","uuid":"f7826da6-4fa2-4e98-8024-bc5b71e0893e","major":null,"minor":null,\
        "state":"outside","beacon":null,\
        "time":"2026-01-05T08:01:01.500Z","timeEpoch":1767600061500,"clockSynced":true,\
        "sinceTime":"2026-01-05T08:00:01.000Z","sinceTimeEpoch":1767600001000,"duration":60500}
        """)
  }

  /// A major or minor of 0 is a value, none is null; each kind has its own properties.
  @Test func whatARegionIsMadeOf() {
    let uuid = #""uuid":"f7826da6-4fa2-4e98-8024-bc5b71e0893e""#
    let expected = [
      uuid + #","major":null,"minor":null"#, uuid + #","major":0,"minor":null"#, uuid + #","major":258,"minor":0"#,
      #""namespace":"01020304050607080900","instance":null"#,
      #""namespace":"01020304050607080900","instance":"010203040506""#,
      #""orgId":"9777c130-cfb7-4b36-aea8-0e2d3c8e1c00""#, uuid.prefix(0) + #""uuid":null,"major":null,"minor":null"#,
    ]
    let names = ["\"Lobby \\\"A\\\"\"", "\"Level 0\"", "\"Desk\"", "\"Tags\"", "\"Tag 1\"", "\"Organisation\"", "null"]
    for index in expected.indices {
      var encoder = regionEncoder()
      let payload = text(
        encoder.encode(.regionExit(RegionVisit(time: 0, since: 0, region: index)), stamp: stamp))
      #expect(payload.contains("\"identifier\":\(names[index]),\(expected[index]),\"state\""), "\(payload)")
    }
  }

  @Test func aRegionWithoutANameIsStillTold() throws {
    var encoder = MessageEncoder(site: demoSite(), sessionSeed: seed, regions: regions)
    let payload = try parsed(
      encoder.encode(.regionEnter(RegionVisit(time: 0, since: 0, region: 5)), stamp: stamp))
    #expect(payload["identifier"] is NSNull)
    #expect(payload["orgId"] as? String == "9777c130-cfb7-4b36-aea8-0e2d3c8e1c00")
  }

  @Test(arguments: [
    (BeaconKind.eddystoneUID, 16, #"{"namespace":"0102030405060708090a","instance":"0b0c0d0e0f10","rssi":null}"#),
    (.altBeacon, 20, #"{"id":"0102030405060708090a0b0c0d0e0f1011121314","rssi":null}"#),
    (.eddystoneEID, 8, #"{"id":"0102030405060708","rssi":null}"#),
    (.estimote, 16, #"{"id":"0102030405060708090a0b0c0d0e0f10","rssi":null}"#),
  ]) func everyBeaconHasAName(kind: BeaconKind, length: UInt8, expected: String) {
    var encoder = regionEncoder()
    let identity = BeaconIdentity(
      kind: kind, length: length, high: 0x0102_0304_0506_0708, low: 0x090A_0B0C_0D0E_0F10, tail: 0x1112_1314)
    let visit = RegionVisit(time: 0, since: 0, region: 0, beacon: identity)
    #expect(text(encoder.encode(.regionEnter(visit), stamp: stamp)).contains("\"beacon\":\(expected),"))
  }

  @Test func rangesAreListedAndNotNumbered() {
    var encoder = regionEncoder()
    var other = beacon
    other.tail += 1
    let range = RegionRange(
      time: 500, region: 1,
      beacons: [
        RegionBeacon(identity: beacon, proximity: .near, accuracy: Metres(5, over: 4), rssi: Decibels(-123, over: 2)),
        RegionBeacon(identity: other, proximity: .unknown, accuracy: nil, rssi: nil),
      ])
    let message = encoder.encode(.regionRange(range), stamp: stamp)
    #expect(message?.topic == "event/region/range")
    #expect(message?.qos == 0)
    #expect(message?.retain == false)
    #expect(
      text(message) == """
        {"time":"2026-01-05T08:00:00.500Z","timeEpoch":1767600000500,"clockSynced":true,\
        "identifier":"Level 0","uuid":"f7826da6-4fa2-4e98-8024-bc5b71e0893e","major":0,"minor":null,\
        "beacons":[{"uuid":"f7826da6-4fa2-4e98-8024-bc5b71e0893e","major":258,"minor":772,\
        "proximity":"near","accuracy":1.250,"rssi":-62},\
        {"uuid":"f7826da6-4fa2-4e98-8024-bc5b71e0893e","major":258,"minor":773,\
        "proximity":"unknown","accuracy":null,"rssi":null}]}
        """)
    let empty = encoder.encode(.regionRange(RegionRange(time: 0, region: 1, beacons: [])), stamp: stamp)
    #expect(text(empty).hasSuffix(#""beacons":[]}"#))
    // Those who count the events' numbers miss none.
    let next = encoder.encode(.regionExit(RegionVisit(time: 0, since: 0, region: 0)), stamp: stamp)
    #expect(text(next).contains("\"sequence\":1,"))
  }
}

@Suite struct WakeupMessageTests {
  @Test func byARegion() {
    var encoder = regionEncoder()
    let wakeup = Wakeup(
      time: 100_000, reason: .region(index: 5), beacon: beacon, rssi: -90, idleSince: 40_000)
    let message = encoder.encode(.wakeup(wakeup), stamp: stamp)
    expectEvent(message, topic: "event/wakeup")
    #expect(
      text(message) == """
        {"id":"\(ids[0])","sequence":1,"sessionId":"\(session)","reason":"region",\
        "region":{"identifier":"Organisation","orgId":"9777c130-cfb7-4b36-aea8-0e2d3c8e1c00"},"motion":null,\
        "beacon":{"uuid":"f7826da6-4fa2-4e98-8024-bc5b71e0893e","major":258,"minor":772,"rssi":-90},\
        "time":"2026-01-05T08:01:40.000Z","timeEpoch":1767600100000,"clockSynced":true,\
        "idleSince":"2026-01-05T08:00:40.000Z","idleSinceEpoch":1767600040000,"idleTime":60000}
        """)
  }

  @Test(arguments: [MotionSource.line, .accelerometer, .radio, .odometry])
  func byMotion(source: MotionSource) throws {
    var encoder = regionEncoder()
    let wakeup = Wakeup(time: 0, reason: .motion(source), idleSince: 0)
    let payload = try parsed(encoder.encode(.wakeup(wakeup), stamp: stamp))
    #expect(payload["reason"] as? String == "motion")
    #expect(payload["motion"] as? String == "\(source)")
    #expect(payload["region"] is NSNull)
    #expect(payload["beacon"] is NSNull)
  }

  @Test func byTheSite() throws {
    var encoder = regionEncoder()
    let payload = try parsed(
      encoder.encode(.wakeup(Wakeup(time: 0, reason: .site, beacon: beacon, idleSince: 0)), stamp: stamp))
    #expect(payload["reason"] as? String == "site")
    #expect((payload["beacon"] as? [String: Any])?["minor"] as? Int == 772)
    #expect(payload["region"] is NSNull && payload["motion"] is NSNull)
  }

  /// The status tells them; and they take no number.
  @Test func modeAndIdleAreNoMessages() throws {
    var encoder = regionEncoder()
    #expect(encoder.encode(.idle(Idling(time: 0, reason: .silence)), stamp: stamp) == nil)
    #expect(encoder.encode(.mode(from: .idle, to: .waking, time: 0), stamp: stamp) == nil)
    let next = try parsed(encoder.encode(.wakeup(Wakeup(time: 0, reason: .site, idleSince: 0)), stamp: stamp))
    #expect(next["sequence"] as? Int == 1)
  }
}
