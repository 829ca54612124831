import Foundation

/// A mosquitto of its own on a loopback port, stopped by its process when it is let go.
final class TestBroker {
  let port: Int
  private let folder: URL
  private let settings: String
  private var process: ChildProcess?

  /// - Parameter settings: more lines of mosquitto.conf; FOLDER stands for the folder of `files`.
  init(settings: String = "allow_anonymous true", files: [String: String] = [:], starts: Bool = true) throws {
    port = try freePort()
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("bluedot-broker-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in files {
      let file = folder.appendingPathComponent(name)
      try text.write(to: file, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }
    self.settings = settings.replacingOccurrences(of: "FOLDER", with: folder.path)
    if starts { try start() }
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(at: folder)
  }

  func start() throws {
    let configuration = folder.appendingPathComponent("mosquitto.conf")
    let user = getuid() == 0 ? "user root\n" : ""
    try "listener \(port) 127.0.0.1\n\(user)\(settings)\n".write(to: configuration, atomically: true, encoding: .utf8)
    process = try ChildProcess("/usr/sbin/mosquitto", ["-c", configuration.path])
    for _ in 0..<200 where !isListening(port) { usleep(10_000) }
  }

  func stop() {
    process?.stop()
    process = nil
  }
}

/// What a subscriber of `bluedot/#` received, as mosquitto_sub tells it.
final class Subscriber {
  struct Received: Equatable {
    var topic: String
    var qos: Int
    var retained: Bool
    var payload: String
  }

  private let process: ChildProcess
  private let output: URL

  init(port: Int) throws {
    output = FileManager.default.temporaryDirectory.appendingPathComponent("bluedot-sub-\(UUID().uuidString)")
    process = try ChildProcess(
      "/usr/bin/mosquitto_sub",
      ["-h", "127.0.0.1", "-p", "\(port)", "-V", "5", "-q", "1", "-t", "bluedot/#", "-F", "%t|%q|%r|%p"],
      output: output.path)
  }

  deinit {
    process.stop()
    try? FileManager.default.removeItem(at: output)
  }

  /// Waits until the subscription stands: a probe published by another client has arrived.
  func waitUntilReady(port: Int) throws {
    for _ in 0..<100 {
      let probe = try ChildProcess(
        "/usr/bin/mosquitto_pub", ["-h", "127.0.0.1", "-p", "\(port)", "-t", "bluedot/probe", "-m", "probe"])
      probe.waitForEnd()
      usleep(20_000)
      if all.contains(where: { $0.topic == "bluedot/probe" }) { return }
    }
  }

  /// Everything so far.
  private var all: [Received] {
    let text = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "|", maxSplits: 3, omittingEmptySubsequences: false)
      guard parts.count == 4, let qos = Int(parts[1]) else { return nil }
      return Received(topic: String(parts[0]), qos: qos, retained: parts[2] == "1", payload: String(parts[3]))
    }
  }

  /// Everything so far but the probes.
  var received: [Received] { all.filter { $0.topic != "bluedot/probe" } }

  /// The payloads of one topic below the device's prefix.
  func payloads(_ topic: String) -> [String] {
    received.filter { $0.topic == "bluedot/cart-7/" + topic }.map(\.payload)
  }
}

struct NoSocket: Error {}

func loopback(port: Int) -> sockaddr_in {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = in_port_t(UInt16(port)).bigEndian
  address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
  return address
}

func withAddress<Result>(port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
  var address = loopback(port: port)
  return withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
  }
}

/// A listening socket on a loopback port of the kernel's choice.
func listeningSocket(backlog: Int32) throws -> (descriptor: Int32, port: Int) {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  let isBound = withAddress(port: 0) { bind(descriptor, $0, $1) } == 0
  guard isBound, listen(descriptor, backlog) == 0 else { throw NoSocket() }
  var address = sockaddr_in()
  var size = socklen_t(MemoryLayout<sockaddr_in>.size)
  let result = withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
  }
  guard result == 0 else { throw NoSocket() }
  return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
}

func freePort() throws -> Int {
  let (descriptor, port) = try listeningSocket(backlog: 1)
  close(descriptor)
  return port
}

func isListening(_ port: Int) -> Bool {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(descriptor) }
  return withAddress(port: port) { connect(descriptor, $0, $1) } == 0
}
