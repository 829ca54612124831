import CService
import FixedPoint
import Host

/// Tells systemd how the agent stands: ready, reloading, stopping, one line of status, and that its main loop turns.
///
/// Without a service manager (NOTIFY_SOCKET is not set) nothing happens. The watchdog's sign of life comes from
/// `step(now:)` alone, which the main loop calls in each turn: only a main loop that is stuck goes without, and not an
/// outage of the radio or of the broker. It goes out at half the watchdog's interval, never more often.
public final class ServiceManager {
  private let send: (String) -> Void
  private let interval: Milliseconds?
  private var nextSign: Milliseconds?
  private var lastStatus: String?

  /// Bytes of a status line; `systemctl status` shows it on one line.
  private static let longestStatus = 256

  public convenience init() {
    let interval = bd_watchdog_interval()
    self.init(watchdogInterval: interval == 0 ? nil : Milliseconds(clamping: interval / 1_000)) { bd_notify($0) }
  }

  /// - Parameter watchdogInterval: after this time without a sign of life the manager kills the agent, ms.
  init(watchdogInterval: Milliseconds?, send: @escaping (String) -> Void) {
    self.send = send
    interval = watchdogInterval.map { max($0 / 2, 1) }
  }

  /// When `step(now:)` has something to do, in ms of the boot clock; `nil`: never.
  public var deadline: Milliseconds? { nextSign }

  /// The agent serves; also said at the end of a reload.
  public func ready(now: Milliseconds) {
    send("READY=1")
    if interval != nil, nextSign == nil { nextSign = now }
  }

  /// Tells what `systemctl status` shows beside the agent's name; sent when it differs from the last.
  public func status(_ text: String) {
    let line = shortened(printable(text), to: Self.longestStatus)
    guard line != lastStatus else { return }
    lastStatus = line
    send("STATUS=\(line)")
  }

  /// The configuration is read again; `ready(now:)` tells its end.
  public func reloading() { send("RELOADING=1\nMONOTONIC_USEC=\(bd_monotonic_microseconds())") }

  /// The agent is on its way out; the watchdog goes on meanwhile.
  public func stopping() { send("STOPPING=1") }

  /// The main loop turned: gives the watchdog its sign of life when it is due.
  public func step(now: Milliseconds) {
    guard let interval, let due = nextSign, now >= due else { return }
    send("WATCHDOG=1")
    nextSign = now.addingSaturating(interval)
  }
}
