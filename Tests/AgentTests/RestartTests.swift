import FixedPoint
import Regions
import Testing

@testable import Agent

/// What a restart of the program makes of the regions: never a false pair.
@Suite struct RestartTests {
  private let regions = [Watched.lobby, Watched.organisation]

  private func moment(_ time: Milliseconds) -> Moment {
    Moment(bootHigh: 1, bootLow: 2, time: time, wallTime: nil)
  }

  /// Saved as bytes, and taken up again some time later.
  private func restart(
    _ walk: EdgeWalk, after pause: Milliseconds, regions: [Region]? = nil
  ) throws -> EdgeWalk {
    let bytes = walk.agent.memory(at: moment(walk.time)).encode()
    let time = walk.time + pause
    var memory: RestoredMemory?
    if case .restored(let restored) = try StateMemory.decode(bytes).restored(at: moment(time)) { memory = restored }
    return EdgeWalk(regions: regions ?? self.regions, memory: memory, at: time)
  }

  private func inside() -> EdgeWalk {
    let walk = EdgeWalk(regions: regions, at: 1_000)
    walk.sources = [.init(identity: Watched.lobbyBeacon())]
    walk.run(for: 100_000)
    #expect(walk.story() == "searching, region+ 0, idle silence, idle")
    return walk
  }

  private func visits(_ events: [AgentEvent]) -> [String] {
    events.compactMap { event in
      switch event {
      case .regionEnter(let visit): "+\(visit.region) \(visit.since)"
      case .regionExit(let visit): "-\(visit.region) \(visit.since) \(visit.time)"
      default: nil
      }
    }
  }

  @Test(arguments: [0, 60_000, 900_000] as [Milliseconds]) func insideStaysInside(pause: Milliseconds) throws {
    let walk = try restart(inside(), after: pause)
    walk.sources = [.init(identity: Watched.lobbyBeacon())]
    walk.run(for: 300_000)
    #expect(visits(walk.taken()).isEmpty)
    walk.sources = []
    walk.run(for: 60_000)
    // The stay began before the restart.
    let exits = visits(walk.taken())
    #expect(exits.count == 1 && exits[0].hasPrefix("-0 1250 "))
  }

  @Test func goneMeanwhileIsLeftOnceAfterTheRadioListened() throws {
    let walk = try restart(inside(), after: 60_000)
    walk.setHearing(false)
    walk.run(for: 600_000)
    #expect(walk.taken().isEmpty)
    walk.setHearing(true)
    walk.run(for: 29_900)
    #expect(visits(walk.taken()).isEmpty)
    walk.run(for: 3_600_000)
    #expect(visits(walk.taken()) == ["-0 1250 791000"])
  }

  @Test func anOldMemoryIsForgotten() throws {
    let walk = try restart(inside(), after: 900_050)
    #expect(walk.agent.regionStates.map(\.presence) == [.unknown, .unknown])
    walk.run(for: 60_000)
    #expect(visits(walk.taken()).isEmpty)
    walk.sources = [.init(identity: Watched.lobbyBeacon())]
    walk.run(for: 3_000)
    #expect(visits(walk.taken()).count == 1)
  }

  @Test func regionsAreKnownByWhatTheyAre() throws {
    var renamed = Watched.lobby
    renamed.exitAfter = 10_000
    let walk = try restart(
      inside(), after: 1_000, regions: [Region(uuidHigh: 1, uuidLow: 1), Watched.organisation, renamed])
    walk.run(for: 50)
    #expect(walk.agent.regionStates.map(\.presence) == [.unknown, .outside, .inside])
    walk.run(for: 60_000)
    #expect(visits(walk.taken()) == ["-2 1250 112000"])
  }

  /// Restarts in a row, also before anything was heard: nothing is lost on the way.
  @Test func manyRestarts() throws {
    var walk = inside()
    for _ in 0..<10 { walk = try restart(walk, after: 5_000) }
    for _ in 0..<10 {
      walk.run(for: 5_000)
      #expect(visits(walk.taken()).isEmpty)
      walk = try restart(walk, after: 5_000)
    }
    walk.run(for: 60_000)
    let lastStart: Milliseconds = 101_000 + 20 * 5_000 + 10 * 5_000
    #expect(visits(walk.taken()) == ["-0 1250 \(lastStart + 30_000)"])
  }

  // MARK: When to save

  @Test func theVersionTellsWhenToSave() {
    let walk = EdgeWalk(regions: regions)
    walk.run(for: 40_000)
    #expect(walk.agent.memoryVersion == 0)
    walk.sources = [.init(identity: Watched.lobbyBeacon())]
    walk.run(for: 1_000)
    #expect(walk.agent.memoryVersion == 1)
    walk.run(for: 298_000)
    #expect(walk.agent.memoryVersion == 1)
    // Within the region it is renewed, or a crash after hours would leave a memory that is too old.
    walk.run(for: 3_600_000)
    #expect(walk.agent.memoryVersion == 13)
    walk.sources = []
    // Renewed once more, and left.
    walk.run(for: 31_000)
    #expect(walk.agent.memoryVersion == 15)
    walk.run(for: 3_600_000)
    #expect(walk.agent.memoryVersion == 15)
  }
}
