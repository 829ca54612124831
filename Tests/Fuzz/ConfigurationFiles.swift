// modules: CHost Host FixedPoint Advertisement Ranging Positioning Places Regions Agent CBroker Broker CRadio Radio Lamps CLines Lines Motion CConfiguration Configuration
// libraries: mosquitto bluetooth gpiod inih
// seeds: configurations
// Any bytes as a configuration: the file and two in conf.d, separated by the byte 0x1E. One without errors is the same when
// what is shown of it is loaded again, and never shows its password.
import Configuration
import Host

private let secret = "a password that nobody writes"

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = UnsafeRawBufferPointer(start: start, count: count)
  let parts = input.split(separator: 0x1E, maxSplits: 2, omittingEmptySubsequences: false).map { [UInt8]($0) }
  let first = load(parts)
  check(first)
  guard !first.hasErrors else { return 0 }
  let text = configurationText(first.configuration)
  check(!text.utf8.contains { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 }, "what is shown has no control characters")
  if first.configuration.broker?.password != nil { check(!has(secret, in: text), "a secret is not shown") }
  let second = load([[UInt8](text.utf8)])
  check(!second.hasErrors, "what is shown can be loaded")
  check(entries(first) == entries(second), "what is shown is what was set")
  return 0
}

private func load(_ files: [[UInt8]]) -> ConfigurationLoad {
  let surroundings = Surroundings(
    hostName: "board", credentialsDirectory: "/c", read: { _ in Array(secret.utf8) }, isReadableByAll: { _ in true },
    isFile: { _ in false })
  return loadConfiguration(files: files.indices.map { "\($0)" }, surroundings: surroundings) { name throws(HostError) in
    guard let index = Int(name), files.indices.contains(index) else { throw HostError(action: "open", code: 2) }
    return files[index]
  }
}

private func entries(_ load: ConfigurationLoad) -> [ConfigurationEntry] {
  configurationEntries(load.configuration).filter { !$0.isSecret }
}

private func check(_ load: ConfigurationLoad) {
  check(load.problems.count == min(load.errorCount + load.warningCount, 200), "the first 200 problems are kept")
  check(load.hasErrors || load.problems.allSatisfy { $0.severity == .warning }, "an error is counted as one")
  for problem in load.problems {
    check(!problem.text.isEmpty, "a problem says what it is")
    check(problem.message.utf8.count < 1_000, "a problem is no longer than a few lines of a terminal")
    check(!problem.message.unicodeScalars.contains(where: isUnprintable), "a problem is one line of printable text")
  }
  let configuration = load.configuration
  check(configuration.regions.count == configuration.regionNames.count, "regions and names are parallel")
  check(configuration.regions.count <= 64, "there are no more regions than are watched")
  let radio = configuration.radio
  for timing in [radio.tracking, radio.searching, radio.idle] {
    check(
      timing.window >= 4 && timing.window <= timing.interval && timing.interval <= 16_384, "scan times are in range")
  }
}

private func has(_ part: String, in text: String) -> Bool {
  let (part, text) = (Array(part.utf8), Array(text.utf8))
  guard text.count >= part.count else { return false }
  return (0...(text.count - part.count)).contains { text[$0..<($0 + part.count)].elementsEqual(part) }
}
