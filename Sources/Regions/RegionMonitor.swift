import Advertisement
import FixedPoint

/// A region that was entered or left.
@frozen public struct RegionChange: Sendable, Equatable {
  /// Index of the region in the span that is lent.
  public var region: Int
  public var time: Milliseconds
  /// When the stay began; on entry equal to `time`.
  public var since: Milliseconds

  @inlinable public init(region: Int, time: Milliseconds, since: Milliseconds) {
    self.region = region
    self.time = time
    self.since = since
  }
}

/// Watches regions: entered when enough of their beacons' sightings came, left after a silence of all of them.
///
/// The caller owns regions and states, of equal number, lends the same ones to every call, and calls `advance` before
/// `hear` and `setHearing` of the same time. A time that lies before an earlier one counts as that. Nothing of what is
/// heard is kept but one state per region, whatever comes in.
@frozen public struct RegionMonitor: Sendable {
  /// Regions that a configuration may have: every advertisement that passes the filter is compared with each of them.
  /// iOS grants an app 20.
  @inlinable public static var capacity: Int { 64 }

  /// Shorter exit silences count as this, ms: a beacon at 1 Hz would enter and leave with every advertisement.
  @inlinable public static var leastExitAfter: Milliseconds { 2_000 }

  /// For this long before an exit, and after a sighting that may begin a stay, `isInDoubt` asks for more listening, ms:
  /// ten advertisements at 1 Hz.
  @inlinable public static var doubt: Milliseconds { 10_000 }

  /// The time that counts for silence.
  public private(set) var clock = ListeningClock()

  /// When `advance` is due if nothing is heard before; `nil` when silence changes nothing any more, or proves nothing.
  /// May come earlier than the next change.
  public private(set) var nextDeadline: Milliseconds?

  /// An exit is near, or a stay may be about to begin: a radio that listens at a low duty should listen closely now, so
  /// that no exit is told of a beacon that it merely missed.
  public private(set) var isInDoubt = false

  /// The monitor's present; `nil` before `start`.
  public private(set) var now: Milliseconds?

  /// One bit for each value of a hash of the regions' `high`: most foreign beacons end here.
  @usableFromInline var filter: UInt64 = 0

  public init(regions: Span<Region>) {
    for index in regions.indices { filter |= Self.filterBit(regions[index].high) }
  }

  @inlinable static func filterBit(_ high: UInt64) -> UInt64 {
    1 &<< ((high &* 0x9E37_79B9_7F4A_7C15) &>> 58)
  }

  /// False for most beacons that belong to no region, at once.
  @inlinable public func mayKnow(_ identity: BeaconIdentity) -> Bool { filter & Self.filterBit(identity.high) != 0 }

  /// Begins to watch; the silence of every region, restored ones included, counts from here.
  public mutating func start(
    at time: Milliseconds, regions: Span<Region>, states: inout MutableSpan<RegionState>
  ) {
    guard now == nil else { return }
    now = time
    for index in states.indices {
      states[index].heardReading = clock.reading(at: time)
      if states[index].presence == .unknown { states[index].since = time }
    }
    refresh(at: time, regions: regions, states: states.span)
  }

  /// The radio can hear from now on, or is deaf from now on: meanwhile all silences stand still.
  public mutating func setHearing(
    _ isHearing: Bool, at time: Milliseconds, regions: Span<Region>, states: inout MutableSpan<RegionState>
  ) {
    let time = max(time, now ?? time)
    clock.setHearing(isHearing, at: time)
    refresh(at: time, regions: regions, states: states.span)
  }

  /// A beacon was heard.
  ///
  /// - Parameter each: called for each region that the beacon belongs to; `change` is there when the sighting entered it.
  /// - Returns: whether there was one.
  public mutating func hear(
    _ identity: BeaconIdentity, at time: Milliseconds, regions: Span<Region>,
    states: inout MutableSpan<RegionState>, each: (_ region: Int, _ change: RegionChange?) -> Void
  ) -> Bool {
    guard mayKnow(identity) else { return false }
    var isKnown = false
    var needsRefresh = false
    let time = max(time, now ?? time)
    // Its first half tells nearly all beacons apart; the rest is looked at only where it agrees.
    for index in regions.indices where regions[index].high == identity.high {
      guard regions[index].contains(identity) else { continue }
      isKnown = true
      if isInDoubt || states[index].presence != .inside { needsRefresh = true }
      each(index, Self.count(index, at: time, clock: clock, region: regions[index], state: &states[index]))
    }
    if isKnown { now = time }
    // A region that is inside already is left later than it would have been: the deadline may stay too early.
    if needsRefresh { refresh(at: time, regions: regions, states: states.span) }
    return isKnown
  }

  /// Time has come this far: tells each exit that is due, in the order and with the time in which silence made it due.
  public mutating func advance(
    to time: Milliseconds, regions: Span<Region>, states: inout MutableSpan<RegionState>,
    left: (RegionChange) -> Void
  ) {
    while let due = nextDeadline, due <= time {
      for index in regions.indices {
        if let change = end(index, at: due, region: regions[index], state: &states[index]) { left(change) }
      }
      refresh(at: due, regions: regions, states: states.span)
    }
    if let now, time > now { self.now = time }
  }

  // MARK: One region

  private static func count(
    _ index: Int, at time: Milliseconds, clock: ListeningClock, region: Region, state: inout RegionState
  ) -> RegionChange? {
    state.lastHeard = time
    state.heardReading = clock.reading(at: time)
    state.sightings = state.sightings.addingSaturating(1)
    guard state.presence != .inside, state.sightings >= UInt32(max(region.entrySightings, 1)) else { return nil }
    state.presence = .inside
    state.since = time
    return RegionChange(region: index, time: time, since: time)
  }

  /// Ends a stay, one that was about to begin, or the uncertainty of the start, when silence has lasted.
  private func end(
    _ index: Int, at time: Milliseconds, region: Region, state: inout RegionState
  ) -> RegionChange? {
    guard clock.isComplete(silence: Self.exitAfter(region), since: state.heardReading, at: time) else { return nil }
    state.sightings = 0
    guard state.presence != .outside else { return nil }
    let change = state.presence == .inside ? RegionChange(region: index, time: time, since: state.since) : nil
    state.presence = .outside
    state.since = time
    return change
  }

  private static func exitAfter(_ region: Region) -> Milliseconds { max(region.exitAfter, leastExitAfter) }

  // MARK: What comes next

  /// Finds the next deadline after `time`, and whether anything is in doubt.
  private mutating func refresh(at time: Milliseconds, regions: Span<Region>, states: Span<RegionState>) {
    nextDeadline = nil
    isInDoubt = false
    for index in regions.indices {
      let state = states[index]
      // What is outside and silent stays so.
      guard state.presence != .outside || state.sightings > 0,
        let due = clock.due(silence: Self.exitAfter(regions[index]), since: state.heardReading)
      else { continue }
      // Even one that has passed: the next `advance` catches up with it.
      nextDeadline = min(nextDeadline ?? due, due)
      switch state.presence {
      case .inside:
        let closer = min(Self.doubt, Self.exitAfter(regions[index]) / 2)
        noteDoubt(from: due.subtractingSaturating(closer), until: due, at: time)
      case .outside, .unknown:
        guard state.sightings > 0, let end = clock.due(silence: Self.doubt, since: state.heardReading) else { break }
        noteDoubt(from: .min, until: min(end, due), at: time)
      }
    }
  }

  private mutating func noteDoubt(from start: Milliseconds, until end: Milliseconds, at time: Milliseconds) {
    if time >= start && time < end { isInDoubt = true }
    if start > time { nextDeadline = min(nextDeadline ?? start, start) }
    if end > time { nextDeadline = min(nextDeadline ?? end, end) }
  }
}
