import Advertisement
import FixedPoint
import Regions
import Testing

@testable import Agent

/// Whatever comes in, in whatever order, the agent's story makes sense.
@Suite struct RandomEdgeTests {
  private struct Dice {
    var state: UInt64

    mutating func roll(_ sides: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % sides
    }
  }

  /// Follows the events and checks each against those before it.
  private struct Story {
    var mode = AgentMode.starting
    var regions: [Milliseconds?]
    var floor: Int?
    var zones: Set<Int> = []
    var time: Milliseconds = 0
    var wakeups = 0
    var exits = 0
    var idleSince: Milliseconds?

    mutating func follow(_ event: AgentEvent, isHearing: Bool) {
      switch event {
      case .mode(let from, let to, let time):
        #expect(from == mode && to != mode)
        mode = to
        pass(time)
      case .regionEnter(let visit):
        #expect(regions[visit.region] == nil && visit.since == visit.time)
        regions[visit.region] = visit.time
        pass(visit.time)
      case .regionExit(let visit):
        #expect(regions[visit.region] == visit.since, "region \(visit.region)")
        #expect(visit.time - visit.since >= RegionMonitor.leastExitAfter)
        regions[visit.region] = nil
        exits += 1
        pass(visit.time)
      case .regionRange(let range):
        #expect(regions[range.region] != nil && isHearing)
        #expect(mode != .idle)
        pass(range.time)
      case .floorEnter(let visit):
        #expect(floor == nil)
        floor = visit.map
        pass(visit.time)
      case .floorExit(let visit):
        #expect(floor == visit.map && zones.isEmpty)
        floor = nil
        pass(visit.time)
      case .zoneEnter(let visit): #expect(zones.insert(visit.zone).inserted)
      case .zoneExit(let visit): #expect(zones.remove(visit.zone) != nil)
      case .location(let location):
        #expect(location.map == floor && mode != .idle && mode != .stopped)
        pass(location.time)
      case .idle(let idling):
        #expect(mode != .idle && mode != .starting)
        #expect(idling.reason == .noMotion || floor == nil)
        idleSince = idling.time
        pass(idling.time)
      case .wakeup(let wakeup):
        #expect(mode == .idle && wakeup.idleSince == idleSince)
        wakeups += 1
        pass(wakeup.time)
      case .map, .virtualBeacon: #expect(mode != .idle)
      }
    }

    /// A region's exit may be told with the tick that follows it; ticks are half a second.
    private mutating func pass(_ time: Milliseconds) {
      #expect(time >= self.time - 500)
      self.time = max(self.time, time)
    }
  }

  @Test(arguments: 1...12) func theStoryHoldsTogether(seed: Int) {
    var dice = Dice(state: UInt64(seed) &* 7_919)
    var settings = AgentSettings()
    settings.idleWithoutMotion = 40_000
    let regions = [
      Watched.lobby, Watched.rangedLobby, Watched.organisation,
      Region(
        uuidHigh: Watched.lobby.high, uuidLow: Watched.lobby.low, major: 1, minor: 2, entrySightings: 3,
        exitAfter: 5_000),
    ]
    var agent = EdgeAgent(site: Building.site, settings: settings, regions: regions)
    var story = Story(regions: regions.map { _ in nil })
    var time: Milliseconds = 0
    var isHearing = true
    // Each turn of a few seconds has its own air: the site, regions, both, or nothing.
    for _ in 0..<80 {
      let air = dice.roll(4)
      let turn = Milliseconds(1_000 + dice.roll(air == 0 ? 90_000 : 15_000))
      let end = time + turn
      while time < end {
        time += Milliseconds(20 + dice.roll(air == 0 ? 5_000 : 400))
        switch dice.roll(200) {
        case 0:
          agent.advance(to: time)
          for event in agent.takeEvents() { story.follow(event, isHearing: isHearing) }
          isHearing.toggle()
          agent.setHearing(isHearing, at: time)
        case 1: agent.noteMotion(.line, isMoving: dice.roll(3) == 0, at: time)
        case 2: agent.passOver(to: time)
        case 3: dice.roll(3) == 0 ? agent.stop(at: time) : agent.start(at: time)
        default: agent.advance(to: time)
        }
        for event in agent.takeEvents() { story.follow(event, isHearing: isHearing) }
        guard isHearing, dice.roll(agent.duty == .idle ? 10 : 1) == 0 else { continue }
        if air & 1 == 1 {
          for beacon in 0..<8 { agent.hear(Building.sighting(seed % 2, beacon, Int8(-60 - dice.roll(20))), at: time) }
        }
        if air & 2 == 2 {
          let beacon = dice.roll(2) == 0 ? Watched.lobbyBeacon(UInt16(dice.roll(4))) : Watched.wakeupBeacon(3)
          agent.hear(Sighting(identity: beacon, rssi: -70, measuredPower: -59), at: time)
        }
        for event in agent.takeEvents() { story.follow(event, isHearing: isHearing) }
        let mode = agent.mode
        #expect(mode == story.mode)
        if let deadline = agent.nextDeadline { #expect(deadline > time) }
      }
    }
    #expect(story.exits > 0 && story.exits + story.wakeups > 3, "nothing was tried")
    // Left alone, everything is left, and the agent idles.
    agent.start(at: time)
    agent.noteMotion(.line, isMoving: false, at: time)
    agent.setHearing(true, at: time)
    agent.noteMotion(.line, isMoving: true, at: time)
    agent.advance(to: time + 300_000)
    for event in agent.takeEvents() { story.follow(event, isHearing: true) }
    #expect(story.mode == .idle && story.floor == nil && story.regions.allSatisfy { $0 == nil })
    let deadline = agent.nextDeadline
    #expect(deadline == nil)
  }
}
