import Foundation
import Testing

/// `bluedot check` as a person runs it: text, JSON and exit codes.
@Suite struct CheckTests {
  private func check(_ arguments: [String]) throws -> Run { try bluedot(["check"] + arguments) }

  private let demo = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("etc/demo-site").path

  /// A folder whose zones.json has one error.
  private func badSite(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("check-\(UUID().uuidString)").path
    try FileManager.default.copyItem(atPath: demo, toPath: folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try #"[{"id": "z", "name": "A \"B\"", "map_id": "?", "vertices": []}]"#.write(
      toFile: folder + "/zones.json", atomically: false, encoding: .utf8)
    try body(folder)
  }

  @Test func aGoodSiteIsSummedUp() throws {
    let run = try check(["--site", demo])
    #expect(run.output == "1 map, 6 beacons, 4 zones, 3 virtual beacons, no errors\n")
    #expect(run.errors.isEmpty && run.code == 0)
  }

  @Test func anErrorIsPrintedWithItsPlaceAndExitsWith1() throws {
    try badSite { folder in
      let run = try check(["--site", folder])
      #expect(
        run.output == #"""
          \#(folder)/zones.json: [0].map_id ("A \"B\""): error: found "?", which is no map's id; expected the id of a map \#
          in maps.json
          1 map, 6 beacons, 3 virtual beacons, 1 error

          """#)
      #expect(run.code == 1)
    }
  }

  @Test func jsonIsOneObject() throws {
    try badSite { folder in
      let run = try check(["--json", "--site", folder])
      #expect(run.code == 1)
      let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
      #expect(object["errors"] as? Int == 1 && object["warnings"] as? Int == 0 && object["beacons"] as? Int == 6)
      let problem = try #require((object["problems"] as? [[String: String]])?.first)
      #expect(problem["file"] == "zones.json" && problem["path"] == "[0].map_id" && problem["severity"] == "error")
      #expect(problem["element"] == "A \"B\"")
      #expect(problem["found"] == "\"?\", which is no map's id")
    }
  }

  @Test(arguments: [[], ["--site"], ["--site", ""], ["--what"], ["folder"]])
  func wrongUsageExitsWith2(arguments: [String]) throws {
    let run = try check(arguments)
    #expect(run.code == 2 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("bluedot check: "))
  }

  @Test func helpExitsWith0() throws {
    let run = try check(["--help"])
    #expect(run.code == 0 && run.output.hasPrefix("usage: bluedot check --site DIR"))
  }
}
