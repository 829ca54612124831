import FixedPoint

/// Turns conditions into lit and dark, lamp by lamp: a time line that depends on nothing but what it was told and when.
///
/// A pattern begins when its condition does. A flash plays over the pattern of its lamp, which then goes on as if
/// nothing had been. Times are milliseconds of the caller's clock.
public struct LampBoard: Sendable {
  /// The lamps that there are.
  public private(set) var roles: LampRoles
  /// Flashes that found the queue full and are not shown.
  public private(set) var droppedFlashes: UInt32 = 0

  private var conditions = LampConditions(mode: .stopped)
  private var patterns: InlineArray<4, LampPattern>
  private var starts: InlineArray<4, Milliseconds>
  private var flashes = FlashQueue()

  /// A board whose lamps are all dark until the first `show`.
  public init(roles: LampRoles) {
    self.roles = roles
    patterns = InlineArray(repeating: .dark)
    starts = InlineArray(repeating: 0)
  }

  /// Shows the conditions from `time` on. What does not change goes on without a break.
  public mutating func show(_ conditions: LampConditions, at time: Milliseconds) {
    self.conditions = conditions
    if conditions.mode == .stopped { flashes.removeAll() }
    for index in 0..<LampRole.count {
      guard let role = LampRole(rawValue: UInt8(truncatingIfNeeded: index)) else { continue }
      let pattern = choosePattern(for: role)
      guard pattern != patterns[index] else { continue }
      patterns[index] = pattern
      starts[index] = time
    }
  }

  /// Goes on with other lamps, because one became usable or ceased to be.
  public mutating func use(_ roles: LampRoles, at time: Milliseconds) {
    guard roles != self.roles else { return }
    self.roles = roles
    show(conditions, at: time)
  }

  /// Plays a flash, after those that wait already. A stopped board stays dark.
  public mutating func flash(_ kind: LampFlash, at time: Milliseconds) {
    guard conditions.mode != .stopped, roles.home(of: .event) != nil else { return }
    if !flashes.add(kind, at: time) { droppedFlashes = droppedFlashes.addingSaturating(1) }
  }

  /// Whether the role's own lamp is lit; false for a role without one.
  public func isLit(_ role: LampRole, at time: Milliseconds) -> Bool {
    guard roles.contains(role) else { return false }
    if roles.home(of: .event) == role, let flash = flashes.playing(at: time) {
      guard flash.elapsed >= FlashQueue.leadIn else { return false }
      return flash.kind.pattern.rhythm.isLit(after: flash.elapsed &- FlashQueue.leadIn)
    }
    let index = Int(role.rawValue)
    return patterns.span[index].rhythm.isLit(after: time.subtractingSaturating(starts.span[index]))
  }

  /// What the role's own lamp shows; `dark` for a role without one.
  public func pattern(of role: LampRole, at time: Milliseconds) -> LampPattern {
    guard roles.contains(role) else { return .dark }
    if roles.home(of: .event) == role, let flash = flashes.playing(at: time) { return flash.kind.pattern }
    return patterns.span[Int(role.rawValue)]
  }

  /// The next moment after `time` at which a lamp may change; until then none does. `nil`: never by itself.
  public func nextChange(after time: Milliseconds) -> Milliseconds? {
    var next = roles.home(of: .event) == nil ? nil : flashes.nextChange(after: time)
    for index in 0..<LampRole.count {
      guard let role = LampRole(rawValue: UInt8(truncatingIfNeeded: index)), roles.contains(role) else { continue }
      if roles.home(of: .event) == role, flashes.playing(at: time) != nil { continue }
      let start = starts.span[index]
      guard let edge = patterns.span[index].rhythm.nextEdge(after: time.subtractingSaturating(start)) else { continue }
      let change = start.addingSaturating(edge)
      if change > time { next = min(next ?? change, change) }
    }
    return next
  }

  /// The first pattern that applies, of those that the role's lamp has to tell.
  private func choosePattern(for role: LampRole) -> LampPattern {
    guard roles.contains(role) else { return .dark }
    for index in 0..<UInt8(truncatingIfNeeded: LampPattern.count) {
      guard let pattern = LampPattern(rawValue: index), roles.home(of: pattern.role) == role else { continue }
      if pattern.applies(to: conditions) { return pattern }
    }
    return .dark
  }
}
