import Advertisement
import Agent
import FixedPoint
import Site
import Testing

@Suite struct GoodSiteTests {
  let load = GoodSite.load()
  var site: Agent.Site { load.site }

  @Test func hasNoProblems() {
    #expect(GoodSite.report(load) == [])
    #expect(!load.hasErrors)
    #expect(load.beaconCount == 3)
    #expect(load.accessPointCount == 1)
  }

  @Test func mapsHaveSizeScaleLevelAndCorners() {
    #expect(site.maps.count == 2)
    let ground = site.maps[0]
    #expect(ground.name.id == "m1" && ground.name.name == "Ground")
    #expect(ground.name.siteId == "s" && ground.name.orgId == "o")
    #expect(ground.width == Metres(20) && ground.height == Metres(10))
    #expect(ground.microPixelsPerMetre == 20_000_000)
    #expect(ground.level == 0 && ground.orientation == 0)
    #expect(ground.corners?.topLeft == GeoPoint(latitude: 90_000, longitude: 0))
    #expect(ground.corners?.bottomRight == GeoPoint(latitude: 0, longitude: 180_000))
    // Without ppm the scale is pixels over metres.
    let first = site.maps[1]
    #expect(first.microPixelsPerMetre == 25_000_000)
    #expect(first.width == Metres(2_048, over: 100) && first.height == Metres(1_024, over: 100))
    #expect(first.level == 1 && first.orientation == 90 && first.corners == nil)
    #expect(first.upFromNorth == BinaryAngle(degrees: 270))
  }

  @Test func zonesAreMetresAndTheClosingVertexIsDropped() {
    #expect(site.zones.count == 2)
    #expect(site.zones[0].map == 0 && site.zones[0].firstVertex == 0 && site.zones[0].vertexCount == 4)
    #expect(site.zones[1].map == 1 && site.zones[1].firstVertex == 4 && site.zones[1].vertexCount == 3)
    #expect(site.vertices.count == 7)
    #expect(site.vertices[2] == Point(x: Metres(5), y: Metres(5, over: 2)))
    #expect(site.vertices[5] == Point(x: Metres(7, over: 2), y: Metres(1)))
    #expect(site.zoneNames[0].name == "West room" && site.zoneNames[1].name == nil)
  }

  @Test func virtualBeaconsHavePowerAndText() {
    #expect(site.virtualBeacons.count == 2)
    #expect(site.virtualBeacons[0].position == Point(x: Metres(2), y: Metres(3)))
    #expect(site.virtualBeacons[0].power == Decibels(-12))
    let door = site.virtualBeaconDetails[0]
    #expect(door.uuid == "00112233-4455-6677-8899-aabbccddeeff" && door.major == 1 && door.minor == 2)
    #expect(door.message == "Hello" && door.url == "https://example.com/" && door.powerMode == "custom")
    // power_mode default means 4 dBm, whatever `power` says.
    #expect(site.virtualBeacons[1].power == Decibels(4))
    #expect(site.virtualBeacons[1].position == Point(x: Metres(5), y: Metres(6)))
  }

  @Test func beaconsHaveTheIdentityOnTheAir() {
    #expect(
      site.identities[0]
        == BeaconIdentity(
          iBeaconUUIDHigh: 0xF782_6DA6_4FA2_4E98, uuidLow: 0x8024_BC5B_71E0_893E, major: 258, minor: 772))
    #expect(site.beams[0].position == Point(x: Metres(3, over: 2), y: Metres(1, over: 2)))
    #expect(site.beams[0].height == Metres(9, over: 4))
    #expect(site.beams[0].measuredPower == Decibels(-77))
    #expect(site.beams[0].azimuth == nil)
    #expect(
      site.identities[1]
        == BeaconIdentity(
          kind: .eddystoneUID, length: 16, high: 0x0001_0203_0405_0607, low: 0x0809_AABB_CCDD_EEFF, tail: 0))
    #expect(site.beams[1].height == defaultBeaconHeight && site.beams[1].measuredPower == nil)
    // https://www. is code 1, ".com/" code 0: 01 "example" 00 "a".
    #expect(
      site.identities[2]
        == BeaconIdentity(
          kind: .eddystoneURL, length: 10, high: 0x0165_7861_6D70_6C65, low: 0x0061_0000_0000_0000, tail: 0))
    #expect(site.beams[2].map == 1)
  }

  @Test func accessPointGivesABeamForEachMinor() {
    // 3 beacons, 8 beams that are on, one iBeacon, one Eddystone-UID, one Eddystone-URL.
    #expect(site.beams.count == 14 && site.identities.count == 14 && site.beamNames.count == 14)
    #expect(site.identities[3..<11].map(\.minor) == [0, 1, 2, 3, 5, 6, 7, 8])
    #expect(site.identities[3].major == 7 && site.identities[3].high == 0xADA7_2F8F_1643_E5C6)
    let azimuths = site.beams[3..<11].map { $0.azimuth.map { $0.tenthsOfDegree } }
    #expect(azimuths == [900, 1350, 1800, 2250, 3150, 0, 450, nil])
    for beam in site.beams[3...] {
      #expect(beam.position == Point(x: Metres(10), y: Metres(5)) && beam.height == Metres(3))
      #expect(beam.measuredPower == nil && beam.map == 0)
    }
    #expect(site.identities[11].minor == 138 && site.identities[11].major == 13)
    #expect(site.identities[12].kind == .eddystoneUID && site.identities[13].kind == .eddystoneURL)
    #expect(site.beams[11...].allSatisfy { $0.azimuth == nil })
    #expect(site.beamNames[13].name == "AP 1")
  }

  @Test func onlyMapsAreRequired() {
    let bare = GoodSite.load(without: ["zones.json", "vbeacons.json", "beacons.json", "devices.json"])
    #expect(
      GoodSite.report(bare) == [
        "S: warning: found no beacon and no access point; expected beacons.json or devices.json with something to hear; "
          + "without it there is no position"
      ])
    #expect(bare.site.maps.count == 2)
  }

  @Test func aByteOrderMarkIsAccepted() {
    let marked = GoodSite.load(replacing: ["zones.json": "\u{FEFF}" + GoodSite.zones])
    #expect(!marked.hasErrors && marked.site.zones.count == 2)
  }
}
