import Agent
import FixedPoint
import Foundation
import Places
import Testing

@testable import Contract

/// Agent time 0 is 2026-01-05T08:00:00Z.
let stamp = Stamp(wallOffset: 1_767_600_000_000, clockSynced: true)

let seed: UInt64 = 42

/// The session id of the run that `seed` names, and its first events' ids, worked out by a separate program.
let session = "a759ea27-d472-8622-97ea-87f7e45c00a5"
let ids = [
  "bdd73226-2feb-8e95-bd45-fb09cac9057f", "28efe333-b266-8103-bd60-71393a263ff2",
  "47526757-130f-8f52-9669-14bb06c5d75c",
]

func demoSite() -> Site {
  var site = Site()
  site.maps = [
    SiteMap(
      name: Name(id: "m-0", name: "Ground \"A\"", siteId: "s-1", orgId: "o-1"), width: Metres(40),
      height: Metres(51, over: 2), microPixelsPerMetre: 20_500_000, level: 0, orientation: 90,
      corners: GeoCorners(
        topLeft: GeoPoint(latitude: 48_137_154_000, longitude: 11_576_124_000),
        bottomRight: GeoPoint(latitude: -1, longitude: -179_999_999_999))),
    SiteMap(name: Name(id: "m-1"), width: Metres(10), height: Metres(10), microPixelsPerMetre: 0),
  ]
  site.zones = [Zone(map: 0, firstVertex: 0, vertexCount: 3), Zone(map: 1, firstVertex: 3, vertexCount: 3)]
  site.zoneNames = [
    Name(id: "z-0", name: "Ward 7\n", siteId: "s-2", orgId: "o-2"), Name(id: "z-1"),
  ]
  site.virtualBeacons = [
    VirtualBeacon(map: 0, position: Point(x: Metres(3), y: Metres(4)), power: Decibels(4)),
    VirtualBeacon(map: 1, position: Point(x: Metres(1), y: Metres(2)), power: Decibels(-30)),
  ]
  site.virtualBeaconDetails = [
    VirtualBeaconDetail(
      name: Name(id: "vb-0", name: "Welcome", siteId: "s-1", orgId: "o-1"),
      uuid: "ada499bb-3c2d-4d3f-9c1e-0a4f1a2b3c4d", major: 1, minor: 65_535, powerMode: "custom", message: "Hello",
      url: "https://example.org/?a=1&b=2"),
    VirtualBeaconDetail(name: Name(id: "vb-1")),
  ]
  return site
}

func encoder() -> MessageEncoder { MessageEncoder(site: demoSite(), sessionSeed: seed) }

func text(_ message: Message?) -> String {
  message.map { String(decoding: $0.payload, as: UTF8.self) } ?? "no message"
}

/// The payload as a parser sees it.
func parsed(_ message: Message?) throws -> [String: Any] {
  try #require(try JSONSerialization.jsonObject(with: Data(message?.payload ?? [])) as? [String: Any])
}

func expectEvent(_ message: Message?, topic: String) {
  #expect(message?.topic == topic)
  #expect(message?.retain == false)
  #expect(message?.qos == 1)
}
