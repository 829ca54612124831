import Agent
import Host
import Site

private let checkHelp = """
  usage: bluedot check --site DIR [--json]

  Reads a site's documents as a compiler would and reports every problem with its file, its place in the document, what
  was found and what is expected.

    --site DIR  folder with maps.json and, where the site has them, zones.json, vbeacons.json, beacons.json and
                devices.json
    --json      print one JSON object instead of text
    --help      print this

  Exit code: 0 when the site can be used (there may be warnings), 1 when it has errors, 2 for wrong usage.
  """

/// `bluedot check`: prints what is wrong in a site and a summary; returns the exit code.
func runCheck(arguments: [String]) -> Int32 {
  let output = OutputStream.standardOutput()
  let errors = OutputStream.standardError()
  var directory: String?
  var isJSON = false
  var index = 0
  while index < arguments.count {
    switch arguments[index] {
    case "--help", "-h":
      output.writeLine(checkHelp)
      output.flush()
      return 0
    case "--json":
      isJSON = true
    case "--site":
      index += 1
      guard index < arguments.count, !arguments[index].isEmpty else {
        errors.writeLine("bluedot check: --site needs a folder, as in --site /etc/bluedot/site")
        return 2
      }
      directory = arguments[index]
    default:
      errors.writeLine("bluedot check: unknown argument \"\(arguments[index])\"; see bluedot check --help")
      return 2
    }
    index += 1
  }
  guard let directory else {
    errors.writeLine("bluedot check: which site? Give its folder with --site DIR; see bluedot check --help")
    return 2
  }
  let load = loadSite(directory: directory)
  if isJSON {
    output.writeLine(checkJSON(load))
  } else {
    for problem in load.problems { output.writeLine(problem.line(directory: directory)) }
    let hidden = load.errorCount + load.warningCount - load.problems.count
    if hidden > 0 { output.writeLine("\(hidden) more not shown") }
    output.writeLine(checkSummary(load))
  }
  output.flush()
  if let failure = output.failure {
    errors.writeLine("bluedot check: \(failure.message)")
    return 1
  }
  return load.hasErrors ? 1 : 0
}

/// "2 maps, 22 beacons, 3 zones, 1 error": what the site has, then what is wrong.
private func checkSummary(_ load: SiteLoad) -> String {
  var text = counted(load.site.maps.count, "map", "maps")
  if load.beaconCount > 0 { text += ", " + counted(load.beaconCount, "beacon", "beacons") }
  if load.accessPointCount > 0 { text += ", " + counted(load.accessPointCount, "access point", "access points") }
  if !load.site.zones.isEmpty { text += ", " + counted(load.site.zones.count, "zone", "zones") }
  if !load.site.virtualBeacons.isEmpty {
    text += ", " + counted(load.site.virtualBeacons.count, "virtual beacon", "virtual beacons")
  }
  text += load.hasErrors ? ", " + counted(load.errorCount, "error", "errors") : ", no errors"
  if load.warningCount > 0 { text += ", " + counted(load.warningCount, "warning", "warnings") }
  return text
}

private func counted(_ count: Int, _ one: String, _ many: String) -> String { "\(count) \(count == 1 ? one : many)" }

/// The same as one JSON object on one line.
private func checkJSON(_ load: SiteLoad) -> String {
  let site = load.site
  var text = "{\"maps\":\(site.maps.count),\"beacons\":\(load.beaconCount),\"accessPoints\":\(load.accessPointCount)"
  text += ",\"beams\":\(site.beams.count),\"zones\":\(site.zones.count),\"virtualBeacons\":\(site.virtualBeacons.count)"
  text += ",\"errors\":\(load.errorCount),\"warnings\":\(load.warningCount),\"problems\":["
  for (index, problem) in load.problems.enumerated() {
    if index > 0 { text += "," }
    text += "{\"severity\":\"\(problem.severity == .error ? "error" : "warning")\""
    text += ",\"file\":" + jsonText(problem.file) + ",\"path\":" + jsonText(problem.path)
    if let element = problem.element { text += ",\"element\":" + jsonText(element) }
    text += ",\"found\":" + jsonText(problem.found) + ",\"expected\":" + jsonText(problem.expected) + "}"
  }
  return text + "]}"
}

private func jsonText(_ text: String) -> String {
  var quoted = "\""
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0x22: quoted += "\\\""
    case 0x5C: quoted += "\\\\"
    case 0..<0x20:
      let digits = String(scalar.value, radix: 16)
      quoted += "\\u00" + (digits.utf8.count == 1 ? "0" : "") + digits
    default: quoted.unicodeScalars.append(scalar)
    }
  }
  return quoted + "\""
}
