import Agent
import Configuration
import Host
import Site

/// Loads a site and prints what is wrong with it; `nil` when it cannot be used.
func loadSiteForUse(_ directory: String) -> Site? {
  let load = loadSite(directory: directory)
  let output = OutputStream.standardError()
  for problem in load.problems { output.writeLine(problem.line(directory: directory)) }
  guard !load.hasErrors else {
    output.writeLine("bluedot: the site in \(directory) has errors; `bluedot check --site \(directory)` lists them all")
    return nil
  }
  return load.site
}

/// Loads a configuration and prints what is wrong with it; `nil` when it cannot be used.
func loadConfigurationForUse(_ path: String) -> Configuration? {
  let load = loadConfiguration(path: path, isCheck: true)
  let output = OutputStream.standardError()
  for problem in load.problems { output.writeLine(problem.message) }
  guard !load.hasErrors else {
    output.writeLine("bluedot: the configuration \(path) has errors; `bluedot config \(path)` lists them all")
    return nil
  }
  return load.configuration
}
