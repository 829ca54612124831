import CHost

/// Time as the operating system tells it. Intervals use `bootMilliseconds`; `wallMilliseconds` only stamps.
public enum Clock {
  /// CLOCK_BOOTTIME: never jumps, counts while suspended.
  public static var bootMilliseconds: Int64 { bd_boot_milliseconds() }
  /// CLOCK_REALTIME, since 1970 (UTC).
  public static var wallMilliseconds: Int64 { bd_wall_milliseconds() }
  /// 2020-01-01T00:00:00Z, ms: a wall clock that shows less was never set, for this program is younger.
  public static let earliestCredible: Int64 = 1_577_836_800_000

  /// Whether the kernel holds the wall clock for synchronised: a time service (NTP, PTP) disciplines it.
  public static var isSynchronised: Bool { bd_clock_is_synchronised() != 0 }

  /// Sleeps for `duration` ms or until a stop signal arrives.
  public static func sleep(milliseconds duration: Int64) { bd_sleep_milliseconds(duration) }
}

/// SIGINT and SIGTERM as a flag to look at between steps of work.
public enum StopSignal {
  public static func catchSignals() { bd_catch_stop_signals() }
  public static var isRaised: Bool { bd_stop_signal() != 0 }
  /// Exit code by convention: 128 plus the signal's number.
  public static var exitCode: Int32 { 128 + bd_stop_signal() }
}
