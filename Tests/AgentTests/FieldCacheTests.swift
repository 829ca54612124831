import Advertisement
import FixedPoint
import Positioning
import Ranging
import Testing

@testable import Agent

/// A site whose fields do not all fit: 1 × 1 km with 400 beacons, 50 m apart.
@Suite struct FieldCacheTests {
  private static let side = 20

  private var site: Site {
    var site = Site()
    site.maps = [
      SiteMap(name: Name(id: "m"), width: Metres(1_000), height: Metres(1_000), microPixelsPerMetre: 10_000_000)
    ]
    for index in 0..<(Self.side * Self.side) {
      site.beams.append(Beam(map: 0, position: place(index), height: Metres(2)))
      site.identities.append(identity(index))
      site.beamNames.append(Name(id: "\(index)"))
    }
    return site
  }

  private func place(_ index: Int) -> Point {
    Point(x: Metres(25 + 50 * (index % Self.side)), y: Metres(25 + 50 * (index / Self.side)))
  }

  private func identity(_ index: Int) -> BeaconIdentity {
    BeaconIdentity(iBeaconUUIDHigh: 1, uuidLow: 2, major: 3, minor: UInt16(index))
  }

  private func sighting(_ index: Int, rssi: Int8) -> Sighting {
    Sighting(identity: identity(index), rssi: rssi, measuredPower: -59)
  }

  @Test func theMemoryDoesNotGrowWithTheNumberOfBeacons() {
    let floor = Floor(map: 0, site: site)
    #expect(floor.beamCount == 400)
    #expect((floor.grid?.fieldCount ?? 0) <= Floor.mostCells)
    let cache = FieldCache(floors: [floor])
    #expect(cache.field.count <= FieldCache.leastSlots * Floor.mostCells)
    #expect(FieldCache.slotCount(for: floor) == 64)
  }

  @Test func moreBeamsInATickThanFieldsFitAreCounted() {
    var agent = LocationAgent(site: site)
    agent.advance(to: 0)
    for index in 0..<100 { agent.hear(sighting(index, rssi: -80), at: 100) }
    agent.advance(to: 600)
    #expect(agent.counts.crowdedOut == 36)
    #expect(agent.counts.fixes == 1)
  }

  /// More beams than slots, one after the other: the one that was not used for longest makes room.
  @Test func theFieldUnusedForLongestMakesRoom() throws {
    let site = site
    let floor = Floor(map: 0, site: site)
    let grid = try #require(floor.grid)
    var cache = FieldCache(floors: [floor])
    var tracks = site.beams.map { _ in BeamTrack(power: Decibels(-59)) }
    func provide(_ beam: UInt16, _ time: Milliseconds) -> Bool {
      cache.provide(beam, at: time, floor: floor, grid: grid, beams: site.beams, tracks: &tracks)
    }
    for beam in 0..<64 { #expect(provide(UInt16(beam), Milliseconds(beam) * 500)) }
    #expect(Set(tracks.compactMap { $0.fieldStart }).count == 64)
    // The first is used again, so the second is the oldest.
    #expect(provide(0, 40_000))
    #expect(provide(64, 40_500))
    #expect(tracks[0].fieldStart != nil && tracks[1].fieldStart == nil)
    let start = try #require(tracks[64].fieldStart)
    let (column, row) = grid.cell(at: site.beams[64].position)
    // At the beam itself the field is at its least: less than 10·log10 of half a cell's diagonal.
    #expect(cache.field[start + row * grid.paddedColumns + column] < 60)
    cache.clear(&tracks)
    #expect(tracks.allSatisfy { $0.fieldStart == nil })
  }
}
