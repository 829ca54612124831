import Foundation
import Site
import Testing

/// Sites as folders on a disk.
@Suite struct SiteFolderTests {
  private func inFolder(_ documents: [String: String], _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("site-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, text) in documents { try text.write(toFile: folder + "/" + name, atomically: false, encoding: .utf8) }
    try body(folder)
  }

  @Test func aFolderLoadsAsItsDocumentsDo() throws {
    try inFolder(GoodSite.documents) { folder in
      for path in [folder, folder + "/"] {
        let load = loadSite(directory: path)
        #expect(GoodSite.report(load) == [])
        #expect(load.site.beams.count == 14)
      }
    }
  }

  @Test func theDemoSiteIsFreeOfProblems() {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let load = loadSite(directory: root.deletingLastPathComponent().appendingPathComponent("etc/demo-site").path)
    #expect(GoodSite.report(load) == [])
    #expect(load.site.beams.count == 6 && load.site.zones.count == 4 && load.site.virtualBeacons.count == 3)
  }

  @Test func whatIsNoFolderIsNamed() throws {
    let absent = GoodSite.report(loadSite(directory: "/nonexistent/site"))
    #expect(absent.count == 1)
    #expect(
      absent[0]
        == "S: error: found nothing that can be opened (No such file or directory); expected a folder with maps.json and "
        + "the site's other documents")
    try inFolder(["maps.json": "[]"]) { folder in
      let file = loadSite(directory: folder + "/maps.json").problems
      #expect(file.map(\.found) == ["a file"])
    }
    try inFolder([:]) { folder in
      #expect(
        loadSite(directory: folder).problems.map { $0.line(directory: folder) }
          == ["\(folder)/maps.json: error: found no such file; expected a JSON array with the site's maps"])
    }
  }

  @Test func aFolderOrAPipeInPlaceOfADocumentIsAnErrorAndNoHang() throws {
    try inFolder(GoodSite.documents) { folder in
      try FileManager.default.removeItem(atPath: folder + "/zones.json")
      #expect(mkfifo(folder + "/zones.json", 0o600) == 0)
      try FileManager.default.removeItem(atPath: folder + "/beacons.json")
      try FileManager.default.createDirectory(atPath: folder + "/beacons.json", withIntermediateDirectories: false)
      let problems = loadSite(directory: folder).problems
      #expect(problems.map(\.file) == ["zones.json", "beacons.json"])
      #expect(problems.allSatisfy { $0.found == "something that is not a file" && $0.expected == "a readable file" })
    }
  }

  @Test func documentsThatNobodyReadsAreNamed() throws {
    let strange = [
      "zone.json": "[]", "Maps.JSON": "[]", "beacon.json": "{", "rooms.json": "", "notes.txt": "", ".hidden.json": "",
      "evil\u{1B}[2J.json": "",
    ]
    try inFolder(GoodSite.documents.merging(strange) { a, _ in a }) { folder in
      let load = loadSite(directory: folder)
      let all = "maps.json, zones.json, vbeacons.json, beacons.json or devices.json"
      #expect(
        GoodSite.report(load) == [
          "S/beacon.json: warning: found a document that is not read; expected beacons.json, if that was meant",
          "S/evil\\u{1B}[2J.json: warning: found a document that is not read; expected \(all)",
          "S/rooms.json: warning: found a document that is not read; expected \(all)",
          "S/zone.json: warning: found a document that is not read; expected zones.json, if that was meant",
        ])
      #expect(load.warningCount == 4 && !load.hasErrors)
    }
    let many = Dictionary(uniqueKeysWithValues: (0..<50).map { ("other\($0).json", "") })
    try inFolder(GoodSite.documents.merging(many) { a, _ in a }) { folder in
      #expect(loadSite(directory: folder).warningCount == 20)
    }
  }

  @Test func aDocumentTooLargeIsRefused() throws {
    try inFolder(["maps.json": GoodSite.maps + String(repeating: " ", count: 17 << 20)]) { folder in
      #expect(loadSite(directory: folder).problems.map(\.found) == ["more than 16 MiB"])
    }
  }

  @Test func tenThousandBeaconsLoad() throws {
    var beacons: [String] = []
    for index in 0..<10_000 {
      beacons.append(
        #"{"id":"b\#(index)","map_id":"m1","type":"ibeacon","ibeacon_uuid":"f7826da64fa24e988024bc5b71e0893e","#
          + #""ibeacon_major":1,"ibeacon_minor":\#(index),"x":\#(index % 400),"y":\#(index % 200)}"#)
    }
    let text = "[" + beacons.joined(separator: ",") + "]"
    let load = GoodSite.load(replacing: ["beacons.json": text], without: ["devices.json"])
    #expect(!load.hasErrors && load.warningCount == 0)
    #expect(load.site.beams.count == 10_000)
    #expect(load.site.identities[9_999].minor == 9_999)
  }

  @Test func moreThanTheLimitIsOneError() {
    let text = "[" + Array(repeating: "{}", count: 5_001).joined(separator: ",") + "]"
    let load = GoodSite.load(replacing: ["devices.json": text])
    // Each of the first 5,000 lacks its id and stands on no map.
    #expect(load.errorCount == 5_001)
    let values = "[" + Array(repeating: "1", count: 1_000_000).joined(separator: ",") + "]"
    let many = GoodSite.load(replacing: ["devices.json": values])
    #expect(many.problems.map(\.found) == ["too many values"])
  }
}
