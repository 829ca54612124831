import Advertisement
import FixedPoint
import Ranging
import Regions

/// The whole agent: positioning, region monitor, and the state machine that idles and wakes up.
///
/// Like `LocationAgent` it is deterministic, has no clock, and takes all its memory when it is made. While it idles only
/// the region monitor runs: no ticks, no positions, and a foreign advertisement costs some dozens of instructions.
///
/// Drive it with what the shells bring (`hear`, `setHearing`, `noteMotion`), call `advance` when `nextDeadline` comes,
/// and afterwards look at `takeEvents()`, `duty`, `mode` and `memoryVersion`.
public struct EdgeAgent: ~Copyable {
  public let settings: AgentSettings
  var location: LocationAgent
  var watch: RegionWatch
  var motion = MotionWatch()
  var events: [AgentEvent] = []
  private var tally = EdgeCounts()
  /// Until the first input.
  private var memory: RestoredMemory?

  public private(set) var mode = AgentMode.starting
  /// The agent's present; `nil` before the first input.
  public private(set) var now: Milliseconds?
  /// What the radio said last.
  public private(set) var isHearing = true

  /// Why the agent idles; `nil` while it is awake.
  public private(set) var idleReason: IdleReason?
  private var idleSince: Milliseconds = 0
  /// Nothing is due before this time, so that most inputs need not look for what is. In the past after inputs that may
  /// bring something nearer.
  private var stepDue: Milliseconds = .min
  var awakeSince: Milliseconds = 0
  /// Readings of the listening clock: when a beacon of the site, and of site or regions, was heard last.
  var lastSite: Milliseconds = .min
  var lastBeacon: Milliseconds?

  /// Changes when the memory should be saved again: a region was entered or left, or 5 minutes have passed inside one.
  public private(set) var memoryVersion: UInt64 = 0
  private var savedChanges: UInt64 = 0
  var memoryTime: Milliseconds = 0

  /// Since when the position has moved without a break; `nil` while it stands.
  var radioSince: Milliseconds?

  /// The position of a board that stands seems to move for a second or two now and then; what lasts this long, ms, is
  /// motion, however slow.
  static var radioPatience: Milliseconds { 5_000 }

  /// Beacons count as heard for this long after the last one, ms: ten advertisements at 1 Hz.
  static var hearingMemory: Milliseconds { 10_000 }

  /// While a region is inside the memory is renewed this often, ms: a third of the time that it is good for, so that a
  /// crash at any moment leaves a fresh one.
  static var memoryInterval: Milliseconds { StateMemory.lifetime / 3 }

  /// - Parameters:
  ///   - regions: watched from the first input on; their indices are those of the events.
  ///   - memory: what `StateMemory.restored` judged to be fresh: regions that were inside are inside without being
  ///     entered, and left when they are not heard within their exit silence.
  public init(
    site: Site, settings: AgentSettings = AgentSettings(), regions: [Region] = [], memory: RestoredMemory? = nil
  ) {
    self.settings = settings
    location = LocationAgent(site: site, settings: settings)
    watch = RegionWatch(regions)
    self.memory = memory
  }

  // MARK: Outputs

  public var site: Site { location.site }
  public var regions: [Region] { watch.regions }
  /// How the board stands to each region.
  public var regionStates: [RegionState] { watch.states }
  /// What positioning took in.
  public var counts: AgentCounts { location.counts }
  public var edgeCounts: EdgeCounts {
    var counts = tally
    counts.rangesLeftOut = watch.leftOut
    return counts
  }

  /// Hands out the events since the last call, oldest first.
  public mutating func takeEvents() -> [AgentEvent] {
    guard !events.isEmpty else { return [] }
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }

  /// How much the radio shall listen.
  ///
  /// An idle agent asks for more for some seconds before it would tell an exit, and when a region may be about to be
  /// entered: at a low duty a beacon is easily missed.
  public private(set) var duty = ScanDuty.searching

  private mutating func noteDuty() {
    duty =
      switch mode {
      case .stopped: .off
      case .idle: watch.isInDoubt ? .searching : .idle
      case .tracking: .tracking
      case .starting, .searching, .deadReckoning, .waking: .searching
      }
  }

  /// Whether a beacon of the site or of a region was heard in the last 10 s.
  public var hearsBeacons: Bool {
    guard isHearing, mode != .stopped, let lastBeacon, let now else { return false }
    return !watch.clock.isComplete(silence: Self.hearingMemory, since: lastBeacon, at: now)
  }

  /// Whether a motion input or the position tells of motion.
  public var isMoving: Bool { motion.isMoving || radioMoves }

  /// What to keep for the next start, as of now.
  ///
  /// - Parameter moment: the present; its `time` is the agent's clock.
  public func memory(at moment: Moment) -> StateMemory {
    // What nobody has taken up yet is still what is known.
    guard watch.isStarted else { return StateMemory(moment: moment, entries: memory?.agedEntries ?? []) }
    var entries: [StateMemory.Entry] = []
    for index in watch.regions.indices where watch.states[index].presence != .unknown {
      let state = watch.states[index]
      let duration = max(moment.time.subtractingSaturating(state.since), 0)
      entries.append(
        StateMemory.Entry(region: watch.regions[index], presence: state.presence, duration: duration))
    }
    return StateMemory(moment: moment, entries: entries)
  }

  // MARK: Inputs

  /// Begins, or begins again after `stop`.
  public mutating func start(at time: Milliseconds) {
    guard mode == .stopped else { return advance(to: time) }
    guard watch.isStarted else {
      setMode(.starting, at: max(time, now ?? time))
      return begin(at: time)
    }
    passTime(to: time)
    let present = now ?? time
    watch.setHearing(isHearing, at: present)
    location.passOver(to: present, isHearing: isHearing)
    beginSearch(at: present)
    setMode(isHearing ? .searching : .starting, at: present)
  }

  /// Stops listening. Nothing is left or lost by that; after `start` it goes on as after deafness.
  public mutating func stop(at time: Milliseconds) {
    guard mode != .stopped else { return passTime(to: time) }
    if now != nil {
      advance(to: time)
      watch.setHearing(false, at: now ?? time)
    }
    idleReason = nil
    setMode(.stopped, at: now ?? time)
  }

  /// A beacon was heard.
  public mutating func hear(_ sighting: Sighting, at time: Milliseconds) {
    advance(to: time)
    guard mode != .stopped, let present = now else {
      tally.stoppedSightings += 1
      return
    }
    let outcome = watch.hear(sighting, at: present, events: &events)
    if outcome.isKnown {
      tally.regionSightings += 1
      lastBeacon = watch.clock.reading(at: present)
      stepDue = outcome.entered == nil ? min(stepDue, watch.nextDeadline ?? .max) : .min
      if outcome.entered != nil { noteMemory(at: present) }
      noteDuty()
    }
    if mode == .idle {
      tally.idleSightings += 1
      guard wakes(sighting, entered: outcome.entered, at: present) else { return }
    } else if mode == .starting {
      setMode(.searching, at: present)
    }
    let before = location.counts.sightings
    location.hear(sighting, at: present)
    stepDue = min(stepDue, location.nextTick)
    guard location.counts.sightings != before else { return }
    lastSite = watch.clock.reading(at: present)
    lastBeacon = lastSite
  }

  /// Time has come this far: carries out everything that is due, in the order in which it is due.
  public mutating func advance(to time: Milliseconds) {
    guard let present = now else { return begin(at: time) }
    guard time >= present else {
      tally.timeReversals += 1
      return
    }
    guard mode != .stopped else {
      now = time
      return
    }
    guard time >= stepDue else {
      now = time
      return
    }
    while let due = nextStep(before: time), due > now ?? due { step(to: due, onTheWayTo: time) }
    step(to: time, onTheWayTo: time)
    stepDue = nextDeadline ?? .max
  }

  /// The radio can hear from now on, or is deaf from now on. Until it is told otherwise, the agent takes it to hear.
  ///
  /// Blind is not gone: while it is deaf no silence grows, nothing is left, and nothing begins to idle.
  public mutating func setHearing(_ isHearing: Bool, at time: Milliseconds) {
    if now == nil { self.isHearing = isHearing }
    advance(to: time)
    self.isHearing = isHearing
    stepDue = .min
    guard mode != .stopped, let present = now else { return }
    watch.setHearing(isHearing, at: present)
    noteDuty()
    if mode != .idle { location.setHearing(isHearing, at: present) }
    if isHearing, mode == .starting { setMode(.searching, at: present) }
  }

  /// A motion input reported.
  public mutating func noteMotion(_ source: MotionSource, isMoving: Bool, at time: Milliseconds) {
    advance(to: time)
    guard let present = now else { return }
    stepDue = .min
    let begins = motion.note(source, isMoving: isMoving, reading: watch.clock.reading(at: present))
    if begins, mode == .idle { wake(.motion(source), by: nil, at: present) }
  }

  /// A motion input is gone, so that its last word counts no more. A rest that nothing could end any more ends.
  public mutating func loseMotion(_ source: MotionSource, at time: Milliseconds) {
    advance(to: time)
    guard let present = now else { return }
    stepDue = .min
    motion.lose(source, reading: watch.clock.reading(at: present))
    if mode == .idle, idleReason == .noMotion, !motion.hasInput { wake(.motion(source), by: nil, at: present) }
  }

  /// The program itself did not run since the last input (suspended, stopped by a signal): nobody listened, and nothing
  /// of that time is made up for. Call it instead of `advance` when `nextDeadline` was missed by seconds.
  public mutating func passOver(to time: Milliseconds) {
    guard let present = now, time > present, mode != .stopped else { return advance(to: time) }
    watch.setHearing(false, at: present)
    if mode != .idle {
      location.advance(to: present)
      location.passOver(to: time, isHearing: isHearing)
      location.moveEvents(to: &events)
    }
    passTime(to: time)
    watch.setHearing(isHearing, at: time)
    step(to: time, onTheWayTo: time)
    stepDue = .min
  }

  /// Leaves floor and zones at once: another site is about to take this one's place. Regions are handed on by `memory`.
  public mutating func leaveSite(at time: Milliseconds) {
    advance(to: time)
    stepDue = .min
    if mode != .idle, mode != .stopped, let present = now { location.advance(to: present) }
    location.leave()
    location.moveEvents(to: &events)
    if mode != .idle, mode != .stopped, let present = now { followLocation(at: present) }
  }

  // MARK: Steps

  private mutating func passTime(to time: Milliseconds) {
    if let present = now, time < present { tally.timeReversals += 1 }
    now = max(time, now ?? time)
  }

  /// The first input of an agent that is not stopped; there may have been others before.
  private mutating func begin(at time: Milliseconds) {
    passTime(to: time)
    guard mode != .stopped else { return }
    let time = now ?? time
    watch.start(at: time, memory: memory)
    memory = nil
    watch.setHearing(isHearing, at: time)
    location.setHearing(isHearing, at: time)
    memoryTime = time
    beginSearch(at: time)
    if isHearing { setMode(.searching, at: time) }
  }

  /// All that must last before the agent idles begins to count.
  private mutating func beginSearch(at time: Milliseconds) {
    stepDue = .min
    awakeSince = time
    radioSince = nil
    let reading = watch.clock.reading(at: time)
    lastSite = max(lastSite, reading)
    motion.noteActivity(reading: reading)
  }

  private mutating func step(to time: Milliseconds, onTheWayTo end: Milliseconds) {
    now = time
    // Late ticks of a deaf radio are passed over at once, not from deadline to deadline.
    let isLate = location.isBlind && time < end.subtractingSaturating(LocationAgent.blindLateness)
    if mode != .idle && !isLate {
      location.advance(to: time)
      location.moveEvents(to: &events)
      noteRadioMotion(at: time)
    }
    watch.advance(to: time, events: &events)
    if watch.changes != savedChanges || isMemoryDue(at: time) { noteMemory(at: time) }
    noteDuty()
    guard mode != .idle else { return }
    if let reason = dueIdle(at: time) { rest(reason, at: time) } else { followLocation(at: time) }
  }

  private mutating func noteRadioMotion(at time: Milliseconds) {
    let isMoving = location.hasMotion && location.latestSource == .beacons
    radioSince = isMoving ? radioSince ?? time : nil
    if radioMoves { motion.noteActivity(reading: watch.clock.reading(at: time)) }
  }

  private mutating func followLocation(at time: Milliseconds) {
    switch location.latestSource {
    case .beacons: setMode(.tracking, at: time)
    case .deadReckoning: setMode(.deadReckoning, at: time)
    case nil: if mode == .tracking || mode == .deadReckoning { setMode(.searching, at: time) }
    }
  }

  private mutating func setMode(_ mode: AgentMode, at time: Milliseconds) {
    guard mode != self.mode else { return }
    events.append(.mode(from: self.mode, to: mode, time: time))
    self.mode = mode
    noteDuty()
  }

  private mutating func noteMemory(at time: Milliseconds) {
    savedChanges = watch.changes
    memoryTime = time
    memoryVersion &+= 1
  }

  // MARK: Idling

  private mutating func rest(_ reason: IdleReason, at time: Milliseconds) {
    idleReason = reason
    idleSince = time
    events.append(.idle(Idling(time: time, reason: reason)))
    setMode(.idle, at: time)
  }

  /// Whether a sighting ends the idling. Where the board rests, it is among the site's beacons all the time.
  private mutating func wakes(_ sighting: Sighting, entered region: Int?, at time: Milliseconds) -> Bool {
    // Looked up here rather than by a method of the large `location`, which would be copied for the call.
    let isSite =
      BeamIndex.find(sighting.identity, identities: location.site.identities.span, slots: location.slots.span) != nil
    if isSite { lastBeacon = watch.clock.reading(at: time) }
    if let region {
      wake(.region(index: region), by: sighting, at: time)
    } else if isSite, idleReason == .silence {
      wake(.site, by: sighting, at: time)
    } else {
      return false
    }
    return true
  }

  private mutating func wake(_ reason: WakeupReason, by sighting: Sighting?, at time: Milliseconds) {
    location.passOver(to: time, isHearing: isHearing)
    beginSearch(at: time)
    idleReason = nil
    tally.wakeups += 1
    events.append(
      .wakeup(
        Wakeup(time: time, reason: reason, beacon: sighting?.identity, rssi: sighting?.rssi, idleSince: idleSince)))
    setMode(.waking, at: time)
  }
}
