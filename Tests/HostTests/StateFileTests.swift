import Foundation
import Testing

@testable import Host

/// A new folder, removed with the value.
private final class Folder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("bluedot-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}

@Suite struct StateFileTests {
  @Test func whatIsWrittenIsRead() throws {
    let folder = try Folder()
    let file = StateFile(path: folder.path + "/state", limit: 100)
    #expect(try file.read() == nil)
    for bytes in [[1, 2, 3], [], [UInt8](repeating: 7, count: 100), [0]] as [[UInt8]] {
      try file.write(bytes)
      #expect(try file.read() == bytes)
      #expect(folder.names == ["state"])
    }
  }

  @Test func theLimitHoldsInBothDirections() throws {
    let folder = try Folder()
    let path = folder.path + "/state"
    try StateFile(path: path, limit: 11).write([UInt8](repeating: 1, count: 11))
    let file = StateFile(path: path, limit: 10)
    expect("cannot read \(path): File too large") { () throws(HostError) in _ = try file.read() }
    expect("cannot keep state in \(path): File too large") { () throws(HostError) in
      try file.write([UInt8](repeating: 2, count: 11))
    }
    #expect(try StateFile(path: path, limit: 11).read() == [UInt8](repeating: 1, count: 11))
  }

  /// What a crash left behind is written over, and a link in its place is not followed.
  @Test func aLeftoverIsNoObstacle() throws {
    let folder = try Folder()
    let file = StateFile(path: folder.path + "/state", limit: 10)
    try Data([9, 9, 9, 9]).write(to: URL(fileURLWithPath: folder.path + "/state.new"))
    try file.write([1])
    #expect(try file.read() == [1] && folder.names == ["state"])
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/state.new", withDestinationPath: "other")
    #expect(throws: HostError.self) { try file.write([2]) }
    #expect(try file.read() == [1] && !folder.names.contains("other"))
  }

  @Test func whatCannotBeWrittenIsNamed() throws {
    let folder = try Folder()
    let missing = folder.path + "/missing/state"
    expect("cannot keep state in \(missing): No such file or directory") { () throws(HostError) in
      try StateFile(path: missing, limit: 10).write([1])
    }
    try FileManager.default.createDirectory(atPath: folder.path + "/folder", withIntermediateDirectories: true)
    let place = StateFile(path: folder.path + "/folder", limit: 10)
    expect("cannot keep state in \(place.path): Is a directory") { () throws(HostError) in try place.write([1]) }
    expect("cannot read \(place.path): Is a directory") { () throws(HostError) in _ = try place.read() }
    #expect(folder.names == ["folder"])
  }

  /// Waiting for a pipe's writer would be waiting for ever.
  @Test func aPipeIsNoState() throws {
    let folder = try Folder()
    let file = StateFile(path: folder.path + "/pipe", limit: 10)
    #expect(mkfifo(file.path, 0o600) == 0)
    expect("cannot read \(file.path): Invalid argument") { () throws(HostError) in _ = try file.read() }
    try file.write([1])
    #expect(try file.read() == [1])
  }

  /// A full disk, as far as one process can have one: its files may not grow beyond 100 bytes.
  @Test func aFailedWriteLeavesTheOldFile() async {
    await #expect(processExitsWith: .success) {
      let folder = try Folder()
      let file = StateFile(path: folder.path + "/state", limit: 1_000)
      try file.write([UInt8](repeating: 1, count: 90))
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 100, rlim_max: 100)
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      #expect(throws: HostError.self) { try file.write([UInt8](repeating: 2, count: 900)) }
      #expect(try file.read() == [UInt8](repeating: 1, count: 90))
      #expect(folder.names == ["state"])
    }
  }
}

/// Expects an error with this message.
private func expect(
  _ message: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws(HostError) -> Void
) {
  do throws(HostError) {
    try body()
    Issue.record("no error; expected: \(message)", sourceLocation: sourceLocation)
  } catch {
    #expect(error.message == message, sourceLocation: sourceLocation)
  }
}
