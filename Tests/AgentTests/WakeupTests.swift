import Advertisement
import FixedPoint
import Regions
import Testing

@testable import Agent

@Suite struct WakeupTests {
  /// Idle for five minutes, at 365 s.
  private func idle(regions: [Region] = [], settings: AgentSettings = .everySecond) -> EdgeWalk {
    let walk = EdgeWalk(settings: settings, regions: regions)
    walk.run(for: 365_000)
    #expect(walk.story() == "searching, idle silence, idle")
    return walk
  }

  private func firstWakeup(_ events: [AgentEvent]) -> Wakeup? {
    for case .wakeup(let wakeup) in events { return wakeup }
    return nil
  }

  @Test func aRegionWakes() throws {
    let walk = idle(regions: [Watched.lobby, Watched.organisation])
    walk.sources = [.init(identity: Watched.wakeupBeacon(7), interval: 100, rssi: -82)]
    walk.run(for: 1_000)
    let events = walk.taken()
    #expect(events.story == "region+ 1, wakeup region, waking")
    let wakeup = try #require(firstWakeup(events))
    #expect(wakeup.reason == .region(index: 1) && wakeup.beacon == Watched.wakeupBeacon(7) && wakeup.rssi == -82)
    #expect(wakeup.time <= 365_600 && wakeup.idleSince == 60_000)
    #expect(walk.duty == .searching && walk.agent.edgeCounts.wakeups == 1)
    walk.stand(at: point(8, 4), floor: 0, for: 5_000)
    #expect(walk.story() == "map 0, floor+ 0, tracking, zone+ 0")
  }

  /// The region is still there, but nothing of the site: back to rest after a minute, and no second wake-up by it.
  @Test func aRegionWithoutASiteIsNoReasonToStayAwake() {
    let walk = idle(regions: [Watched.lobby])
    walk.sources = [.init(identity: Watched.lobbyBeacon())]
    walk.run(for: 600_000)
    #expect(walk.story() == "region+ 0, wakeup region, waking, idle silence, idle")
    walk.sources = []
    walk.run(for: 31_000)
    #expect(walk.story() == "region- 0")
    walk.sources = [.init(identity: Watched.lobbyBeacon())]
    walk.run(for: 3_000)
    #expect(walk.story() == "region+ 0, wakeup region, waking")
  }

  /// Else a device without regions would never come back.
  @Test func aBeaconOfTheSiteWakes() throws {
    let walk = idle()
    walk.stand(at: point(8, 4), floor: 0, for: 5_000)
    let events = walk.taken()
    #expect(events.story == "wakeup site, waking, map 0, floor+ 0, tracking, zone+ 0")
    let wakeup = try #require(firstWakeup(events))
    #expect(wakeup.reason == .site && wakeup.rssi != nil)
    #expect(walk.agent.site.identities.contains(try #require(wakeup.beacon)))
    // The sighting that wakes counts for the position.
    #expect(walk.agent.counts.sightings == UInt64(walk.received))
  }

  @Test func motionWakes() throws {
    let walk = idle()
    walk.noteMotion(.accelerometer, true)
    let events = walk.taken()
    #expect(events.story == "wakeup motion, waking")
    let wakeup = try #require(firstWakeup(events))
    #expect(wakeup.reason == .motion(.accelerometer) && wakeup.beacon == nil && wakeup.rssi == nil)
    // It moves on and on: that alone is no reason to search for ever, nor to wake up again and again.
    for _ in 0..<100 {
      walk.noteMotion(.accelerometer, true)
      walk.noteMotion(.line, true)
      walk.run(for: 10_000)
      walk.noteMotion(.line, false)
    }
    #expect(walk.story() == "idle silence, idle")
    walk.noteMotion(.accelerometer, false)
    walk.noteMotion(.line, true)
    #expect(walk.story() == "wakeup motion, waking")
  }

  /// One stray advertisement of the site every two minutes: awake for a minute each time, not for an instant.
  @Test func strayBeaconsDoNotFlap() {
    var settings = AgentSettings.everySecond
    settings.idleAfterSilence = 1_000
    settings.lostAfter = 2_000
    let walk = EdgeWalk(settings: settings)
    walk.run(for: 100_000)
    _ = walk.taken()
    walk.agent.hear(Building.sighting(0, 0, -90), at: walk.time)
    walk.collect()
    walk.run(for: 29_900)
    #expect(walk.mode != .idle)
    walk.run(for: 200)
    #expect(walk.mode == .idle)
    #expect(walk.taken().filter { if case .wakeup = $0 { true } else { false } }.count == 1)
  }

  /// A region that takes three sightings is listened to closely after the first.
  @Test func severalSightingsWakeSoon() throws {
    var region = Watched.lobby
    region.entrySightings = 3
    let walk = idle(regions: [region])
    walk.sources = [.init(identity: Watched.lobbyBeacon(), interval: 1_000)]
    // In windows of 60 ms every 600 ms: at 366 s, and then the radio is open.
    walk.run(for: 5_000)
    let wakeup = try #require(firstWakeup(walk.taken()))
    #expect(wakeup.time == 368_000)
  }

  /// At rest a tenth of the time is listened to; a beacon of 1 Hz is often missed for longer than 30 s, and still there.
  @Test func aSlowBeaconIsNotLeftAtALowDuty() {
    let walk = EdgeWalk(settings: .soonAtRest, regions: [Watched.lobby])
    walk.noteMotion(.line, false)
    // 1.05 s: its phase drifts through the windows, and is out of them for long.
    walk.sources = [.init(identity: Watched.lobbyBeacon(), interval: 1_050)]
    walk.stand(at: point(8, 4), floor: 0, for: 31_000)
    #expect(walk.story() == "searching, map 0, floor+ 0, tracking, region+ 0, zone+ 0, idle noMotion, idle")
    let received = walk.received
    walk.run(for: 3_600_000)
    #expect(walk.story() == "" && walk.mode == .idle)
    #expect(walk.missed > 2 * (walk.received - received))
    walk.sources = []
    walk.run(for: 31_000)
    #expect(walk.story() == "region- 0" && walk.mode == .idle)
  }
}
