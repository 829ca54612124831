import Agent
import Configuration
import Daemon
import FixedPoint
import Recording
import Regions

/// The agent of a replay, and how recorded inputs are passed to it: as a live run does that misses no deadline.
struct ReplayDriver: ~Copyable {
  let site: Site
  let regions: [Region]
  /// True when a configuration was given.
  let isConfigured: Bool
  private var settings: AgentSettings
  private var agent: EdgeAgent
  private var memory = RestoredMemory(age: 0, entries: [])
  /// True when the recording is one of our own runs'.
  private var isOwn = false
  /// Times that the run read its site or configuration anew.
  private(set) var reloads = 0
  /// Events that need no position.
  private(set) var regionEvents: UInt64 = 0

  /// A deaf agent is not called at its deadlines over more than this, ms: a day of them takes seconds.
  private static let longestDeafness: Milliseconds = 86_400_000

  init(site: Site, configuration: Configuration?) {
    self.site = site
    regions = configuration?.regions ?? []
    isConfigured = configuration != nil
    settings = configuration?.agent ?? Self.settingsForOthers
    agent = EdgeAgent(site: site, settings: settings, regions: regions)
  }

  /// Recordings of others tell where the board was, and nothing of a run that idled.
  private static var settingsForOthers: AgentSettings {
    var settings = AgentSettings()
    settings.idleAfterSilence = 0
    settings.idleWithoutMotion = 0
    return settings
  }

  /// The recording is one of our own runs': it idled as its configuration said.
  mutating func beginOwnRun() {
    isOwn = true
    if !isConfigured { settings = Configuration().agent }
    agent = EdgeAgent(site: site, settings: settings, regions: regions)
  }

  var counts: AgentCounts { agent.counts }

  mutating func takeEvents() -> [AgentEvent] {
    let events = agent.takeEvents()
    for event in events {
      switch event {
      case .regionEnter, .regionExit, .regionRange: regionEvents += 1
      default: break
      }
    }
    return events
  }

  /// What was heard in a packet.
  mutating func hear(_ heard: PacketSightings, at time: Milliseconds) {
    catchUp(to: time)
    for index in 0..<heard.count { agent.hear(heard[index], at: time) }
    // A packet without a beacon is no input of a live run; a replay of others' recordings has no other clock.
    if isOwn { advance(to: time) } else { agent.advance(to: time) }
  }

  /// Time has come this far; nothing before the first input.
  mutating func advance(to time: Milliseconds) {
    guard agent.now != nil else { return }
    catchUp(to: time)
    agent.advance(to: time)
  }

  /// The run cannot have gone on until then.
  mutating func rest(until time: Milliseconds) {
    if agent.now != nil { agent.passOver(to: time) }
  }

  /// An input that is no packet; false when it makes no sense here.
  mutating func take(_ note: RecordingNote, at time: Milliseconds) -> Bool {
    if note != .passOver { catchUp(to: time) }
    switch note {
    case .hearing(let isHearing): agent.setHearing(isHearing, at: time)
    case .motion(let source, let isMoving):
      guard let source = MotionSource(rawValue: source) else { return false }
      agent.noteMotion(source, isMoving: isMoving, at: time)
    case .motionLost(let source):
      guard let source = MotionSource(rawValue: source) else { return false }
      agent.loseMotion(source, at: time)
    case .restored(let region, let isInside, let duration, let age):
      guard agent.now == nil,
        memory.take(region: region, isInside: isInside, duration: duration, age: age, of: regions)
      else { return false }
      agent = EdgeAgent(site: site, settings: settings, regions: regions, memory: memory)
    case .passOver: agent.passOver(to: time)
    case .time: agent.advance(to: time)
    case .begin: agent.start(at: time)
    case .stop: agent.stop(at: time)
    case .reload:
      reloads += 1
      advance(to: time)
    case .start, .clock, .full: return false
    }
    return true
  }

  /// A deaf agent that is called late passes over what a live one does at its deadlines.
  private mutating func catchUp(to time: Milliseconds) {
    guard !agent.isHearing, let now = agent.now, time.subtractingSaturating(now) <= Self.longestDeafness else { return }
    while let due = agent.nextDeadline, due < time, due > agent.now ?? due { agent.advance(to: due) }
  }
}
