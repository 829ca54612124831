import Advertisement
import FixedPoint
import Testing

@testable import Regions

/// Whatever comes in, a region is entered and left by turns, and never left for silence that nobody listened to.
@Suite struct RandomWatchTests {
  private let regions = [
    Lobby.region(), Lobby.region(major: 1, sightings: 3, exitAfter: 12_000),
    Lobby.region(major: 1, minor: 1, exitAfter: 3_000), Lobby.region(major: 2, sightings: 2, exitAfter: 45_000),
    Region(organisationHigh: Lobby.high, organisationLow: Lobby.low, exitAfter: 20_000),
    Region(uuidHigh: 1, uuidLow: 1),
  ]

  @Test(arguments: 1...100) func entersAndExitsAlternate(seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    let watch = Watch(regions)
    var model = regions.map { ListeningModel($0) }
    var time: Milliseconds = 0
    var isHearing = true
    var told = [RegionChange?](repeating: nil, count: regions.count)
    var seen = 0
    for _ in 0..<1_000 {
      let step = Milliseconds(dice.roll(dice.roll(8) == 0 ? 60_000 : 2_000))
      for index in model.indices { model[index].pass(step, isHearing: isHearing) }
      time += step
      switch dice.roll(12) {
      case 0:
        isHearing.toggle()
        watch.setHearing(isHearing, at: time)
      case 1..<5: watch.advance(to: time)
      default:
        guard isHearing else {
          watch.advance(to: time)
          break
        }
        let beacon = Lobby.beacon(UInt16(dice.roll(3)), UInt16(dice.roll(2)))
        watch.hear(beacon, at: time)
        for index in model.indices { model[index].hear(beacon) }
      }
      check(watch, model, &told, &seen)
    }
    let entries = watch.changes.filter(\.isEntry).count
    #expect(entries > 3, "nothing was tried")
  }

  private func check(_ watch: Watch, _ model: [ListeningModel], _ told: inout [RegionChange?], _ seen: inout Int) {
    for (change, isEntry) in watch.changes[seen...] {
      let before = told[change.region]
      #expect((before == nil) == isEntry, "region \(change.region): two enters or two exits in a row")
      #expect(change.since == (before ?? change).time)
      told[change.region] = isEntry ? change : nil
    }
    seen = watch.changes.count
    for region in regions.indices {
      #expect((watch.states[region].presence == .inside) == (told[region] != nil))
      // Left only when so much silence was listened to; the other way round, a pause may make it a little later.
      if told[region] != nil {
        #expect(model[region].silence < regions[region].exitAfter + ListeningClock.settling)
      } else {
        #expect(
          model[region].silence >= regions[region].exitAfter
            || model[region].sightings < regions[region].entrySightings)
      }
    }
  }
}

/// How long one region was silent by the book: every heard millisecond counts, no deaf one does.
private struct ListeningModel {
  let region: Region
  var silence: Milliseconds = 0
  var sightings: UInt8 = 0

  init(_ region: Region) { self.region = region }

  mutating func pass(_ step: Milliseconds, isHearing: Bool) {
    if isHearing { silence += step }
    if silence >= region.exitAfter { sightings = 0 }
  }

  mutating func hear(_ beacon: BeaconIdentity) {
    guard region.contains(beacon) else { return }
    silence = 0
    sightings = sightings == .max ? .max : sightings + 1
  }
}
