import Advertisement
import FixedPoint
import Places
import Positioning
import Ranging
import Regions

/// The state machine that turns sightings and time into events.
///
/// It is deterministic: the same inputs in the same order give the same events, on every machine. It has no clock; the
/// time of every input is passed in, and positions are worked out in ticks of 500 ms that begin with the first input.
/// All memory is taken when it is made; nothing grows while it runs but the list of events, which the caller drains.
public struct LocationAgent: ~Copyable {
  public let site: Site
  public let settings: AgentSettings
  public private(set) var counts = AgentCounts()

  /// Events since the last `takeEvents`, oldest first.
  private var events: [AgentEvent] = []

  private let floors: [Floor]
  private let georeferences: [Georeference?]
  /// Clockwise angle from north to each map's up.
  private let northings: [BinaryAngle]
  /// Finds a beam by its identity; see `BeamIndex`.
  private(set) var slots: [UInt16]
  private var filters: [RSSIFilter]
  private var tracks: [BeamTrack]
  /// Beams heard in the running tick.
  private var heard: [UInt16] = []
  /// Beams heard lately.
  private var active: [UInt16] = []
  /// The parts of both that lie on the current floor.
  private var heardHere: [UInt16] = []
  private var activeHere: [UInt16] = []

  private var fields: FieldCache
  /// The current floor's ceiling.
  private var ceiling: [Int16]
  private var surfaces: [Int16]
  private var scratch: [Int16]
  private var estimator = SurfaceEstimator()
  private var selector = FloorSelector()
  private var floorEvidence: [Int32]
  private var tickEvidence: [FloorEvidence]
  private var beamsHeard: [UInt16]

  private var zoneTrackers: [ZoneTracker]
  private var beaconTrackers: [VirtualBeaconTracker]

  /// The agent's present; `nil` before the first input.
  public private(set) var now: Milliseconds?
  private(set) var nextTick: Milliseconds = 0
  private var nextLocation: Milliseconds = .min
  /// The time in which the radio could hear; silence is measured by it.
  private var listening = ListeningClock()
  /// The listening clock's reading when a beam was heard last.
  private var lastHeard: Milliseconds?
  /// A tick found the radio deaf.
  private var wasBlind = false
  /// Time was passed over: what was known of the position holds, but nothing is told of it before there is evidence.
  private var isResuming = false
  /// What the last tick's position came from; `nil` when it had none.
  public private(set) var latestSource: LocationSource?
  /// Whether the last tick's position moves.
  public private(set) var hasMotion = false
  private var floorSince: Milliseconds = 0
  private var currentMap: Int?
  /// The position last worked out; what an exit tells when there is no newer one.
  private var lastPosition = Point(x: .zero, y: .zero)

  public init(site: Site, settings: AgentSettings = AgentSettings()) {
    self.site = site
    self.settings = settings
    let floors = site.maps.indices.map { Floor(map: $0, site: site) }
    self.floors = floors
    georeferences = site.maps.map { $0.georeference }
    northings = site.maps.map { $0.upFromNorth }
    slots = [UInt16](repeating: 0, count: BeamIndex.slotCount(for: site.identities.count))
    filters = [RSSIFilter](repeating: RSSIFilter(), count: site.beams.count)
    tracks = site.beams.map { beam in
      BeamTrack(power: MeasuredPower(site: beam.measuredPower, advertised: nil).level)
    }
    fields = FieldCache(floors: floors)
    let largest = floors.map { $0.grid?.surfaceCount ?? 0 }.max() ?? 0
    let widest = floors.map { $0.grid?.paddedColumns ?? 0 }.max() ?? 0
    ceiling = [Int16](repeating: 0, count: largest)
    surfaces = [Int16](repeating: 0, count: largest * SurfaceEstimator.hypotheses)
    scratch = [Int16](repeating: 0, count: largest + widest)
    floorEvidence = [Int32](repeating: 0, count: site.maps.count)
    tickEvidence = [FloorEvidence](repeating: FloorEvidence(), count: site.maps.count)
    beamsHeard = [UInt16](repeating: 0, count: site.maps.count)
    zoneTrackers = [ZoneTracker](repeating: ZoneTracker(), count: site.zones.count)
    beaconTrackers = [VirtualBeaconTracker](repeating: VirtualBeaconTracker(), count: site.virtualBeacons.count)
    for count in [site.beams.count] {
      heard.reserveCapacity(count)
      active.reserveCapacity(count)
      heardHere.reserveCapacity(count)
      activeHere.reserveCapacity(count)
    }
    var slotSpan = slots.mutableSpan
    // The site check refuses more beams than the index can hold; a site made in memory may still be too large.
    precondition(
      BeamIndex.build(identities: site.identities.span, into: &slotSpan), "a site holds at most 65,000 beams")
  }

  /// Hands out the events since the last call, oldest first.
  public mutating func takeEvents() -> [AgentEvent] {
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }

  // MARK: Inputs

  /// A beacon was heard.
  public mutating func hear(_ sighting: Sighting, at time: Milliseconds) {
    advance(to: time)
    guard let beam = BeamIndex.find(sighting.identity, identities: site.identities.span, slots: slots.span) else {
      counts.foreign += 1
      return
    }
    counts.sightings += 1
    guard let rssi = sighting.rssi else {
      counts.withoutRSSI += 1
      return
    }
    let power = MeasuredPower(site: site.beams[beam].measuredPower, advertised: sighting.measuredPower)
    if power.source == .assumed && sighting.measuredPower != nil { counts.absurdPower += 1 }
    tracks[beam].power = power.level
    let outcome = filters[beam].add(rssi: rssi, at: now ?? time)
    guard outcome != .outlier else {
      counts.outliers += 1
      return
    }
    if tracks[beam].add(rssi: rssi) { heard.append(UInt16(truncatingIfNeeded: beam)) }
    if !tracks[beam].isActive {
      tracks[beam].isActive = true
      active.append(UInt16(truncatingIfNeeded: beam))
    }
  }

  /// Time has come this far: carries out every tick that is due.
  public mutating func advance(to time: Milliseconds) {
    guard let present = now else {
      now = time
      nextTick = time.addingSaturating(SurfaceEstimator.tick)
      return
    }
    guard time >= present else {
      counts.timeReversals += 1
      return
    }
    // The last millisecond of the clock has no tick: none could come after it.
    while nextTick <= time, nextTick < .max {
      // While deaf a tick only ages the position; what nobody asked for in time is worth nothing.
      let soonest = time.subtractingSaturating(Self.blindLateness)
      if isBlind, nextTick <= soonest { skipTicks(until: soonest) }
      now = nextTick
      tick(at: nextTick)
      nextTick = nextTick.addingSaturating(SurfaceEstimator.tick)
      if isQuiet, nextTick <= time { skipTicks(until: time) }
    }
    now = time
  }

  /// The radio can hear from now on, or is deaf from now on.
  ///
  /// Blind is not gone: while it is deaf the position goes on with growing uncertainty, floor, zones and virtual beacons
  /// stay as they are, and no silence grows.
  public mutating func setHearing(_ isHearing: Bool, at time: Milliseconds) {
    advance(to: time)
    listening.setHearing(isHearing, at: now ?? time)
    if isHearing, wasBlind {
      wasBlind = false
      interrupt()
    }
  }

  /// Nothing was listened to nor worked out up to `time`, since the board rested or the program did not run: ticks are
  /// passed over, silence does not grow. Floor and zones are kept; positions are told again with the first evidence,
  /// which decides where the board is by then.
  public mutating func passOver(to time: Milliseconds, isHearing: Bool) {
    guard let present = now, time >= present else { return advance(to: time) }
    listening.setHearing(false, at: present)
    if nextTick <= time { skipTicks(until: time) }
    now = time
    listening.setHearing(isHearing, at: time)
    dropTick()
    wasBlind = false
    isResuming = true
    latestSource = nil
    hasMotion = false
    interrupt()
  }

  /// Leaves floor and zones at once: another site is about to take this one's place.
  public mutating func leave() {
    guard let now else { return }
    dropTick()
    lose(at: now)
    latestSource = nil
    hasMotion = false
  }

  /// When `advance` is due if nothing is heard before; `nil` when time changes nothing.
  public var nextDeadline: Milliseconds? { now == nil || isQuiet ? nil : nextTick }

  /// Whether a floor was entered and not left.
  public var isOnFloor: Bool { currentMap != nil }

  /// Appends the events since the last call to a list, oldest first.
  package mutating func moveEvents(to list: inout [AgentEvent]) {
    guard !events.isEmpty else { return }
    list += events
    events.removeAll(keepingCapacity: true)
  }

  // MARK: Ticks

  /// Nothing is heard, nothing is held: a tick would change nothing.
  private var isQuiet: Bool {
    lastHeard == nil && heard.isEmpty && active.isEmpty && currentMap == nil
  }

  /// Ticks of a deaf radio that are due for longer than this are passed over, ms.
  static var blindLateness: Milliseconds { 10_000 }

  /// Nothing was heard in the running tick, and nothing could be.
  var isBlind: Bool { heard.isEmpty && !listening.isHearing }

  /// Passes over the ticks up to `time`, which is not before the next one: however long they last, they cost nothing.
  private mutating func skipTicks(until time: Milliseconds) {
    // Unsigned, since a silence may last longer than half of the clock's range.
    let silence = UInt64(bitPattern: time &- nextTick)
    let begun = Int64(truncatingIfNeeded: silence % UInt64(SurfaceEstimator.tick))
    nextTick = time.addingSaturating(SurfaceEstimator.tick - begun)
  }

  private mutating func tick(at time: Milliseconds) {
    if !heard.isEmpty {
      lastHeard = listening.reading(at: time)
      isResuming = false
    }
    latestSource = nil
    hasMotion = false
    if isBlind { wasBlind = true }
    if !isBlind && !isResuming { selectFloor(at: time) }
    forgetSilentBeams(at: time)
    let patience = max(settings.lostAfter, SurfaceEstimator.liveness)
    if let last = lastHeard, listening.isComplete(silence: patience, since: last, at: time) {
      lose(at: time)
    } else if !isResuming, let map = currentMap, let fix = locate(on: map, at: time) {
      counts.fixes += 1
      tell(fix, on: map, at: time)
    }
    dropTick()
  }

  /// What was not used (no floor yet, another floor) must not count as heard in the next tick.
  private mutating func dropTick() {
    for beam in heard { tracks[Int(beam)].dropTick() }
    heard.removeAll(keepingCapacity: true)
  }

  /// What was about to be proved by lasting must begin anew: nobody looked meanwhile.
  private mutating func interrupt() {
    selector.interrupt()
    for map in floorEvidence.indices { floorEvidence[map] = 0 }
    for zone in zoneTrackers.indices { zoneTrackers[zone].interrupt() }
    for beacon in beaconTrackers.indices { beaconTrackers[beacon].interrupt() }
  }

  private mutating func forgetSilentBeams(at time: Milliseconds) {
    var index = 0
    while index < active.count {
      let beam = Int(active[index])
      // Beams of other floors have no finished tick behind them, only samples.
      let age = time.subtractingSaturating(filters[beam].time)
      if tracks[beam].isSilent(at: time) && age >= BeamTrack.memory {
        tracks[beam].isActive = false
        active.swapAt(index, active.count - 1)
        active.removeLast()
      } else {
        index += 1
      }
    }
  }

  private mutating func selectFloor(at time: Milliseconds) {
    var evidence = floorEvidence.mutableSpan
    FloorSelector.fade(&evidence)
    for map in tickEvidence.indices { tickEvidence[map] = FloorEvidence() }
    for beam in heard {
      guard let level = filters[Int(beam)].level else { continue }
      // As if every beam had the usual power, so that loud access points do not outvote beacons.
      let usual = level + (MeasuredPower.assumedLevel - tracks[Int(beam)].power)
      tickEvidence[Int(site.beams[Int(beam)].map)].add(site.beams[Int(beam)].position, level: usual)
    }
    for map in tickEvidence.indices { tickEvidence[map].add(to: &floorEvidence[map]) }
    // Most beacons advertise once a second or less: one tick does not show how many there are.
    for map in beamsHeard.indices { beamsHeard[map] = 0 }
    for beam in active where time.subtractingSaturating(filters[Int(beam)].time) <= FloorSelector.dwell {
      let map = Int(site.beams[Int(beam)].map)
      beamsHeard[map] = beamsHeard[map].addingSaturating(1)
    }
    // A copy, since an own property cannot be changed while spans of others are lent.
    var selector = selector
    let isChanged = selector.update(evidence: floorEvidence.span, beamsHeard: beamsHeard.span, at: time)
    self.selector = selector
    guard isChanged, let map = selector.map else { return }
    leaveFloor(at: time)
    enterFloor(Int(map), at: time)
  }

  private mutating func locate(on map: Int, at time: Milliseconds) -> SurfaceEstimator.Fix? {
    let floor = floors[map]
    guard let grid = floor.grid else { return nil }
    heardHere.removeAll(keepingCapacity: true)
    for beam in heard where Int(site.beams[Int(beam)].map) == map {
      if fields.provide(beam, at: time, floor: floor, grid: grid, beams: site.beams, tracks: &tracks) {
        heardHere.append(beam)
      } else {
        counts.crowdedOut += 1
      }
    }
    activeHere.removeAll(keepingCapacity: true)
    for beam in active where Int(site.beams[Int(beam)].map) == map { activeHere.append(beam) }
    return Self.update(
      &estimator, at: time, heard: heardHere, active: activeHere, tracks: &tracks, beams: site.beams, floor: floor,
      grid: grid, field: fields.field, ceiling: ceiling, surfaces: &surfaces, scratch: &scratch)
  }

  /// Lends the memory to the core. Static, since spans of several properties of `self` cannot be lent at once.
  private static func update(
    _ estimator: inout SurfaceEstimator, at time: Milliseconds, heard: [UInt16], active: [UInt16],
    tracks: inout [BeamTrack], beams: [Beam], floor: Floor, grid: FloorGrid, field: [UInt8], ceiling: [Int16],
    surfaces: inout [Int16], scratch: inout [Int16]
  ) -> SurfaceEstimator.Fix? {
    var trackSpan = tracks.mutableSpan
    var surfaceSpan = surfaces.mutableSpan
    var scratchSpan = scratch.mutableSpan
    return estimator.update(
      at: time, heard: heard.span, active: active.span, tracks: &trackSpan, beams: beams.span, grid: grid,
      spacing: floor.spacing, field: field.span, ceiling: ceiling.span, surfaces: &surfaceSpan,
      scratch: &scratchSpan)
  }

  // MARK: Telling

  private mutating func enterFloor(_ map: Int, at time: Milliseconds) {
    currentMap = map
    floorSince = time
    estimator.restart()
    fields.clear(&tracks)
    floors[map].fillCeiling(&ceiling)
    // Every cell of the area alike; the padding around it is as far out of reach as the cells outside.
    let count = floors[map].grid?.surfaceCount ?? 0
    for surface in 0..<SurfaceEstimator.hypotheses {
      for index in 0..<count { surfaces[surface * count + index] = ceiling[index] }
    }
    events.append(.map(index: map, time: time))
    events.append(.floorEnter(FloorVisit(time: time, since: time, map: map)))
  }

  private mutating func leaveFloor(at time: Milliseconds) {
    guard let map = currentMap else { return }
    for zone in zoneTrackers.indices where Int(site.zones[zone].map) == map {
      let since = zoneTrackers[zone].since
      if zoneTrackers[zone].leave(at: time) == .exited { tellZone(zone, false, since: since, at: time) }
    }
    for beacon in beaconTrackers.indices where Int(site.virtualBeacons[beacon].map) == map {
      let report = beaconTrackers[beacon].leave(
        position: lastPosition, at: time, beacon: site.virtualBeacons[beacon])
      if let report { tellBeacon(beacon, report, at: time) }
    }
    events.append(.floorExit(FloorVisit(time: time, since: floorSince, map: map)))
    currentMap = nil
  }

  /// Everything was silent for so long that the position means nothing any more.
  private mutating func lose(at time: Milliseconds) {
    leaveFloor(at: time)
    selector.reset()
    for map in floorEvidence.indices { floorEvidence[map] = 0 }
    lastHeard = nil
  }

  private mutating func tell(_ fix: SurfaceEstimator.Fix, on map: Int, at time: Milliseconds) {
    lastPosition = fix.position
    latestSource = fix.isStale ? .deadReckoning : .beacons
    hasMotion = fix.motion.isMoving
    // While another floor seems likelier, a position on this one proves nothing about its zones; while deaf it says
    // where the board was.
    if !selector.isInDoubt && !isBlind { tellPlaces(fix, on: map, at: time) }
    if time >= nextLocation {
      nextLocation = time.addingSaturating(settings.locationInterval)
      events.append(.location(makeLocation(fix, on: map, at: time)))
    }
  }

  private mutating func tellPlaces(_ fix: SurfaceEstimator.Fix, on map: Int, at time: Milliseconds) {
    for zone in zoneTrackers.indices where Int(site.zones[zone].map) == map {
      var tracker = zoneTrackers[zone]
      let since = tracker.since
      let change = tracker.update(
        position: fix.position, accuracy: fix.accuracy, at: time, zone: site.zones[zone],
        vertices: site.vertices.span, rules: settings.zones)
      zoneTrackers[zone] = tracker
      switch change {
      case .none: break
      case .entered: tellZone(zone, true, since: time, at: time)
      case .exited: tellZone(zone, false, since: since, at: time)
      }
    }
    for beacon in beaconTrackers.indices where Int(site.virtualBeacons[beacon].map) == map {
      let report = beaconTrackers[beacon].update(
        position: fix.position, at: time, beacon: site.virtualBeacons[beacon], rules: settings.virtualBeacons)
      if let report { tellBeacon(beacon, report, at: time) }
    }
  }

  private mutating func tellZone(_ zone: Int, _ isEnter: Bool, since: Milliseconds, at time: Milliseconds) {
    let visit = ZoneVisit(time: time, since: since, zone: zone, position: lastPosition)
    events.append(isEnter ? .zoneEnter(visit) : .zoneExit(visit))
  }

  private mutating func tellBeacon(_ beacon: Int, _ report: VirtualBeaconTracker.Report, at time: Milliseconds) {
    events.append(
      .virtualBeacon(
        VirtualBeaconRange(
          time: time, beacon: beacon, proximity: report.proximity, distance: report.distance, rssi: report.rssi,
          position: lastPosition)))
  }

  private func makeLocation(_ fix: SurfaceEstimator.Fix, on map: Int, at time: Milliseconds) -> Location {
    let reference = georeferences[map]
    return Location(
      time: time, map: map, position: fix.position, geo: reference?.geoPoint(fix.position), accuracy: fix.accuracy,
      heading: fix.motion.heading.map { $0 + northings[map] }, speed: fix.motion.speed,
      hasMotion: fix.motion.isMoving, latency: fix.latency, source: fix.isStale ? .deadReckoning : .beacons)
  }
}
