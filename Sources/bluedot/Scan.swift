import Agent
import Host

extension Command {
  static var scan: Command {
    Command(name: "scan", summary: "show the beacons that the radio hears", help: ScanOptions.help) {
      arguments throws(UsageError) in
      let options = try ScanOptions(&arguments)
      var site: Site?
      if let directory = options.site {
        guard let loaded = loadSiteForUse(directory) else { return ExitCode.failure }
        site = loaded
      }
      if let path = options.from {
        StopSignal.catchSignals()
        return scanRecording(path, site: site, options: options)
      }
      return scanLive(site: site, options: options)
    }
  }
}
