import Host
import Radio
import Wire

extension Command {
  static var adapters: Command {
    Command(name: "adapters", summary: "list the Bluetooth controllers and what they can do", help: adaptersHelp) {
      arguments throws(UsageError) in
      let isJSON = arguments.flag("--json")
      _ = try arguments.positionals([])
      return printAdapters(AdapterReport(port: KernelPort()), isJSON: isJSON)
    }
  }
}

private let adaptersHelp = """
  usage: bluedot adapters [--json]

  Lists the Bluetooth controllers of this machine: name, address, bus, up or down, what rfkill holds, and of those that
  are up the Bluetooth version, the maker and which kinds of scanning they know. A running scan isn't disturbed, and no
  privilege is needed.

    --json  print one JSON object instead of text
    --help  print this

  Exit code: 0 when there is a controller, 1 when there is none or the kernel has no Bluetooth, 2 for wrong usage.

  """

/// The controllers, and what is wrong with them.
struct AdapterReport {
  struct Entry {
    var info: AdapterInfo
    var facts: ControllerFacts?
    /// Why it can't be used now, or why its facts are not known; with what to do.
    var problem: String?
  }

  var entries: [Entry] = []
  /// Why there is none.
  var problem: String?

  init(port: any RadioPort) {
    do throws(HostError) {
      for info in try port.adapters() { entries.append(Self.entry(info, port)) }
      if entries.isEmpty { problem = radioText(noAdapterWith: port) }
    } catch {
      problem = radioText(cannotList: error)
    }
  }

  private static func entry(_ info: AdapterInfo, _ port: any RadioPort) -> Entry {
    if info.block.isBlocked { return Entry(info: info, problem: radioText(.blocked, adapter: info)) }
    guard info.isUp else {
      return Entry(
        info: info, problem: "\(info.name) is down; `bluedot run` brings it up, or `hciconfig \(info.name) up`")
    }
    do throws(HostError) {
      let facts = try ControllerFacts.read(index: info.index, port: port)
      guard let facts else {
        return Entry(
          info: info, problem: "\(info.name) does not answer; `hciconfig \(info.name) reset` may bring it back")
      }
      let isDeaf = !facts.scansLegacy && !facts.scansExtended
      return Entry(info: info, facts: facts, problem: isDeaf ? "\(info.name) knows no LE scanning" : nil)
    } catch {
      return Entry(info: info, problem: "\(info.name): \(error.messageBesideSubject)")
    }
  }
}

private func printAdapters(_ report: AdapterReport, isJSON: Bool) -> Int32 {
  let output = OutputStream.standardOutput()
  let errors = OutputStream.standardError()
  if isJSON {
    output.write(bytes: adaptersJSON(report))
  } else {
    for entry in report.entries { output.writeLine(adapterLine(entry)) }
    for entry in report.entries {
      if let problem = entry.problem { output.writeLine(problem) }
    }
    if let problem = report.problem { errors.writeLine("bluedot adapters: \(problem)") }
  }
  output.flush()
  if let failure = output.failure {
    errors.writeLine("bluedot adapters: \(failure.message)")
    return ExitCode.failure
  }
  return report.entries.isEmpty ? ExitCode.failure : ExitCode.success
}

/// "hci0  C0:FF:EE:12:34:56  UART     up       legacy and extended scanning  Bluetooth 5.0, Broadcom Corporation".
private func adapterLine(_ entry: AdapterReport.Entry) -> String {
  let info = entry.info
  let state = info.block.isBlocked ? "blocked" : info.isUp ? "up" : "down"
  var line = "\(padded(info.name, 6))  \(info.addressText)  \(padded(info.bus, 7))  \(padded(state, 7))"
  if let facts = entry.facts {
    let kinds =
      switch (facts.scansLegacy, facts.scansExtended) {
      case (true, true): "legacy and extended scanning"
      case (true, false): "legacy scanning"
      case (false, true): "extended scanning"
      case (false, false): "no LE scanning"
      }
    line += "  \(kinds), Bluetooth \(facts.versionText), \(facts.manufacturerText)"
  }
  while line.utf8.last == 0x20 { line.removeLast() }
  return line
}

private func padded(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.utf8.count))
}

/// The same as one JSON object on one line; what is not known is null.
private func adaptersJSON(_ report: AdapterReport) -> [UInt8] {
  var writer = JSONWriter()
  writer.beginObject()
  writer.key("adapters")
  writer.beginArray()
  for entry in report.entries {
    let info = entry.info
    writer.beginObject()
    writer.key("name")
    writer.value(info.name)
    writer.key("index")
    writer.value(Int(info.index))
    writer.key("address")
    writer.value(info.address == 0 ? nil : info.addressText)
    writer.key("bus")
    writer.value(info.bus)
    writer.key("isUp")
    writer.value(info.isUp)
    writer.key("rfkill")
    writer.value(info.block == .unknown ? nil : info.block.text)
    writer.key("version")
    writer.value(entry.facts?.versionText)
    writer.key("manufacturer")
    writer.value(entry.facts?.manufacturerText)
    writer.key("scansLegacy")
    if let facts = entry.facts { writer.value(facts.scansLegacy) } else { writer.null() }
    writer.key("scansExtended")
    if let facts = entry.facts { writer.value(facts.scansExtended) } else { writer.null() }
    writer.key("problem")
    writer.value(entry.problem)
    writer.endObject()
  }
  writer.endArray()
  writer.key("problem")
  writer.value(report.problem)
  writer.endObject()
  return writer.bytes + [0x0A]
}
