import Configuration
import Host
import Wire

extension Command {
  static var config: Command {
    Command(name: "config", summary: "read the configuration and report what is wrong in it", help: configHelp) {
      arguments throws(UsageError) in
      let isShown = arguments.flag("--show")
      let isJSON = arguments.flag("--json")
      let path = try arguments.positionals(atMost: 1).first ?? defaultConfigurationPath
      guard !path.isEmpty else { throw UsageError(message: "FILE is empty; expected a configuration file") }
      return printConfiguration(path, isShown: isShown, isJSON: isJSON)
    }
  }
}

/// Where a package puts the configuration.
let defaultConfigurationPath = "/etc/bluedot/bluedot.conf"

private let configHelp = """
  usage: bluedot config [FILE] [--show] [--json]

  Reads a configuration as the agent would, with everything in conf.d beside it, and reports every problem with its file,
  its line, what was found and what is expected. A running agent that is told to reload (systemctl reload bluedot) keeps
  the configuration that it has when the new one has errors.

    FILE    the configuration (default \(defaultConfigurationPath)); conf.d/*.conf in the same folder is read after it
    --show  print what is in effect, defaults included, as a configuration file; secrets are left out. Problems then
            go to standard error
    --json  print one JSON object instead of text
    --help  print this

  Exit code: 0 when the configuration can be used (there may be warnings), 1 when it has errors, 2 for wrong usage.

  """

/// Prints what is wrong in a configuration, or what it says; returns the exit code.
private func printConfiguration(_ path: String, isShown: Bool, isJSON: Bool) -> Int32 {
  let output = OutputStream.standardOutput()
  let load = loadConfiguration(path: path, isCheck: true)
  if isJSON {
    output.write(bytes: configurationJSON(load, isShown: isShown))
  } else {
    let report = isShown ? OutputStream.standardError() : output
    for problem in load.problems { report.writeLine(problem.message) }
    let hidden = load.errorCount + load.warningCount - load.problems.count
    if hidden > 0 { report.writeLine("\(hidden) more not shown") }
    if !isShown || load.hasErrors { report.writeLine("\(path): \(configurationSummary(load))") }
    if isShown && !load.hasErrors { output.write(configurationText(load.configuration)) }
    report.flush()
  }
  let code = finish(output, "bluedot config")
  return load.hasErrors ? ExitCode.failure : code
}

/// "2 errors, 1 warning".
private func configurationSummary(_ load: ConfigurationLoad) -> String {
  func counted(_ count: Int, _ one: String) -> String { "\(count) \(one)\(count == 1 ? "" : "s")" }
  let errors = load.hasErrors ? counted(load.errorCount, "error") : "no errors"
  return load.warningCount > 0 ? "\(errors), \(counted(load.warningCount, "warning"))" : errors
}

private func configurationJSON(_ load: ConfigurationLoad, isShown: Bool) -> [UInt8] {
  var writer = JSONWriter()
  func member(_ name: String, _ number: Int) {
    writer.key(name)
    writer.value(number)
  }
  func member(_ name: String, _ text: String) {
    writer.key(name)
    writer.value(text)
  }
  writer.beginObject()
  member("errors", load.errorCount)
  member("warnings", load.warningCount)
  writer.key("problems")
  writer.beginArray()
  for problem in load.problems {
    writer.beginObject()
    member("severity", problem.severity == .error ? "error" : "warning")
    member("file", problem.file)
    member("line", problem.line)
    member("text", problem.text)
    writer.endObject()
  }
  writer.endArray()
  if isShown && !load.hasErrors {
    writer.key("configuration")
    writer.beginObject()
    var section: String?
    for entry in configurationEntries(load.configuration) {
      if entry.section != section {
        if section != nil { writer.endObject() }
        writer.key(entry.section)
        writer.beginObject()
        section = entry.section
      }
      member(entry.key, entry.value)
    }
    if section != nil { writer.endObject() }
    writer.endObject()
  }
  writer.endObject()
  return writer.bytes + [0x0A]
}
