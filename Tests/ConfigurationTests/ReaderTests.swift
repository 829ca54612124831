import Host
import Testing

@testable import Configuration

/// Headings, keys, lines and files: what is told of those that are wrong.
@Suite struct ReaderTests {
  @Test(
    arguments: [
      ("[brokr]\nhost = b", "1: error: [brokr] is no section; did you mean [broker]?"),
      ("[Broker]", "1: error: [Broker] is no section; did you mean [broker]?"),
      (
        "[mqtt]",
        """
        1: error: [mqtt] is no section; expected device, broker, radio, agent, idle, wake, region, motion, lamps, log or record
        """
      ),
      ("[]", nil), ("[radio two]", "1: error: [radio two] is no section; expected [radio]"),
      ("[region]\nuuid = x", "1: error: [region] needs a name of 1 to 64 bytes; expected [region NAME]"),
      (
        "[radio\nadapter = first",
        "1: error: the heading \"[radio\" is not closed at the line's end; expected [section] alone on the line"
      ),
      (
        "[radio] adapter = first",
        "1: error: the heading \"[radio] adapter = first\" is not closed at the line's end; expected [section] alone on the line"
      ),
      ("adapter = first", "1: error: \"adapter\" stands before the first section; expected a heading such as [broker]"),
      ("[radio]\nadapter", "2: error: \"adapter\" has no value; expected key = value, or # before a comment"),
      ("[radio]\n= first", "2: error: the value \"first\" has no key; expected key = value"),
      ("[radio]\nadaptr = first", "2: error: \"adaptr\" is no key of [radio]; did you mean adapter?"),
      ("[radio]\nADAPTER = first", "2: error: \"ADAPTER\" is no key of [radio]; did you mean adapter?"),
      ("[radio]\nsilence_limit = 5 s", "2: error: \"silence_limit\" is no key of [radio]; did you mean silence-limit?"),
      ("[radio]\nsacn = passive", "2: error: \"sacn\" is no key of [radio]; did you mean scan?"),
      ("[radio]\nport = 1883", "2: error: \"port\" is no key of [radio]; it belongs into [broker]"),
      ("[radio]\nminor = 1", "2: error: \"minor\" is no key of [radio]; it belongs into [region NAME]"),
      (
        "[radio]\nfrequency = 2402",
        "2: error: \"frequency\" is no key of [radio]; expected adapter, scan, tracking, searching, idle or silence-limit"
      ),
      (
        "[radio]\nscan = passive\n\nscan = active",
        "4: error: scan in [radio] is set in line 2 already; expected each key once in a file"
      ),
      (
        "[radio]\nscan = passive\n[log]\n[radio]\nscan = passive",
        "5: error: scan in [radio] is set in line 2 already; expected each key once in a file"
      ),
      ("[radio]\nscan = pass\u{1}ive", "2: error: the line has a control character in it; expected text"),
      (
        "[radio]\nscan = active ; always",
        "2: error: scan in [radio] is \"active ; always\"; expected passive or active (a comment needs its own line)"
      ),
      (
        "[device]\nsite = /a # ours",
        "2: warning: site in [device] is \"/a # ours\" with all that follows # or ;; a comment needs its own line"
      ),
      (
        "[device]\nname = \"cart\"",
        "2: warning: name in [device] is \"\"cart\"\": the quotation marks are part of the value"
      ),
    ] as [(String, String?)])
  func oneProblemOneLine(text: String, message: String?) {
    let report = Scene(text).report()
    guard let message else { return #expect(report.count == 1) }
    #expect(report == ["bluedot.conf:" + message])
  }

  @Test func everyProblemIsToldAtOnceInOrder() {
    let report = Scene(
      """
      stray = 1
      [broker]
      port = 70000
      passwrod = x
      [region Lobby]
      minor = 3
      [radoi]
      nothing = here is looked at
      [log]
      level = loud
      """, "[log]\nlevel = quiet\n[lamps]\nevent-chip = x\n"
    ).report()
    #expect(
      report == [
        #"bluedot.conf:1: error: "stray" stands before the first section; expected a heading such as [broker]"#,
        #"bluedot.conf:3: error: port in [broker] is "70000"; expected a whole number from 1 to 65535"#,
        "bluedot.conf:3: error: [broker] has no host; expected host = NAME, or no key of [broker] at all",
        #"bluedot.conf:4: error: "passwrod" is no key of [broker]; did you mean password?"#,
        "bluedot.conf:5: error: [region Lobby] does not say which beacons it has; expected uuid, namespace or organisation",
        "bluedot.conf:7: error: [radoi] is no section; did you mean [radio]?",
        #"bluedot.conf:10: error: level in [log] is "loud"; expected verbose, debug, info, warning, error or critical"#,
        #"conf.d/1.conf:2: error: level in [log] is "quiet"; expected verbose, debug, info, warning, error or critical"#,
        "conf.d/1.conf:4: error: event-chip in [lamps] means nothing without event; expected event beside it",
      ])
  }

  @Test func laterFilesCount() {
    let load = Scene(
      "[log]\nlevel = debug\n[radio]\nscan = active\n[region A]\nuuid = f7826da64fa24e988024bc5b71e0893e",
      "[log]\nlevel = error\n", "[region A]\nsightings = 3\n[log]\n"
    ).load()
    #expect(load.problems == [])
    #expect(load.values["log.level"] == "error" && load.values["radio.scan"] == "active")
    #expect(load.configuration.regionNames == ["A"] && load.configuration.regions.first?.entrySightings == 3)
  }

  @Test func blanksCommentsAndLineEndsAreNoConcern() {
    let text =
      "\u{FEFF}# first\r\n  ; second = 1\r\n\r\n\t[ log ] # third\r\n   level=debug\r\n[radio]\r\nscan :  active  \t\r\n"
      + "[device]\r\nsite = /a;b#c"
    let load = Scene(text).load()
    #expect(load.problems == [])
    #expect(load.values["log.level"] == "debug" && load.values["radio.scan"] == "active")
    #expect(load.values["device.site"] == "/a;b#c")
  }

  /// inih would split it and take the rest for another line.
  @Test func aLineThatIsTooLongIsRefusedAsAWhole() {
    func report(_ length: Int) -> [String] {
      Scene("[device]\nsite = /\(String(repeating: "x", count: length - 8))\n[log]\nlevel = x\n").report()
    }
    let rest =
      #"bluedot.conf:4: error: level in [log] is "x"; expected verbose, debug, info, warning, error or critical"#
    #expect(report(1_000) == [rest])
    #expect(report(1_001) == ["bluedot.conf:2: error: the line is longer than 1000 bytes", rest])
    #expect(report(100_000) == ["bluedot.conf:2: error: the line is longer than 1000 bytes", rest])
  }

  @Test func bytesThatAreNoTextAreNamedWithTheirLine() {
    let load = loadConfiguration(
      files: ["f"],
      surroundings: Surroundings(
        hostName: "h", credentialsDirectory: nil, read: { _ in [] }, isReadableByAll: { _ in false },
        isFile: { _ in true })
    ) { _ in Array("[device]\nname = ".utf8) + [0xC3, 0x28, 0x0A] + Array("[log]\nlevel = de".utf8) + [0, 0x0A] }
    #expect(
      load.problems.map { $0.message } == [
        "f:2: error: the line is not UTF-8 text; save the file as UTF-8",
        "f:4: error: the line has a control character in it; expected text",
      ])
  }

  @Test func problemsAreCountedAndTheFirstKept() {
    let load = Scene("[log]\n" + String(repeating: "nonsense\n", count: 1_000)).load()
    #expect(load.errorCount == 1_000 && load.problems.count == 200 && load.hasErrors)
    #expect(load.problems.last?.line == 201)
  }

  @Test func whatIsShownCannotSteerATerminal() {
    let report = Scene("[radio]\nadapter = \u{202E}first\n[r\u{2066}]\n").report()
    #expect(report.count == 2)
    #expect(report[0].contains(#"is "\u{202E}first";"#) && report[1].contains(#"[r\u{2066}]"#))
  }

  @Test func anEmptyFileIsAllDefaults() {
    let load = Scene("").load()
    #expect(load.problems == [] && load.configuration.device == "board-1" && load.configuration.broker == nil)
  }

  @Test func aHostWithoutAUsableNameNeedsOne() {
    var scene = Scene("[log]\n")
    scene.hostName = ""
    #expect(
      scene.report() == [
        "bluedot.conf: error: the host's name, \"\", is no name for the device; expected name in [device]"
      ])
    scene.texts = ["[device]\nname = cart"]
    #expect(scene.report() == [])
  }
}

@Suite struct NearMissTests {
  @Test(arguments: [
    ("prot", "port"), ("pot", "port"), ("portt", "port"), ("PORT", "port"), ("exit after", "exit-after"),
    ("hots", "host"), ("organization", "organisation"), ("pasword-file", "password-file"),
  ])
  func slipsAreFound(typed: String, meant: String) {
    #expect(
      NearMiss.nearest(typed, among: ["password", "port", "host", "exit-after", "organisation", "password-file"])
        == meant)
  }

  @Test(arguments: ["", "x", "po", "xyzt", "pastures", String(repeating: "port", count: 200)])
  func strangersAreNot(typed: String) {
    #expect(NearMiss.nearest(typed, among: ["password", "port", "host"]) == nil)
  }
}
