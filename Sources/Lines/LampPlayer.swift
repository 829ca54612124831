import FixedPoint
import Lamps

/// Plays the board of lamps on real ones. What a lamp that doesn't work would have told, the status lamp tells.
public final class LampPlayer {
  private let sink: any LampSink
  private var board = LampBoard(roles: LampRoles())
  /// When `step` has something to do, ms; `nil`: nothing.
  public private(set) var deadline: Milliseconds?

  public init(sink: any LampSink) {
    self.sink = sink
  }

  /// Flashes that were too many to be shown.
  public var droppedFlashes: UInt32 { board.droppedFlashes }

  /// Takes the lamps; they stay dark until `show`.
  public func open(now: Milliseconds) {
    sink.open(now: now)
    update(now)
  }

  /// Shows the conditions from now on. Cheap when they are the same as before.
  public func show(_ conditions: LampConditions, now: Milliseconds) {
    board.show(conditions, at: now)
    update(now)
  }

  public func flash(_ kind: LampFlash, now: Milliseconds) {
    board.flash(kind, at: now)
    update(now)
  }

  /// Lights and darkens what is due; to be called at `deadline`.
  public func step(now: Milliseconds) {
    sink.step(now: now)
    update(now)
  }

  /// Puts all lamps out.
  public func close() {
    deadline = nil
    sink.close()
  }

  private func update(_ now: Milliseconds) {
    board.use(sink.openRoles, at: now)
    for index in 0..<UInt8(LampRole.count) {
      guard let role = LampRole(rawValue: index) else { continue }
      sink.set(role, lit: board.isLit(role, at: now))
    }
    // A lamp may just have been lost; its patterns then move at the next step, at once.
    if sink.openRoles != board.roles {
      deadline = now
    } else {
      deadline = earlier(board.nextChange(after: now), sink.deadline)
    }
  }

  private func earlier(_ a: Milliseconds?, _ b: Milliseconds?) -> Milliseconds? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
  }
}
