import Daemon
import Host

extension Command {
  static var run: Command {
    Command(name: "run", summary: "be the agent: listen, find the board, publish", help: runHelp) {
      arguments throws(UsageError) in
      var options = DaemonOptions()
      options.version = version
      if let path = try arguments.value("--config") { options.configuration = path }
      options.site = try arguments.value("--site")
      options.recording = try arguments.value("--record")
      if let name = try arguments.value("--log-level") {
        guard let level = LogLevel(text: name) else {
          throw UsageError(
            message: "--log-level is \"\(name)\"; expected verbose, debug, info, warning, error or critical")
        }
        options.logLevel = level
      }
      _ = try arguments.positionals([])
      do throws(HostError) {
        return try Daemon(options: options).run()
      } catch {
        OutputStream.standardError().writeLine("bluedot run: \(error.message)")
        return ExitCode.failure
      }
    }
  }

  private static var runHelp: String {
    """
    usage: bluedot run [options]

    Listens to Bluetooth beacons, works out where the board is, and publishes it over MQTT. Runs until SIGTERM or
    Ctrl-C; whatever is wrong with the radio, the broker, the lamps or the disk is told in the log, shown on the lamps
    and in the status topic, and comes back by itself when the cause goes. So does a configuration or site with errors:
    nothing is scanned until it is mended.

      --config FILE      configuration (default /etc/bluedot/bluedot.conf; more in conf.d beside it);
                         `bluedot config` checks it
      --site DIR         site to use instead of the configuration's
      --record FILE      record what is heard as btsnoop; `bluedot replay` tells the same events from it
      --log-level LEVEL  verbose, debug, info, warning, error or critical (default info)

    SIGHUP reads configuration and site again; with errors in them the old ones stay in use. The log goes to standard
    error, with priorities for the journal. Needs CAP_NET_RAW and CAP_NET_ADMIN; nothing else.
    """
  }
}
