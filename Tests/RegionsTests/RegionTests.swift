import Advertisement
import Testing

@testable import Regions

/// Which identities belong to which kind of region.
@Suite struct RegionTests {
  @Test func iBeaconsByUUIDMajorAndMinor() {
    let beacons = [Lobby.beacon(1, 1), Lobby.beacon(1, 2), Lobby.beacon(2, 1)]
    #expect(beacons.map(Lobby.region().contains) == [true, true, true])
    #expect(beacons.map(Lobby.region(major: 1).contains) == [true, true, false])
    #expect(beacons.map(Lobby.region(major: 1, minor: 2).contains) == [false, true, false])
    // A minor alone means nothing.
    #expect(beacons.map(Lobby.region(minor: 2).contains) == [true, true, true])
    #expect(Lobby.region(major: 0, minor: 0).contains(Lobby.beacon(0, 0)))
    #expect(!Lobby.region(major: 0).contains(Lobby.beacon(1, 0)))
    var other = Lobby.beacon()
    other.low ^= 1
    #expect(!Lobby.region().contains(other))
    other = Lobby.beacon()
    other.high ^= 1 << 63
    #expect(!Lobby.region().contains(other))
  }

  /// The same 20 bytes in another frame are another beacon.
  @Test(arguments: [BeaconKind.altBeacon, .eddystoneUID, .eddystoneEID, .estimote])
  func otherFramesAreNotIBeacons(kind: BeaconKind) {
    var identity = Lobby.beacon()
    identity.kind = kind
    #expect(!Lobby.region().contains(identity))
    #expect(!Region(organisationHigh: Lobby.high, organisationLow: Lobby.low).contains(identity))
  }

  @Test func eddystoneByNamespaceAndInstance() {
    func beacon(_ instance: UInt64, _ namespaceLow: UInt64 = 0x0900) -> BeaconIdentity {
      BeaconIdentity(
        kind: .eddystoneUID, length: 16, high: 0x0102_0304_0506_0708, low: namespaceLow << 48 | instance, tail: 0)
    }
    let all = Region(namespaceHigh: 0x0102_0304_0506_0708, namespaceLow: 0x0900)
    let one = Region(namespaceHigh: 0x0102_0304_0506_0708, namespaceLow: 0x0900, instance: 0x0102_0304_0506)
    #expect([0, 0x0102_0304_0506, 0xFFFF_FFFF_FFFF].map { all.contains(beacon($0)) } == [true, true, true])
    #expect([0, 0x0102_0304_0506, 0xFFFF_FFFF_FFFF].map { one.contains(beacon($0)) } == [false, true, false])
    #expect(!all.contains(beacon(0, 0x0901)))
  }

  /// The Org ID and the Org ID with its last byte 0x00…0x0F.
  @Test func anOrganisationHasSeventeenUUIDs() {
    let region = Region(organisationHigh: Lobby.high, organisationLow: Lobby.low)
    #expect(Lobby.low & 0xFF == 0x3E)
    let inside = (0..<256 as Range<UInt64>).filter { last in
      let low = Lobby.low & ~0xFF | last
      return region.contains(BeaconIdentity(iBeaconUUIDHigh: Lobby.high, uuidLow: low, major: 7, minor: 9))
    }
    #expect(inside == Array(0...15) + [0x3E])
    let other = BeaconIdentity(iBeaconUUIDHigh: Lobby.high, uuidLow: Lobby.low & ~0xFFFF | 0x3E, major: 0, minor: 0)
    #expect(!region.contains(other))
  }

  @Test func sameBeaconsWhateverTheRules() {
    var region = Lobby.region(sightings: 3, exitAfter: 5_000)
    region.ranges = true
    #expect(region.hasSameBeacons(as: Lobby.region()))
    #expect(!region.hasSameBeacons(as: Lobby.region(major: 0)))
    #expect(!region.hasSameBeacons(as: Region(organisationHigh: Lobby.high, organisationLow: Lobby.low)))
  }
}
