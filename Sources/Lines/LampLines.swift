import FixedPoint
import Host
import Lamps

/// Lamps that can be lit: the machine's, or a test's fake.
public protocol LampSink: AnyObject {
  /// The roles that are to have a lamp.
  var roles: [LampRole] { get }
  /// Those whose lamp works at the moment.
  var openRoles: LampRoles { get }
  /// When `step` has something to do, ms; `nil`: nothing.
  var deadline: Milliseconds? { get }

  func open(now: Milliseconds)
  func step(now: Milliseconds)
  /// Lights a lamp or puts it out. A role without a working lamp is remembered for when it has one.
  func set(_ role: LampRole, lit: Bool)
  /// Puts all lamps out and gives their lines back.
  func close()
}

/// The lamps on the machine's GPIO lines.
///
/// A line that cannot be had is told once, with who holds it, and tried again every 30 s; the others work meanwhile. A
/// machine without GPIO is told once, too, and is no fault.
public final class LampLines: LampSink {
  /// Slow: each attempt opens every GPIO chip, and what is missing comes when a person does something.
  public static let retryInterval: Milliseconds = 30_000

  private struct Lamp {
    let role: LampRole
    let address: LineAddress
    var line: (any OutputLine)?
    /// As it shall be.
    var isLit = false
    /// As the line is.
    var isActive = false
    /// What was told last, so that it isn't told again.
    var trouble: LineError.Reason?
  }

  public let roles: [LampRole]
  public private(set) var openRoles = LampRoles()
  public private(set) var deadline: Milliseconds?

  private var lamps: [Lamp] = []
  private let source: any LineSource
  private let retries: Bool
  private let report: (LogLevel, String) -> Void
  private var now: Milliseconds = 0

  /// Takes no line yet; `open` does.
  ///
  /// - Parameters:
  ///   - retries: whether a lamp that can't be had is tried again.
  ///   - report: is told of each change, for the log.
  public init(
    options: LampOptions, source: any LineSource = KernelLines(), retries: Bool = true,
    report: @escaping (LogLevel, String) -> Void
  ) {
    self.source = source
    self.retries = retries
    self.report = report
    var roles: [LampRole] = []
    for index in 0..<UInt8(LampRole.count) {
      guard let role = LampRole(rawValue: index), let address = options.address(of: role) else { continue }
      roles.append(role)
      lamps.append(Lamp(role: role, address: address))
    }
    self.roles = roles
  }

  deinit { close() }

  public func open(now: Milliseconds) {
    self.now = now
    openMissing()
  }

  public func step(now: Milliseconds) {
    self.now = now
    if let deadline, deadline <= now { openMissing() }
  }

  public func set(_ role: LampRole, lit: Bool) {
    for index in lamps.indices where lamps[index].role == role {
      lamps[index].isLit = lit
      show(index)
    }
  }

  public func close() {
    for index in lamps.indices {
      lamps[index].line?.close()
      lamps[index].line = nil
      lamps[index].isActive = false
    }
    openRoles = LampRoles()
    deadline = nil
  }

  private func openMissing() {
    deadline = nil
    for index in lamps.indices where lamps[index].line == nil {
      do throws(LineError) {
        let line = try source.openOutput(lamps[index].address)
        lamps[index].line = line
        lamps[index].isActive = false
        lamps[index].trouble = nil
        openRoles.insert(lamps[index].role)
        report(.info, "\(lamps[index].role.name) lamp: \(line.place.text)")
        show(index)
      } catch {
        lose(index, error)
      }
    }
  }

  /// Makes the line as the lamp shall be.
  private func show(_ index: Int) {
    guard let line = lamps[index].line, lamps[index].isActive != lamps[index].isLit else { return }
    do throws(LineError) {
      try line.set(active: lamps[index].isLit)
      lamps[index].isActive = lamps[index].isLit
    } catch {
      line.close()
      lamps[index].line = nil
      openRoles.remove(lamps[index].role)
      lose(index, error)
    }
  }

  /// The lamp has no line; tells why unless that is known, and tries again later.
  private func lose(_ index: Int, _ error: LineError) {
    if retries, deadline == nil { deadline = now.addingSaturating(Self.retryInterval) }
    guard lamps[index].trouble != error.reason else { return }
    let isKnown = lamps.contains { $0.trouble == .noChips && $0.address.isKernelLED == error.address.isKernelLED }
    lamps[index].trouble = error.reason
    if error.reason != .noChips {
      let outlook = retries ? "; tried again every 30 s" : ""
      report(.warning, "\(lamps[index].role.name) lamp: \(error.message)\(outlook)")
    } else if !isKnown {
      // One line for all lamps.
      report(.info, "\(error.message): no lamps\(retries ? " until there is one" : "")")
    }
  }
}
