import Advertisement
import Agent
import Host
import Ranging

/// A site as its documents describe it, with everything that is wrong in them.
public struct SiteLoad {
  /// What could be read; elements at fault are left out. Not to be used when there are errors.
  public var site: Site
  /// The first 100 errors and the first 100 warnings, in the order of the documents.
  public var problems: [SiteProblem]
  /// All errors and warnings, those beyond the first 100 included.
  public var errorCount: Int
  public var warningCount: Int
  /// Access points of devices.json that stand on a map.
  public var accessPointCount: Int
  /// Beacons of beacons.json.
  public var beaconCount: Int

  public var hasErrors: Bool { errorCount > 0 }
}

/// One document of a site as it was found.
public enum SiteDocument {
  case bytes([UInt8])
  case missing
  /// What was found in its place, such as "something that cannot be read (Permission denied)".
  case unreadable(String)
}

/// Loads a site from its folder: maps.json, and where they exist zones.json, vbeacons.json, beacons.json and
/// devices.json, in the shapes of the Mist REST API.
///
/// It never fails as a whole: what is wrong is in the result's problems.
public func loadSite(directory: String) -> SiteLoad {
  let found: String
  do {
    if try isDirectory(path: directory) {
      var load = loadSite { readDocument(directory + (directory.utf8.last == UInt8(ascii: "/") ? "" : "/") + $0) }
      for problem in strangeDocuments(directory) {
        load.problems.append(problem)
        load.warningCount += 1
      }
      return load
    }
    found = "a file"
  } catch {
    found = "nothing that can be opened (\(error.reason))"
  }
  let problem = SiteProblem(
    severity: .error, file: "", path: "", found: found,
    expected: "a folder with maps.json and the site's other documents")
  return SiteLoad(
    site: Site(), problems: [problem], errorCount: 1, warningCount: 0, accessPointCount: 0, beaconCount: 0)
}

/// Loads a site from documents that `read` supplies by name.
public func loadSite(_ read: (String) -> SiteDocument) -> SiteLoad {
  let loader = SiteLoader()
  loader.readElements(read, "maps.json", limit: mapLimit, keys: .map) { loader.addMap($0) }
  loader.readElements(read, "zones.json", limit: zoneLimit, keys: .zone) { loader.addZone($0) }
  loader.readElements(read, "vbeacons.json", limit: virtualBeaconLimit, keys: .virtualBeacon) {
    loader.addVirtualBeacon($0)
  }
  loader.readElements(read, "beacons.json", limit: beaconLimit, keys: .beacon) { loader.addBeacon($0) }
  loader.readElements(read, "devices.json", limit: deviceLimit, keys: .device) { loader.addDevice($0) }
  return loader.finish()
}

/// Names of the documents, in the order in which they are read.
private let documentNames = ["maps.json", "zones.json", "vbeacons.json", "beacons.json", "devices.json"]
/// Documents that are not read and are told one by one.
private let strangeDocumentLimit = 20

/// Warnings about JSON documents in the folder that nobody reads: "zone.json" in place of "zones.json".
private func strangeDocuments(_ directory: String) -> [SiteProblem] {
  // What is read is reported by those who read it.
  guard let names = try? namesInDirectory(path: directory) else { return [] }
  var problems: [SiteProblem] = []
  for name in names where problems.count < strangeDocumentLimit {
    let ending = Array(".json".utf8)
    guard name.utf8.count > ending.count, name.utf8.suffix(ending.count).elementsEqual(ending),
      name.utf8.first != UInt8(ascii: "."), !documentNames.contains(name)
    else { continue }
    let meant = NearMiss.nearest(name, among: documentNames)
    problems.append(
      SiteProblem(
        severity: .warning, file: printable(shortened(name)), path: "", found: "a document that is not read",
        expected: meant.map { "\($0), if that was meant" }
          ?? "maps.json, zones.json, vbeacons.json, beacons.json or devices.json"))
  }
  return problems
}

private func readDocument(_ path: String) -> SiteDocument {
  do {
    // A pipe would make us wait for whoever writes it.
    guard try isRegularFile(path: path) else { return .unreadable("something that is not a file") }
    return .bytes(try readWholeFile(path: path, limit: documentSizeLimit))
  } catch {
    if error.code == noSuchFile { return .missing }
    if error.code == fileTooBig { return .unreadable("more than \(documentSizeLimit >> 20) MiB") }
    return .unreadable("something that cannot be read (\(error.reason))")
  }
}

// errno values of Linux, the same on every architecture.
private let noSuchFile: Int32 = 2
private let fileTooBig: Int32 = 27

/// The state of loading one site: the tables so far, and what references and repeats are checked against.
final class SiteLoader {
  var site = Site()
  let problems = ProblemList()
  var accessPointCount = 0
  var beaconCount = 0

  /// Index of each map by its id; `nil` for a map that is at fault itself, so that one fault is reported once.
  var mapIndices = LookupTable<String, Int?>()
  /// Where each beacon identity was met first, such as "beacons.json [3]".
  var identityPlaces = LookupTable<BeaconIdentity, String>()
  let cornerKeys = KeyCheck(.corner)
  let radioKeys = KeyCheck(.radio)
  /// Paths of the current document's elements by their id.
  private var ids = LookupTable<String, String>()

  /// Reads one document and passes the objects of its array to `add`, in order.
  func readElements(
    _ read: (String) -> SiteDocument, _ file: String, limit: Int, keys: KnownKeys, _ add: (Element) -> Void
  ) {
    let keys = KeyCheck(keys)
    func fault(_ path: String, _ found: String, _ expected: String) {
      problems.add(SiteProblem(severity: .error, file: file, path: path, found: found, expected: expected))
    }
    let root: Node
    switch read(file) {
    case .missing:
      if file == "maps.json" { fault("", "no such file", "a JSON array with the site's maps") }
      return
    case .unreadable(let reason):
      fault("", reason, "a readable file")
      return
    case .bytes(let bytes):
      do {
        root = try Document(bytes: bytes).root
      } catch {
        fault("\(error.line):\(error.column)", error.found, error.expected)
        return
      }
    }
    guard root.kind == .array else {
      fault("", root.summary, "an array of objects")
      return
    }
    ids = LookupTable()
    var index = 0
    var next = root.first
    while let node = next {
      guard index < limit else {
        fault("", "more than \(limit) elements", "at most \(limit)")
        return
      }
      let path = "[\(index)]"
      if node.kind == .object {
        let label = (node.member("name")?.text ?? node.member("id")?.text).map { shortened($0) }
        let element = Element(node: node, file: file, path: path, label: label, problems: problems)
        if let name = node.repeatedName {
          element.error("", found: "the key \(quoted(name)) more than once", expected: "each key once")
        }
        keys.check(element)
        add(element)
      } else {
        fault(path, node.summary, "an object")
      }
      index += 1
      next = node.next
    }
    if index == 0 && file == "maps.json" { fault("", "an empty array", "one map or more") }
  }

  /// Id, name and owners of an element; `nil` (and reported) when it has no id or one that was used before.
  func name(of element: Element) -> Name? {
    let name = element.text("name")
    let siteId = element.text("site_id")
    let orgId = element.text("org_id")
    guard let id = element.text("id", required: true) else { return nil }
    if let earlier = ids[id] {
      element.error("id", found: "the same id as \(earlier), \(quoted(id))", expected: "an id of its own")
      return nil
    }
    ids[id] = element.path
    return Name(id: id, name: name, siteId: siteId, orgId: orgId)
  }

  /// Index of the map that an element says it is on; `nil` when it is unknown (reported) or at fault itself.
  func map(of element: Element) -> Int? {
    guard let id = element.text("map_id", required: true) else { return nil }
    guard let index = mapIndices[id] else {
      element.error("map_id", found: "\(quoted(id)), which is no map's id", expected: "the id of a map in maps.json")
      return nil
    }
    return index
  }

  /// Adds a beam unless its identity is taken or there are too many; both are reported at `field`.
  func addBeam(_ beam: Beam, identity: BeaconIdentity, name: Name, of element: Element, field: String) {
    guard site.beams.count < beamLimit else {
      element.error(field, found: "more than \(beamLimit) beacons and beams", expected: "at most that many on a site")
      return
    }
    if let earlier = identityPlaces[identity] {
      element.error(field, found: "the same identity as \(earlier)", expected: "an identity of its own")
      return
    }
    identityPlaces[identity] = element.file + " " + element.path
    site.beams.append(beam)
    site.identities.append(identity)
    site.beamNames.append(name)
  }

  func finish() -> SiteLoad {
    if problems.errorCount == 0 && site.beams.isEmpty {
      problems.add(
        SiteProblem(
          severity: .warning, file: "", path: "", found: "no beacon and no access point",
          expected: "beacons.json or devices.json with something to hear; without it there is no position"))
    }
    return SiteLoad(
      site: site, problems: problems.problems, errorCount: problems.errorCount, warningCount: problems.warningCount,
      accessPointCount: accessPointCount, beaconCount: beaconCount)
  }
}
