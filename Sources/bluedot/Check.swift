import Agent
import Host
import Site
import Wire

extension Command {
  static var check: Command {
    Command(name: "check", summary: "read a site's documents and report what is wrong in them", help: checkHelp) {
      arguments throws(UsageError) in
      let isJSON = arguments.flag("--json")
      guard let directory = try arguments.value("--site"), !directory.isEmpty else {
        throw UsageError(message: "which site? Give its folder, as in --site /etc/bluedot/site")
      }
      _ = try arguments.positionals([])
      return printCheck(directory, isJSON: isJSON)
    }
  }
}

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

/// Prints what is wrong in a site and a summary; returns the exit code.
private func printCheck(_ directory: String, isJSON: Bool) -> Int32 {
  let output = OutputStream.standardOutput()
  let load = loadSite(directory: directory)
  if isJSON {
    output.write(bytes: checkJSON(load))
  } else {
    for problem in load.problems { output.writeLine(problem.line(directory: directory)) }
    let hidden = load.errorCount + load.warningCount - load.problems.count
    if hidden > 0 { output.writeLine("\(hidden) more not shown") }
    output.writeLine(checkSummary(load))
  }
  let code = finish(output, "bluedot check")
  return load.hasErrors ? ExitCode.failure : code
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

func counted(_ count: Int, _ one: String, _ many: String) -> String { "\(count) \(count == 1 ? one : many)" }

/// The same as one JSON object on one line.
private func checkJSON(_ load: SiteLoad) -> [UInt8] {
  let site = load.site
  var writer = JSONWriter()
  func count(_ name: String, _ number: Int) {
    writer.key(name)
    writer.value(number)
  }
  func text(_ name: String, _ text: String?) {
    writer.key(name)
    writer.value(text)
  }
  writer.beginObject()
  count("maps", site.maps.count)
  count("beacons", load.beaconCount)
  count("accessPoints", load.accessPointCount)
  count("beams", site.beams.count)
  count("zones", site.zones.count)
  count("virtualBeacons", site.virtualBeacons.count)
  count("errors", load.errorCount)
  count("warnings", load.warningCount)
  writer.key("problems")
  writer.beginArray()
  for problem in load.problems {
    writer.beginObject()
    text("severity", problem.severity == .error ? "error" : "warning")
    text("file", problem.file)
    text("path", problem.path)
    text("element", problem.element)
    text("found", problem.found)
    text("expected", problem.expected)
    writer.endObject()
  }
  writer.endArray()
  writer.endObject()
  return writer.bytes + [0x0A]
}
