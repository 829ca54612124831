import Foundation
import Testing

@testable import Configuration

/// etc/bluedot.conf: it changes nothing as it is, has every key, and tells the defaults as they are.
@Suite struct ExampleTests {
  private static func text() throws -> String {
    try String(contentsOfFile: repository + "/etc/bluedot.conf", encoding: .utf8)
  }

  /// The lines whose keys or headings are behind #, without it; the headings before them are kept.
  private static func uncommented(without left: Set<String> = []) throws -> String {
    try text().split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard let match = line.wholeMatch(of: /#(\[region .*\]|([a-z-]+) = .*)/) else { return String(line) }
      return left.contains(match.2.map(String.init) ?? "") ? "" : String(match.1)
    }.joined(separator: "\n")
  }

  @Test func asItIsItChangesNothing() throws {
    let load = Scene(try Self.text()).load()
    #expect(load.problems == [])
    #expect(load.values == Scene("").load().values)
  }

  /// Every key with its value taken: no errors, and what has a default has that.
  @Test(arguments: [
    ["password", "password-file"], ["password", "password-credential"], ["password-file", "password-credential"],
  ])
  func everyKeyCanBeSet(left: Set<String>) throws {
    var scene = Scene(try Self.uncommented(without: left))
    scene.files = ["/etc/bluedot/password": "x", "/c/bluedot-password": "x", "/usr/local/bin/on-wake": ""]
    scene.credentials = "/c"
    let load = scene.load()
    #expect(load.problems == [])
    let defaults = Scene("").load()
    // These have no default, or one that only the machine knows.
    let examples: Set<String> = ["device.name", "device.site", "wake.hook", "record.file"]
    for (key, value) in defaults.values where !examples.contains(key) { #expect(load.values[key] == value, "\(key)") }
    for key in examples { #expect(load.values[key] != defaults.values[key] && load.values[key] != "") }
    #expect(load.configuration.regionNames == ["entrance", "exhibits", "campus"])
    #expect(load.values["region entrance.sightings"] == "1" && load.values["region entrance.exit-after"] == "30 s")
    #expect(load.values["region entrance.range"] == "no")
    #expect(load.values["broker.port"] == "1883" && load.values["broker.keep-alive"] == "30 s")
    #expect(load.values["broker.password"] == "(secret)")
  }

  @Test func everyKeyIsInItAndNoOther() throws {
    var written: [String: Int] = [:]
    var section = ""
    for line in try Self.uncommented().split(separator: "\n") {
      if let heading = line.wholeMatch(of: /\[([a-z]+).*\]/) { section = String(heading.1) }
      if let key = line.wholeMatch(of: /([a-z-]+) = .*/) { written["\(section).\(key.1)", default: 0] += 1 }
    }
    var known: Set<String> = []
    for section in Section.all() { for key in section.settings { known.insert("\(section.name).\(key.name)") } }
    #expect(Set(written.keys) == known)
    #expect(written.values.allSatisfy { $0 == 1 })
  }

  /// What is shown of any configuration can be loaded, and is the same; only the password stays away.
  @Test func whatIsShownCanBeLoaded() throws {
    var scene = Scene(try Self.uncommented(without: ["password-file", "password-credential"]))
    scene.files = ["/usr/local/bin/on-wake": ""]
    let load = scene.load()
    let text = configurationText(load.configuration)
    scene.texts = [text]
    let again = scene.load()
    #expect(again.problems == [] && text.contains("\n# password = (secret)\n"))
    var expected = load.values
    expected["broker.password"] = nil
    #expect(again.values == expected)
    #expect(load.values.count > 45)
  }
}

/// From the file system, as the agent reads it.
@Suite struct LoaderTests {
  private func withFolder(_ files: [String: String], _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bluedot-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("conf.d"), withIntermediateDirectories: true)
    for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
    try body(folder.path)
  }

  @Test func dropInsComeInTheOrderOfTheirBytes() throws {
    let files = [
      "bluedot.conf": "[log]\nlevel = info\n[device]\nname = a\n", "conf.d/10-a.conf": "[log]\nlevel = debug\n",
      "conf.d/9-b.conf": "[log]\nlevel = error\n", "conf.d/B.conf": "[radio]\nscan = active\n",
      "conf.d/a.conf": "[radio]\nscan = passive\n", "conf.d/.hidden.conf": "x", "conf.d/c.conf~": "x",
      "conf.d/c.conf.bak": "x", "conf.d/.conf": "x",
    ]
    try withFolder(files) { folder in
      let load = loadConfiguration(path: folder + "/bluedot.conf")
      #expect(load.problems == [])
      #expect(load.values["log.level"] == "error" && load.values["radio.scan"] == "passive")
    }
  }

  @Test func aFileThatCannotBeReadIsNamed() throws {
    try withFolder(["bluedot.conf": "[device]\nname = a\n"]) { folder in
      try FileManager.default.createDirectory(atPath: folder + "/conf.d/x.conf", withIntermediateDirectories: true)
      let load = loadConfiguration(path: folder + "/bluedot.conf")
      #expect(
        load.problems.map { $0.message } == [
          "\(folder)/conf.d/x.conf: error: cannot read it: Is a directory"
        ])
      let missing = loadConfiguration(path: folder + "/other.conf")
      #expect(
        missing.problems.first?.message
          == "\(folder)/other.conf: error: cannot open it: No such file or directory")
    }
  }

  @Test func aFileThatIsTooLargeIsRefused() throws {
    try withFolder(["bluedot.conf": String(repeating: "#\n", count: 131_073)]) { folder in
      let load = loadConfiguration(path: folder + "/bluedot.conf")
      #expect(load.errorCount == 1 && load.problems.first?.text.hasSuffix("File too large") == true)
    }
    try withFolder(["bluedot.conf": "[device]\nname=a\n" + String(repeating: "#\n", count: 131_064)]) { folder in
      #expect(loadConfiguration(path: folder + "/bluedot.conf").problems == [])
    }
  }

  @Test func aFileForEverybodyMayNotHaveThePassword() throws {
    let text = "[device]\nname = a\n[broker]\nhost = b\nusername = u\npassword = x\n"
    try withFolder(["bluedot.conf": text]) { folder in
      let path = folder + "/bluedot.conf"
      chmod(path, 0o640)
      #expect(loadConfiguration(path: path).problems == [])
      chmod(path, 0o644)
      #expect(loadConfiguration(path: path).warningCount == 1)
    }
  }

  @Test func theHostsNameIsTheDevices() throws {
    try withFolder(["bluedot.conf": ""]) { folder in
      let load = loadConfiguration(path: folder + "/bluedot.conf")
      #expect(!load.configuration.device.isEmpty)
      #expect(
        load.configuration.device == ProcessInfo.processInfo.hostName.split(separator: ".").first.map(String.init)
          || ProcessInfo.processInfo.hostName.hasPrefix(load.configuration.device))
    }
  }
}
