import Host

/// What the command line asks of the daemon, beside the configuration file.
public struct DaemonOptions: Sendable {
  /// The configuration file; fragments lie in `conf.d` beside it.
  public var configuration = "/etc/bluedot/bluedot.conf"
  /// Counts instead of the configuration's site.
  public var site: String?
  /// Where the run is recorded; `nil`: as the configuration says.
  public var recording: String?
  /// Counts instead of the configuration's level.
  public var logLevel: LogLevel?
  /// The program's version, for status and recording.
  public var version = ""

  public init() {}
}
