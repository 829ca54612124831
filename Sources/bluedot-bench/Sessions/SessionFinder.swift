import Foundation

/// Finds and loads the sessions below a directory.
enum SessionFinder {
  /// Loads every folder at or below `directory` that holds beacons.csv and events.csv and whose name contains `filter`.
  static func load(directory: String, only filter: String?) throws(Failure) -> [Session] {
    let manager = FileManager.default
    var isDirectory: ObjCBool = false
    guard manager.fileExists(atPath: directory, isDirectory: &isDirectory), isDirectory.boolValue else {
      throw .input("no directory \(directory): run in the project's root, or name the recordings with --data DIR")
    }
    var names: [String] = []
    if holdsSession(directory) { names.append("") }
    // The enumerator gives paths relative to the directory.
    let entries = manager.enumerator(atPath: directory)
    while let entry = entries?.nextObject() as? String {
      if holdsSession(directory + "/" + entry) { names.append(entry) }
    }
    guard !names.isEmpty else {
      throw .input("\(directory): no folder in it holds beacons.csv and events.csv")
    }
    names.sort()
    let ownName = URL(fileURLWithPath: directory).lastPathComponent
    let chosen = names.filter { filter.map(($0.isEmpty ? ownName : $0).contains) ?? true }
    guard !chosen.isEmpty else {
      throw .input("--only \(filter ?? ""): no session of that name, found \(names.joined(separator: ", "))")
    }
    var sessions: [Session] = []
    for name in chosen {
      let path = name.isEmpty ? directory : directory + "/" + name
      sessions.append(
        try Session(
          name: name.isEmpty ? ownName : name, path: path,
          hasTruth: manager.fileExists(atPath: path + "/truth.csv")))
    }
    return sessions
  }

  private static func holdsSession(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path + "/beacons.csv")
      && FileManager.default.fileExists(atPath: path + "/events.csv")
  }
}
