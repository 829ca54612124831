import FixedPoint

/// When a position counts as inside a zone: margins and dwell, so that an edge does not flap.
@frozen public struct ZoneRules: Sendable, Equatable {
  /// How far inside the edge a position must lie to enter, m.
  public var enterMargin: Metres
  /// How far outside the edge a position must lie to exit, m; the position's accuracy comes on top, 2 m at most.
  public var exitMargin: Metres
  /// How long it must lie there to enter, ms.
  public var enterDwell: Milliseconds
  /// How long it must lie there to exit, ms.
  public var exitDwell: Milliseconds

  /// How long a position must lie outside by the exit margin alone, whatever its accuracy, to exit, ms. Errors scatter
  /// about an edge within a few seconds; a chain of them this long on one side is not seen.
  public var exitPatience: Milliseconds = 12_000

  /// Enter by 0.25 m for 1.5 s, exit by 0.5 m plus the accuracy for 3 s: a person who walks through a door is told
  /// within two seconds, one who stands in it is not told twice.
  public init(
    enterMargin: Metres = Metres(1, over: 4), exitMargin: Metres = Metres(1, over: 2),
    enterDwell: Milliseconds = 1_500, exitDwell: Milliseconds = 3_000
  ) {
    self.enterMargin = enterMargin
    self.exitMargin = exitMargin
    self.enterDwell = enterDwell
    self.exitDwell = exitDwell
  }
}

/// Follows one zone: in or out, and for how long the opposite has seemed true.
@frozen public struct ZoneTracker: Sendable {
  public enum Change: UInt8, Sendable {
    case none
    case entered
    case exited
  }

  public private(set) var isInside = false
  /// When the present stay, inside or outside, began.
  public private(set) var since: Milliseconds = 0
  /// When positions on the other side began to come in without a break.
  private var pendingSince: Milliseconds?
  /// When positions beyond the exit margin alone began to come in without a break.
  private var outsideSince: Milliseconds?

  public init() {}

  /// Takes a position on the zone's map.
  public mutating func update(
    position: Point, accuracy: Metres, at time: Milliseconds, zone: Zone, vertices: Span<Point>, rules: ZoneRules
  ) -> Change {
    let contains = Polygon.contains(position, zone: zone, vertices: vertices)
    let depth = Polygon.distanceToEdge(position, zone: zone, vertices: vertices)
    if isInside {
      // Seen outside without a break for long enough, even a little: that is no scatter about the edge.
      let isBeyondMargin = !contains && depth >= rules.exitMargin
      outsideSince = isBeyondMargin ? outsideSince ?? time : nil
      if let outsideSince, time.subtractingSaturating(outsideSince) >= rules.exitPatience {
        return advance(toward: true, dwell: 0, at: time)
      }
      // An uncertain position near the edge is no proof of having left; 2 m at most, or small zones would never be left.
      let slack = min(accuracy, Metres(2))
      return advance(toward: !contains && depth >= rules.exitMargin + slack, dwell: rules.exitDwell, at: time)
    }
    return advance(toward: contains && depth >= rules.enterMargin, dwell: rules.enterDwell, at: time)
  }

  /// Leaves at once, when the zone's map was left.
  public mutating func leave(at time: Milliseconds) -> Change {
    guard isInside else {
      pendingSince = nil
      return .none
    }
    return advance(toward: true, dwell: 0, at: time)
  }

  /// A dwell that had begun must begin anew: nobody looked for a while.
  public mutating func interrupt() {
    pendingSince = nil
    outsideSince = nil
  }

  private mutating func advance(toward isOpposite: Bool, dwell: Milliseconds, at time: Milliseconds) -> Change {
    guard isOpposite else {
      pendingSince = nil
      return .none
    }
    let began = pendingSince ?? time
    pendingSince = began
    guard time.subtractingSaturating(began) >= dwell else { return .none }
    isInside.toggle()
    since = time
    pendingSince = nil
    outsideSince = nil
    return isInside ? .entered : .exited
  }
}
