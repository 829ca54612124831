import Agent
import FixedPoint

/// Which controller to listen with, and how.
public struct RadioOptions: Sendable, Equatable {
  /// How an adapter is named in the configuration.
  public enum Adapter: Sendable, Equatable {
    /// The lowest index that there is.
    case first
    /// hci0, hci1, …
    case index(UInt16)
    /// The controller's address as printed, most significant byte first, in the low 48 bits: stays when indices move.
    case address(UInt64)
    /// A Unix socket (SOCK_SEQPACKET, one H4 packet per message) behind which a controller speaks: tests, proxies.
    case socket(path: String)
  }

  /// Window and interval of a scan in units of 0.625 ms (Core Specification Vol 4 Part E, 7.8.10), 4…16,384;
  /// the window at most the interval.
  public struct Timing: Sendable, Equatable {
    public var window: UInt16
    public var interval: UInt16

    public init(window: UInt16, interval: UInt16) {
      self.window = window
      self.interval = interval
    }
  }

  public var adapter = Adapter.first
  /// Active scanning asks each beacon for its scan response: it costs the beacons' batteries and tells nothing we need.
  public var isActive = false
  /// 30 of 40 ms: 75 %, so that Wi-Fi on the same antenna gets its turn (a full duty starves it).
  public var tracking = Timing(window: 48, interval: 64)
  /// 54 of 60 ms: 90 %, for a position soon.
  public var searching = Timing(window: 86, interval: 96)
  /// 60 of 600 ms: 10 %; a beacon that advertises each 100 ms is heard within 600 ms by one in two windows at least.
  public var idle = Timing(window: 96, interval: 960)
  /// Silence of everything after which the watchdog doubts the controller, ms. Field experience: 90 s (habluetooth).
  public var silenceLimit: Milliseconds = 90_000

  public init() {}

  public func timing(for duty: ScanDuty) -> Timing? {
    switch duty {
    case .off: nil
    case .idle: idle
    case .searching: searching
    case .tracking: tracking
    }
  }
}
