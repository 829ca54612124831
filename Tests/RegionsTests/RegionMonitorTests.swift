import Advertisement
import FixedPoint
import Testing

@testable import Regions

@Suite struct RegionMonitorTests {
  @Test func enterAtOnceExitAfterThirtySeconds() {
    let watch = Watch([Lobby.region()])
    #expect(watch.hear(Lobby.beacon(), at: 5_000))
    #expect(watch.story() == "+0 at 5000")
    #expect(watch.states[0].presence == .inside && watch.states[0].since == 5_000)
    watch.hear(Lobby.beacon(3, 4), at: 20_000)
    watch.advance(to: 49_999)
    #expect(watch.story() == "")
    #expect(watch.states[0].sightings == 2 && watch.states[0].lastHeard == 20_000)
    watch.advance(to: 50_000)
    #expect(watch.story() == "-0 at 50000 since 5000")
    #expect(watch.states[0].presence == .outside && watch.states[0].since == 50_000)
    watch.advance(to: 10_000_000)
    #expect(watch.story() == "")
    watch.hear(Lobby.beacon(), at: 10_000_000)
    #expect(watch.story() == "+0 at 10000000")
  }

  /// Field lesson C1: a slow beacon behind Wi-Fi.
  @Test func gapsOfTwelveSecondsAreNoExit() {
    let watch = Watch([Lobby.region()])
    for second in 0..<3_600 where second % 13 == 0 { watch.hear(Lobby.beacon(), at: Milliseconds(second) * 1_000) }
    #expect(watch.story() == "+0 at 0")
    // An access point at the edge: 4 Hz, of which 80 % are lost.
    var dice = Dice(seed: 3)
    for step in 0..<4 * 3_600 where dice.roll(5) == 0 {
      watch.hear(Lobby.beacon(), at: 3_600_000 + Milliseconds(step) * 250)
    }
    #expect(watch.story() == "")
  }

  @Test func eachRegionHasItsOwnSilence() {
    let watch = Watch([
      Lobby.region(exitAfter: 60_000), Lobby.region(major: 1, exitAfter: 10_000),
      Lobby.region(major: 1, minor: 2, exitAfter: 5_000),
    ])
    watch.hear(Lobby.beacon(1, 2), at: 0)
    #expect(watch.story() == "+0 at 0, +1 at 0, +2 at 0")
    watch.hear(Lobby.beacon(1, 1), at: 2_000)
    // At once and step by step are the same: an exit has the time that silence gives it.
    watch.advance(to: 1_000_000)
    #expect(watch.story() == "-2 at 5000 since 0, -1 at 12000 since 0, -0 at 62000 since 0")
  }

  @Test func unknownUntilSilenceWasHeardThrough() {
    let watch = Watch([Lobby.region()], at: 1_000)
    #expect(watch.states[0].presence == .unknown && watch.states[0].since == 1_000)
    #expect(watch.monitor.nextDeadline == 31_000)
    watch.advance(to: 30_999)
    #expect(watch.states[0].presence == .unknown)
    watch.advance(to: 31_000)
    #expect(watch.states[0].presence == .outside && watch.states[0].since == 31_000)
    #expect(watch.monitor.nextDeadline == nil)
    #expect(watch.story() == "")
  }

  @Test func severalSightingsBeforeEntry() {
    let watch = Watch([Lobby.region(sightings: 3, exitAfter: 10_000)])
    for time in [0, 4_000] as [Milliseconds] { watch.hear(Lobby.beacon(), at: time) }
    #expect(watch.story() == "")
    #expect(watch.states[0].presence == .unknown && watch.states[0].sightings == 2)
    // The third comes too late: it is the first of a new series.
    watch.hear(Lobby.beacon(), at: 14_000)
    #expect(watch.states[0].presence == .outside && watch.states[0].sightings == 1)
    watch.hear(Lobby.beacon(), at: 23_000)
    watch.hear(Lobby.beacon(), at: 23_100)
    #expect(watch.story() == "+0 at 23100")
    watch.advance(to: 33_100)
    #expect(watch.story() == "-0 at 33100 since 23100")
    watch.hear(Lobby.beacon(), at: 33_200)
    #expect(watch.story() == "")
  }

  @Test func noneCountsAsOneSighting() {
    let watch = Watch([Lobby.region(sightings: 0)])
    watch.hear(Lobby.beacon(), at: 7)
    #expect(watch.story() == "+0 at 7")
  }

  @Test(arguments: [Milliseconds.min, -1, 0, 1_999]) func absurdSilencesAreTwoSeconds(exitAfter: Milliseconds) {
    let watch = Watch([Lobby.region(exitAfter: exitAfter)])
    watch.hear(Lobby.beacon(), at: 0)
    watch.hear(Lobby.beacon(), at: 1_999)
    watch.advance(to: 10_000)
    #expect(watch.story() == "+0 at 0, -0 at 3999 since 0")
  }

  @Test func theOrganisationsUUIDsAreOneRegion() {
    let watch = Watch([Region(organisationHigh: Lobby.high, organisationLow: Lobby.low)])
    for step in 0..<64 as Range<UInt64> {
      let low = Lobby.low & ~0xFF | step % 16
      let beacon = BeaconIdentity(iBeaconUUIDHigh: Lobby.high, uuidLow: low, major: 0, minor: 0)
      #expect(watch.hear(beacon, at: Milliseconds(step) * 20_000))
    }
    #expect(watch.story() == "+0 at 0")
  }

  @Test func foreignBeaconsChangeNothing() {
    var regions = [Lobby.region()]
    for number in 1..<64 as Range<UInt64> { regions.append(Region(uuidHigh: number << 32, uuidLow: 1)) }
    let watch = Watch(regions)
    watch.hear(Lobby.beacon(), at: 0)
    var dice = Dice(seed: 9)
    for _ in 0..<20_000 {
      let identity = BeaconIdentity(
        iBeaconUUIDHigh: UInt64(dice.roll(1 << 30)) << 32 | UInt64(dice.roll(1 << 30)), uuidLow: Lobby.low, major: 1,
        minor: 1)
      #expect(!watch.hear(identity, at: 1_000))
    }
    #expect(watch.story() == "+0 at 0")
    for number in 1..<64 as Range<UInt64> {
      watch.hear(BeaconIdentity(iBeaconUUIDHigh: number << 32, uuidLow: 1, major: 0, minor: 0), at: 1_000)
    }
    #expect(watch.changes.map { $0.change.region } == Array(1..<64))
  }

  @Test func timeThatGoesBackIsThePresent() {
    let watch = Watch([Lobby.region()])
    watch.hear(Lobby.beacon(), at: 10_000)
    watch.hear(Lobby.beacon(), at: 2_000)
    watch.advance(to: 5_000)
    #expect(watch.monitor.now == 10_000 && watch.states[0].lastHeard == 10_000)
    watch.advance(to: 40_000)
    #expect(watch.story() == "+0 at 10000, -0 at 40000 since 10000")
  }

  @Test(arguments: [Milliseconds.min, .max]) func theEndsOfTime(end: Milliseconds) {
    let watch = Watch([Lobby.region(exitAfter: .max), Lobby.region(sightings: 2)], at: end)
    for _ in 0..<3 { watch.hear(Lobby.beacon(), at: end) }
    watch.setHearing(false, at: end)
    watch.setHearing(true, at: .max)
    watch.hear(Lobby.beacon(), at: .max)
    watch.advance(to: .max)
    #expect(watch.changes.count >= 2 && watch.changes[0].isEntry && watch.changes[0].change.time == end)
  }
}
