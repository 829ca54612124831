import FixedPoint
import Testing

@testable import Agent

@Suite struct ModeTests {
  @Test func searchingTrackingDeadReckoningAndBack() {
    let walk = EdgeWalk()
    #expect(walk.mode == .starting && walk.duty == .searching && walk.nextDeadline == nil)
    walk.run(for: 5_000)
    #expect(walk.story() == "searching")
    #expect(walk.duty == .searching && !walk.hearsBeacons)
    walk.stand(at: point(8, 4), floor: 0, for: 10_000)
    #expect(walk.story() == "map 0, floor+ 0, tracking, zone+ 0")
    #expect(walk.mode == .tracking && walk.duty == .tracking && walk.hearsBeacons)
    walk.run(for: 5_000)
    #expect(walk.story() == "deadReckoning")
    #expect(walk.duty == .searching)
    walk.stand(at: point(8, 4), floor: 0, for: 1_000)
    #expect(walk.story() == "tracking")
    walk.run(for: 12_000)
    #expect(walk.story() == "deadReckoning")
    #expect(!walk.hearsBeacons)
    walk.run(for: 20_000)
    #expect(walk.story() == "zone- 0, floor- 0, searching")
  }

  /// A mode change tells from what, to what, and when.
  @Test func changesAreWhole() {
    let walk = EdgeWalk(at: 1_000)
    walk.run(for: 50)
    walk.stand(at: point(8, 4), floor: 0, for: 2_000)
    var changes: [String] = []
    for case .mode(let from, let to, let time) in walk.taken() { changes.append("\(time) \(from.text) \(to.text)") }
    #expect(changes == ["1000 starting searching", "1500 searching tracking"])
  }

  @Test func startingUntilTheRadioHears() {
    let walk = EdgeWalk()
    walk.setHearing(false)
    walk.run(for: 3_600_000)
    #expect(walk.mode == .starting && walk.story() == "")
    walk.setHearing(true)
    #expect(walk.mode == .searching && walk.story() == "searching")
    // Only now silence counts.
    walk.run(for: 59_000)
    #expect(walk.mode == .searching)
    walk.run(for: 2_000)
    #expect(walk.mode == .idle)
  }

  @Test func stoppedHearsNothingAndGoesOnLater() {
    let walk = EdgeWalk(regions: [Watched.lobby])
    walk.sources = [.init(identity: Watched.lobbyBeacon())]
    walk.stand(at: point(8, 4), floor: 0, for: 10_000)
    #expect(walk.story() == "searching, region+ 0, map 0, floor+ 0, tracking, zone+ 0")
    walk.agent.stop(at: walk.time)
    #expect(walk.duty == .off && walk.nextDeadline == nil && !walk.hearsBeacons)
    walk.agent.hear(Building.sighting(0, 0, -60), at: walk.time)
    #expect(walk.agent.edgeCounts.stoppedSightings == 1)
    walk.run(for: 600_000)
    walk.collect()
    #expect(walk.story() == "stopped")
    walk.agent.start(at: walk.time)
    walk.collect()
    #expect(walk.story() == "searching")
    // Nothing was left, so nothing is entered again.
    walk.stand(at: point(8, 4), floor: 0, for: 5_000)
    #expect(walk.story() == "tracking")
    walk.sources = []
    walk.run(for: 31_000)
    #expect(walk.story() == "deadReckoning, region- 0, zone- 0, floor- 0, searching")
  }

  @Test func stopAndStartBeforeAnythingElse() {
    let walk = EdgeWalk()
    walk.agent.stop(at: 0)
    #expect(walk.mode == .stopped)
    walk.agent.advance(to: 1_000)
    walk.agent.setHearing(false, at: 1_500)
    walk.agent.start(at: 2_000)
    #expect(walk.mode == .starting)
    walk.agent.setHearing(true, at: 3_000)
    walk.collect()
    #expect(walk.story() == "stopped, starting, searching")
  }

  /// Until it is first started nothing of its time counts: no silence, and the memory keeps for it.
  @Test func aLateFirstStartBeginsThere() throws {
    let memory = RestoredMemory(
      age: 0, entries: [.init(region: Watched.lobby, presence: .inside, duration: 60_000)])
    var agent = EdgeAgent(site: Building.site, regions: [Watched.lobby], memory: memory)
    agent.stop(at: 0)
    agent.advance(to: 1_000)
    let moment = Moment(bootHigh: 0, bootLow: 1, time: 40_000, wallTime: nil)
    #expect(agent.memory(at: moment).entries == memory.entries)
    agent.start(at: 40_000)
    let deadline = agent.nextDeadline
    #expect(try #require(deadline) > 40_000)
    agent.advance(to: 40_000 + Watched.lobby.exitAfter - 1)
    #expect(!agent.takeEvents().contains { if case .regionExit = $0 { true } else { false } })
    agent.advance(to: 40_000 + Watched.lobby.exitAfter)
    #expect(agent.takeEvents().contains { if case .regionExit = $0 { true } else { false } })
  }

  /// The same inputs give the same events, however often time is asked to go on.
  @Test func deadlinesTellAllThatStepsTell() {
    let inputs: [(Milliseconds, Bool)] = [(0, true), (20_000, true), (20_400, true), (70_000, true), (300_000, true)]
    var stories: [[String]] = []
    for step in [10, 350, 10_000_000] as [Milliseconds] {
      var agent = EdgeAgent(site: Building.site, regions: [Watched.lobby])
      var events: [AgentEvent] = []
      for (time, _) in inputs {
        if var present = agent.now {
          while present + step < time {
            present += step
            agent.advance(to: present)
          }
        }
        for beacon in 0..<8 { agent.hear(Building.sighting(0, beacon, Int8(-60 - beacon)), at: time) }
        agent.hear(.init(identity: Watched.lobbyBeacon(), rssi: -60, measuredPower: -59), at: time)
        events += agent.takeEvents()
      }
      agent.advance(to: 400_000)
      events += agent.takeEvents()
      stories.append(events.map(\.text))
    }
    #expect(stories[0].count > 100)
    #expect(stories[1] == stories[0] && stories[2] == stories[0])
  }

  @Test func timeThatGoesBackIsCountedAndHarmless() {
    let walk = EdgeWalk(regions: [Watched.lobby], at: 100_000)
    walk.stand(at: point(8, 4), floor: 0, for: 5_000)
    walk.agent.advance(to: 5)
    walk.agent.hear(Building.sighting(0, 0, -60), at: .min)
    walk.agent.setHearing(true, at: 7)
    walk.agent.noteMotion(.line, isMoving: true, at: -7)
    #expect(walk.agent.edgeCounts.timeReversals == 4 && walk.agent.now == 105_000)
  }

  private static let extremes: [Milliseconds] = [.min, .min + 1, -1, 0, .max - 30_000, .max - 1, .max]

  @Test(arguments: ModeTests.extremes, ModeTests.extremes) func extremeTimesNeitherTrapNorHang(
    first: Milliseconds, second: Milliseconds
  ) {
    var settings = AgentSettings()
    settings.leastAwake = second
    settings.idleAfterSilence = first
    settings.idleWithoutMotion = second
    for settings in [AgentSettings(), settings] {
      var agent = EdgeAgent(site: Building.site, settings: settings, regions: [Watched.rangedLobby])
      for time in [first, second, first, .max, .min, 0] {
        agent.hear(Building.sighting(0, 1, -60), at: time)
        agent.hear(.init(identity: Watched.lobbyBeacon(), rssi: -60, measuredPower: -59), at: time)
        agent.noteMotion(.line, isMoving: time > 0, at: time)
        agent.setHearing(false, at: time)
        agent.passOver(to: time)
        agent.setHearing(true, at: time)
        agent.stop(at: time)
        agent.start(at: time)
        _ = agent.takeEvents()
      }
      #expect(agent.now == .max)
    }
  }
}
