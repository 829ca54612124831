import Foundation
import Host

@testable import Configuration

/// A configuration from texts, and a machine around it that is made up.
struct Scene {
  /// In the order of reading; the first is "bluedot.conf", the others "conf.d/1.conf" and so on.
  var texts: [String]
  var hostName = "board-1"
  var credentials: String?
  /// Files that a configuration may name.
  var files: [String: String] = [:]
  var readableByAll: Set<String> = []
  var isCheck = false

  init(_ texts: String...) {
    self.texts = texts
  }

  func load() -> ConfigurationLoad {
    let names = texts.indices.map { $0 == 0 ? "bluedot.conf" : "conf.d/\($0).conf" }
    let files = files
    let readableByAll = readableByAll
    let surroundings = Surroundings(
      hostName: hostName, credentialsDirectory: credentials,
      read: { path throws(HostError) in
        guard let text = files[path] else { throw HostError(action: "open \(path)", code: ENOENT) }
        return Array(text.utf8)
      },
      isReadableByAll: { readableByAll.contains($0) }, isFile: { files[$0] != nil })
    return loadConfiguration(files: names, isCheck: isCheck, surroundings: surroundings) { path throws(HostError) in
      guard let index = names.firstIndex(of: path) else { throw HostError(action: "open \(path)", code: ENOENT) }
      return Array(texts[index].utf8)
    }
  }

  /// Every problem as it is printed.
  func report() -> [String] { load().problems.map { $0.message } }
}

extension ConfigurationLoad {
  /// The values in effect, by "section.key".
  var values: [String: String] {
    var values: [String: String] = [:]
    for entry in configurationEntries(configuration) { values["\(entry.section).\(entry.key)"] = entry.value }
    return values
  }
}

/// This repository's folder.
let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().path
