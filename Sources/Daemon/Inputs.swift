import Agent
import Configuration
import Host
import Regions
import Site

/// What the daemon works from, read at one moment: configuration and site, with whatever is right in them.
struct Inputs {
  let configuration: Configuration
  let site: Site
  /// Tells whether another reading brought another site.
  let siteFingerprint: UInt64
  let hasConfigurationErrors: Bool
  let hasSiteErrors: Bool

  /// Neither has an error.
  var isWhole: Bool { !hasConfigurationErrors && !hasSiteErrors }

  /// Reads both and logs what is wrong with them.
  init(options: DaemonOptions, problems: ProblemLog) {
    let load = loadConfiguration(path: options.configuration)
    var configuration = load.configuration
    if let site = options.site { configuration.site = site }
    if let level = options.logLevel { configuration.logLevel = level }
    var lines: [(level: LogLevel, text: String)] = []
    for problem in load.problems {
      lines.append((problem.severity == .error ? .error : .warning, problem.message))
    }
    hasConfigurationErrors = load.hasErrors

    if configuration.site.isEmpty {
      site = Site()
      siteFingerprint = 0
      hasSiteErrors = false
    } else {
      let directory = configuration.site
      siteFingerprint = fingerprint(ofSite: directory)
      let loaded = loadSite(directory: directory)
      for problem in loaded.problems {
        lines.append((problem.severity == .error ? .error : .warning, problem.line(directory: directory)))
      }
      hasSiteErrors = loaded.hasErrors
      // A site with errors would tell wrong places.
      site = loaded.hasErrors ? Site() : loaded.site
    }
    configuration.agent.idleAfterSilence = configuration.idleAfterSilence
    configuration.agent.idleWithoutMotion = configuration.idleWithoutMotion
    for index in configuration.regions.indices {
      configuration.regions[index].ranges = configuration.rangedRegions[index]
    }
    self.configuration = configuration
    problems.tell(lines)
  }
}
