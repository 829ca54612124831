import Foundation
import Site
import Testing

/// Every field of a good site, made wrong in every way: the site either loads or the report names the place.
@Suite struct MutationTests {
  private enum Step { case key(String), index(Int) }

  @Test(arguments: ["maps.json", "zones.json", "vbeacons.json", "beacons.json", "devices.json"])
  func everyWrongFieldLoadsOrIsNamed(file: String) throws {
    let original = try JSONSerialization.jsonObject(with: Data(#require(GoodSite.documents[file]).utf8))
    let values: [Any?] = [
      nil, NSNull(), "text", "", -1, 0, 0.5, 1e300, -1e300, 123_456_789_012, true, [Any](), [String: Any](), [[[1]]],
      String(repeating: "long", count: 2_000),
    ]
    var rejected = 0
    for path in paths(of: original) {
      for value in values {
        let changed = try JSONSerialization.data(withJSONObject: replaced(original, path[...], value))
        let load = GoodSite.load(replacing: [file: String(decoding: changed, as: UTF8.self)])
        guard load.hasErrors else { continue }
        rejected += 1
        let place = text(of: path)
        let isNamed = load.problems.contains { problem in
          problem.severity == .error && problem.file == file
            && (problem.path.hasPrefix(place) || place.hasPrefix(problem.path))
        }
        // Another id for a map is good in itself; what refers to it is not.
        let isReference = file == "maps.json" && load.problems.contains { $0.path.hasSuffix("map_id") }
        // Without ppm both widths are needed; the report is at ppm and names them.
        let isScale = place.contains(".width") && load.problems.contains { $0.path.hasSuffix(".ppm") }
        #expect(
          isNamed || isReference || isScale, "\(file) \(place) = \(String(describing: value)): \(GoodSite.report(load))"
        )
      }
    }
    #expect(rejected > 100)
  }

  @Test(arguments: ["maps.json", "zones.json", "vbeacons.json", "beacons.json", "devices.json"])
  func aDocumentCutOffAnywhereIsOneErrorWithItsPlace(file: String) throws {
    let bytes = Array(try #require(GoodSite.documents[file]).utf8)
    for count in 0..<bytes.count {
      let load = loadSite { $0 == file ? .bytes(Array(bytes.prefix(count))) : bytesOf($0) }
      let problems = load.problems.filter { $0.file == file }
      #expect(problems.count == 1 && problems.first?.severity == .error, "cut at \(count)")
      #expect(problems.first?.path.contains(":") == true, "cut at \(count)")
    }
  }

  @Test func anyByteInAnyPlaceIsSurvived() {
    var bytes = Array(GoodSite.devices.utf8)
    var accepted = 0
    for index in bytes.indices {
      let original = bytes[index]
      for byte: UInt8 in [0, 0x22, 0x5C, 0x2D, 0x39, 0x5B, 0x7D, 0xE2, 0xFF] {
        bytes[index] = byte
        let load = loadSite { $0 == "devices.json" ? .bytes(bytes) : bytesOf($0) }
        if !load.hasErrors { accepted += 1 }
      }
      bytes[index] = original
    }
    // Changes inside of names and numbers are harmless; most others are not.
    #expect(accepted > 0 && accepted < bytes.count * 9 / 2)
  }

  private func bytesOf(_ file: String) -> SiteDocument {
    GoodSite.documents[file].map { .bytes(Array($0.utf8)) } ?? .missing
  }

  private func paths(of value: Any) -> [[Step]] {
    var result: [[Step]] = []
    if let object = value as? [String: Any] {
      for (key, member) in object { result += [[.key(key)]] + paths(of: member).map { [.key(key)] + $0 } }
    } else if let array = value as? [Any] {
      for (index, element) in array.enumerated() {
        result += [[.index(index)]] + paths(of: element).map { [.index(index)] + $0 }
      }
    }
    return result
  }

  /// `root` with the value at `path` replaced, or removed when `value` is `nil`.
  private func replaced(_ root: Any, _ path: ArraySlice<Step>, _ value: Any?) -> Any {
    switch path.first {
    case .key(let key):
      var object = root as? [String: Any] ?? [:]
      object[key] = path.count == 1 ? value : replaced(object[key] ?? NSNull(), path.dropFirst(), value)
      return object
    case .index(let index):
      var array = root as? [Any] ?? []
      if path.count > 1 {
        array[index] = replaced(array[index], path.dropFirst(), value)
      } else if let value {
        array[index] = value
      } else {
        array.remove(at: index)
      }
      return array
    case nil:
      return root
    }
  }

  private func text(of path: [Step]) -> String {
    var text = ""
    for step in path {
      switch step {
      case .key(let key): text += (text.isEmpty ? "" : ".") + key
      case .index(let index): text += "[\(index)]"
      }
    }
    return text
  }
}
