import Advertisement
import FixedPoint
import Ranging
import Regions

/// The regions with the memory that their monitor works in, and the lists of those that are ranged.
struct RegionWatch {
  let regions: [Region]
  private(set) var states: [RegionState]
  private var monitor: RegionMonitor
  /// Lists of the ranged regions, one after the other.
  private var lists: [RangedBeacon]
  /// Where a region's list begins; `nil` for one that is not ranged.
  private let listStarts: [Int?]
  /// The region's last list that was told was not empty.
  private var isTold: [Bool]
  /// When the lists are told next; `nil` while there is nothing to tell.
  private var nextRange: Milliseconds?
  /// Sightings of beacons that found no place in a full list.
  private(set) var leftOut: UInt64 = 0
  /// Grows with every entry and exit.
  private(set) var changes: UInt64 = 0
  /// Regions that are inside, and those of them that are ranged.
  private(set) var insideCount = 0
  private(set) var rangedInsideCount = 0

  /// Time between two lists, ms; CoreLocation's.
  static let rangeInterval: Milliseconds = 1_000

  /// What became of a sighting.
  struct Outcome {
    /// The beacon belongs to a region.
    var isKnown = false
    /// The first region that it entered.
    var entered: Int?
  }

  init(_ regions: [Region]) {
    self.regions = regions
    states = [RegionState](repeating: RegionState(), count: regions.count)
    monitor = RegionMonitor(regions: regions.span)
    var places = 0
    listStarts = regions.map { region in
      guard region.ranges else { return nil }
      defer { places += RangingList.capacity }
      return places
    }
    // One at least: an empty array has no memory to lend, and would take some each time.
    lists = [RangedBeacon](repeating: RangedBeacon(), count: max(places, 1))
    isTold = [Bool](repeating: false, count: regions.count)
  }

  var clock: ListeningClock { monitor.clock }
  var isStarted: Bool { monitor.now != nil }
  var isInDoubt: Bool { monitor.isInDoubt }
  /// How many beacons the lists can hold, over all regions.
  var rangingPlaces: Int { lists.count }

  var nextDeadline: Milliseconds? {
    guard let nextRange else { return monitor.nextDeadline }
    return min(monitor.nextDeadline ?? nextRange, nextRange)
  }

  // MARK: Inputs

  /// Begins to watch, with what is remembered from before a restart.
  mutating func start(at time: Milliseconds, memory: RestoredMemory?) {
    for index in regions.indices {
      guard let entry = memory?.entry(for: regions[index]) else { continue }
      let since = time.subtractingSaturating(memory?.age ?? 0).subtractingSaturating(entry.duration)
      states[index] = RegionState(restored: entry.presence, since: since)
    }
    countInside()
    Self.start(&monitor, at: time, regions: regions, states: &states)
  }

  mutating func setHearing(_ isHearing: Bool, at time: Milliseconds) {
    Self.setHearing(isHearing, &monitor, at: time, regions: regions, states: &states)
    // Old lists say nothing new while nothing can be heard.
    let mayTell = isHearing && isTold.contains(true)
    nextRange = mayTell ? nextRange ?? time.addingSaturating(Self.rangeInterval) : nil
  }

  mutating func hear(
    _ sighting: Sighting, at time: Milliseconds, events: inout [AgentEvent]
  ) -> Outcome {
    var outcome = Outcome()
    guard monitor.mayKnow(sighting.identity) else { return outcome }
    let before = events.count
    outcome.isKnown = Self.hear(
      sighting, &monitor, at: time, regions: regions, states: &states, lists: &lists, listStarts: listStarts,
      leftOut: &leftOut, events: &events, entered: &outcome.entered)
    guard outcome.isKnown else { return outcome }
    noteChanges(events.count - before)
    if nextRange == nil, rangedInsideCount > 0, clock.isHearing, belongsToARangedOne(sighting.identity) {
      nextRange = time.addingSaturating(Self.rangeInterval)
    }
    return outcome
  }

  mutating func advance(to time: Milliseconds, events: inout [AgentEvent]) {
    while let due = nextDeadline, due <= time { step(to: due, events: &events) }
    step(to: time, events: &events)
  }

  private mutating func step(to time: Milliseconds, events: inout [AgentEvent]) {
    let before = events.count
    Self.advance(&monitor, to: time, regions: regions, states: &states, events: &events)
    noteChanges(events.count - before)
    if let due = nextRange, due <= time { tellLists(at: due, events: &events) }
  }

  private mutating func noteChanges(_ count: Int) {
    guard count > 0 else { return }
    changes += UInt64(count)
    countInside()
  }

  private mutating func countInside() {
    insideCount = 0
    rangedInsideCount = 0
    for index in regions.indices where states[index].presence == .inside {
      insideCount += 1
      if regions[index].ranges { rangedInsideCount += 1 }
    }
  }

  // MARK: Ranging

  private func belongsToARangedOne(_ identity: BeaconIdentity) -> Bool {
    for index in regions.indices
    where listStarts[index] != nil && states[index].presence == .inside && regions[index].contains(identity) {
      return true
    }
    return false
  }

  private mutating func tellLists(at time: Milliseconds, events: inout [AgentEvent]) {
    let reading = clock.reading(at: time)
    var isAnyHeard = false
    for index in regions.indices {
      guard let start = listStarts[index] else { continue }
      guard states[index].presence == .inside else {
        isTold[index] = false
        continue
      }
      Self.forgetSilent(reading: reading, in: &lists, from: start)
      let beacons = Self.beacons(lists, from: start)
      if !beacons.isEmpty || isTold[index] {
        events.append(.regionRange(RegionRange(time: time, region: index, beacons: beacons)))
      }
      isTold[index] = !beacons.isEmpty
      if isTold[index] { isAnyHeard = true }
    }
    nextRange = isAnyHeard ? time.addingSaturating(Self.rangeInterval) : nil
    // The last moment of the clock has no next one.
    if let next = nextRange, next <= time { nextRange = nil }
  }

  /// The listed beacons, nearest first.
  private static func beacons(_ lists: [RangedBeacon], from start: Int) -> [RegionBeacon] {
    var beacons: [RegionBeacon] = []
    for place in start..<(start + RangingList.capacity) where lists[place].isListed {
      let estimate = lists[place].estimate
      let beacon = RegionBeacon(
        identity: lists[place].identity, proximity: estimate?.proximity ?? .unknown, accuracy: estimate?.distance,
        rssi: lists[place].filter.level)
      var position = beacons.count
      while position > 0, isNearer(beacon, than: beacons[position - 1]) { position -= 1 }
      beacons.insert(beacon, at: position)
    }
    return beacons
  }

  /// Nearer by distance; of equal distances (all beyond 200 m, say) the louder one; one without a distance never.
  private static func isNearer(_ beacon: RegionBeacon, than other: RegionBeacon) -> Bool {
    guard let distance = beacon.accuracy else { return false }
    guard let otherDistance = other.accuracy else { return true }
    return (distance, other.rssi ?? .min) < (otherDistance, beacon.rssi ?? .min)
  }

  // MARK: Lending memory to the core. Static, since spans of several properties of `self` cannot be lent at once.

  private static func start(
    _ monitor: inout RegionMonitor, at time: Milliseconds, regions: [Region], states: inout [RegionState]
  ) {
    var span = states.mutableSpan
    monitor.start(at: time, regions: regions.span, states: &span)
  }

  private static func setHearing(
    _ isHearing: Bool, _ monitor: inout RegionMonitor, at time: Milliseconds, regions: [Region],
    states: inout [RegionState]
  ) {
    var span = states.mutableSpan
    monitor.setHearing(isHearing, at: time, regions: regions.span, states: &span)
  }

  private static func hear(
    _ sighting: Sighting, _ monitor: inout RegionMonitor, at time: Milliseconds, regions: [Region],
    states: inout [RegionState], lists: inout [RangedBeacon], listStarts: [Int?], leftOut: inout UInt64,
    events: inout [AgentEvent], entered: inout Int?
  ) -> Bool {
    let reading = monitor.clock.reading(at: time)
    var span = states.mutableSpan
    var listSpan = lists.mutableSpan
    return monitor.hear(sighting.identity, at: time, regions: regions.span, states: &span) { region, change in
      if let change {
        events.append(
          .regionEnter(
            RegionVisit(
              time: change.time, since: change.since, region: region, beacon: sighting.identity, rssi: sighting.rssi)))
        entered = entered ?? region
      }
      guard let start = listStarts[region] else { return }
      let isListed = RangingList.hear(
        sighting, at: time, reading: reading, lists: &listSpan, places: start..<(start + RangingList.capacity))
      if !isListed { leftOut += 1 }
    }
  }

  private static func advance(
    _ monitor: inout RegionMonitor, to time: Milliseconds, regions: [Region], states: inout [RegionState],
    events: inout [AgentEvent]
  ) {
    var span = states.mutableSpan
    monitor.advance(to: time, regions: regions.span, states: &span) { change in
      events.append(.regionExit(RegionVisit(time: change.time, since: change.since, region: change.region)))
    }
  }

  private static func forgetSilent(reading: Milliseconds, in lists: inout [RangedBeacon], from start: Int) {
    var span = lists.mutableSpan
    RangingList.forgetSilent(reading: reading, lists: &span, places: start..<(start + RangingList.capacity))
  }
}
