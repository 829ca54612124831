import Foundation
import Testing

/// `bluedot config`: problems like a compiler's, and what is in effect.
@Suite struct ConfigTests {
  private static let bad = "[device]\nname = cart-7\n[broker]\nhsot = b\n[log]\nlevel = loud\n"
  private static let good =
    "[device]\nname = cart-7\n[broker]\nhost = b\nusername = u\npassword = hunter2\n[region Main hall]\n"
    + "organisation = 9777c1a0-6ef6-11e6-8bbf-02e208b2d34f\n"

  private func withConfiguration(_ text: String, _ body: (String) throws -> Void) throws {
    try withFiles(["bluedot.conf": Array(text.utf8)]) { folder in
      chmod(folder.path + "/bluedot.conf", 0o600)
      try body(folder.path + "/bluedot.conf")
    }
  }

  @Test func everyProblemHasItsLine() throws {
    try withConfiguration(Self.bad) { path in
      let run = try bluedot("config", path)
      #expect(run.code == 1 && run.errors.isEmpty)
      #expect(
        run.lines == [
          "\(path):4: error: \"hsot\" is no key of [broker]; did you mean host?",
          "\(path):6: error: level in [log] is \"loud\"; expected verbose, debug, info, warning, error or critical",
          "\(path): 2 errors",
        ])
    }
  }

  @Test func dropInsAreReadToo() throws {
    try withFiles(["bluedot.conf": Array("[device]\nname = a\n".utf8)]) { folder in
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent("conf.d"), withIntermediateDirectories: true)
      try "[device]\nname = b # c\n".write(toFile: folder.path + "/conf.d/x.conf", atomically: true, encoding: .utf8)
      let run = try bluedot("config", folder.path + "/bluedot.conf")
      #expect(run.code == 1)
      #expect(run.lines.first?.hasPrefix("\(folder.path)/conf.d/x.conf:2: error: device name 'b # c'") == true)
    }
  }

  @Test func whatIsInEffectCanBeUsedAsAFile() throws {
    try withConfiguration(Self.good) { path in
      let check = try bluedot("config", path)
      #expect(check.code == 0 && check.output == "\(path): no errors\n")
      let shown = try bluedot("config", path, "--show")
      #expect(shown.code == 0 && shown.errors.isEmpty && !shown.output.contains("hunter2"))
      #expect(shown.output.hasPrefix("[device]\nname = cart-7\n"))
      #expect(shown.output.contains("\n[broker]\nhost = b\nport = 1883\nusername = u\n# password = (secret)\n"))
      #expect(shown.output.contains("\n[region Main hall]\norganisation = 9777c1a0-6ef6-11e6-8bbf-02e208b2d34f\n"))
      try withConfiguration(shown.output) { copy in
        let again = try bluedot("config", copy, "--show")
        #expect(again.output == shown.output.replacing("# password = (secret)\n", with: ""))
      }
    }
  }

  @Test func aBadOneIsNotShown() throws {
    try withConfiguration(Self.bad) { path in
      let run = try bluedot("config", "--show", path)
      #expect(run.code == 1 && run.output.isEmpty)
      #expect(run.errors.hasSuffix("\(path): 2 errors\n"))
    }
  }

  @Test func asJSON() throws {
    struct Report: Decodable {
      struct Problem: Decodable, Equatable {
        var severity: String
        var file: String
        var line: Int
        var text: String
      }
      var errors: Int
      var warnings: Int
      var problems: [Problem]
      var configuration: [String: [String: String]]?
    }
    try withConfiguration(Self.bad) { path in
      let run = try bluedot("config", path, "--json", "--show")
      let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
      #expect(run.code == 1 && report.errors == 2 && report.warnings == 0 && report.configuration == nil)
      #expect(
        report.problems.first
          == Report.Problem(
            severity: "error", file: path, line: 4, text: "\"hsot\" is no key of [broker]; did you mean host?"))
    }
    try withConfiguration(Self.good) { path in
      let run = try bluedot("config", path, "--json", "--show")
      let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
      #expect(run.code == 0 && report.errors == 0 && report.problems == [])
      #expect(report.configuration?["broker"]?["password"] == "(secret)")
      #expect(report.configuration?["region Main hall"]?["exit-after"] == "30 s")
      let plain = try bluedot("config", path, "--json")
      #expect(plain.output == "{\"errors\":0,\"warnings\":0,\"problems\":[]}\n")
    }
  }

  /// From a pipe, as `<(…)` gives it.
  @Test func aPipeIsReadAsWell() throws {
    let run = try shell("$BLUEDOT config --show <(printf '[device]\\nname = x\\n') | head -2")
    #expect(run.code == 0 && run.output == "[device]\nname = x\n")
  }

  @Test func aMissingFileIsAProblem() throws {
    let run = try bluedot("config", "/nowhere/bluedot.conf")
    #expect(run.code == 1)
    #expect(
      run.output == """
        /nowhere/bluedot.conf: error: cannot open it: No such file or directory
        /nowhere/bluedot.conf: 1 error

        """)
  }

  @Test(arguments: [
    (["a", "b"], "unexpected argument \"b\""), ([""], "FILE is empty; expected a configuration file"),
    (["--site", "x"], "unknown option --site"),
  ])
  func wrongUsage(arguments: [String], message: String) throws {
    let run = try bluedot(["config"] + arguments)
    #expect(run.code == 2 && run.output.isEmpty)
    #expect(run.errors == "bluedot config: \(message)\nTry `bluedot config --help`.\n")
  }
}
