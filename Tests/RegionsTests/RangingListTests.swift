import Advertisement
import FixedPoint
import Ranging
import Testing

@testable import Regions

@Suite struct RangingListTests {
  private func hear(
    _ list: inout [RangedBeacon], _ minor: Int, _ rssi: Int8?, at time: Milliseconds, power: Int8? = -59
  ) -> Bool {
    let places = list.indices
    var span = list.mutableSpan
    let sighting = Sighting(
      identity: Lobby.beacon(1, UInt16(truncatingIfNeeded: minor)), rssi: rssi, measuredPower: power)
    return RangingList.hear(sighting, at: time, reading: time, lists: &span, places: places)
  }

  private func forget(_ list: inout [RangedBeacon], at time: Milliseconds) {
    let places = list.indices
    var span = list.mutableSpan
    RangingList.forgetSilent(reading: time, lists: &span, places: places)
  }

  private func minors(_ list: [RangedBeacon]) -> [UInt16] { list.filter(\.isListed).map { $0.identity.minor }.sorted() }

  private let empty = [RangedBeacon](repeating: RangedBeacon(), count: RangingList.capacity)

  @Test func levelsAreFilteredAndRanged() throws {
    var list = empty
    for time in 0..<30 as Range<Milliseconds> {
      #expect(hear(&list, 1, -59, at: time * 300))
      #expect(hear(&list, 2, -84, at: time * 300))
      #expect(hear(&list, 3, nil, at: time * 300))
    }
    #expect(minors(list) == [1, 2, 3])
    let near = try #require(list[0].estimate)
    #expect(near.distance == Metres(1) && near.proximity == .near)
    // 25 dB at exponent 2.5: ten metres.
    let far = try #require(list[1].estimate)
    #expect(abs(far.distance.scaled(perUnit: 100) - 1_000) <= 2 && far.proximity == .far)
    #expect(list[2].estimate == nil)
  }

  /// A power that no beacon has is replaced, as everywhere.
  @Test func absurdPowersAreReplaced() throws {
    var list = empty
    #expect(hear(&list, 1, -59, at: 0, power: 4))
    #expect(list[0].power.source == .assumed)
    #expect(try #require(list[0].estimate).distance == Metres(1))
  }

  @Test func theSilentLeaveAfterFiveSeconds() {
    var list = empty
    _ = hear(&list, 1, -60, at: 0)
    _ = hear(&list, 2, -60, at: 1_000)
    forget(&list, at: 4_999)
    #expect(minors(list) == [1, 2])
    forget(&list, at: 5_000)
    #expect(minors(list) == [2])
    // Its place is taken again, and it begins anew.
    _ = hear(&list, 1, -80, at: 5_500)
    #expect(minors(list) == [1, 2])
    #expect(list[0].filter.level == Decibels(-80))
  }

  @Test func aFullListKeepsTheLoudest() {
    var list = empty
    for minor in 0..<16 { #expect(hear(&list, minor, Int8(-60 - minor), at: 0)) }
    // As faint as the faintest, or without a level: left out.
    #expect(!hear(&list, 100, -75, at: 500))
    #expect(!hear(&list, 101, nil, at: 500))
    #expect(minors(list) == Array(0..<16))
    #expect(hear(&list, 102, -74, at: 500))
    #expect(minors(list) == Array(0..<15) + [102])
  }

  @Test func theSilentMakeRoom() {
    var list = empty
    for minor in 0..<16 { _ = hear(&list, minor, -40, at: minor == 5 ? 0 : 1_000) }
    #expect(!hear(&list, 100, -90, at: 1_999))
    #expect(hear(&list, 100, -90, at: 2_000))
    #expect(minors(list) == Array(0..<16).filter { $0 != 5 } + [100])
  }

  @Test func aFloodOfIdentitiesStaysWithinThePlaces() {
    var list = empty
    var dice = Dice(seed: 4)
    for step in 0..<100_000 {
      _ = hear(&list, 1 + dice.roll(60_000), Int8(-50 - dice.roll(50)), at: Milliseconds(step))
      _ = hear(&list, 0, -45, at: Milliseconds(step))
    }
    #expect(list.count == 16 && minors(list).count == 16)
    #expect(minors(list).first == 0)
    #expect(Set(minors(list)).count == 16)
  }

  /// Another region's places in the same memory are not touched.
  @Test func listsAreNeighbours() {
    var lists = empty + empty
    var span = lists.mutableSpan
    for minor in 0..<40 as Range<UInt16> {
      let sighting = Sighting(identity: Lobby.beacon(1, minor), rssi: -60, measuredPower: -59)
      _ = RangingList.hear(sighting, at: 0, reading: 0, lists: &span, places: 16..<32)
    }
    RangingList.forgetSilent(reading: 10_000, lists: &span, places: 0..<16)
    #expect(lists.map(\.isListed) == [Bool](repeating: false, count: 16) + [Bool](repeating: true, count: 16))
  }

  @Test func noPlacesNoBeacons() {
    var list: [RangedBeacon] = []
    #expect(!hear(&list, 1, -60, at: 0))
    forget(&list, at: 10_000)
    #expect(list.isEmpty)
  }
}
