import Foundation

/// A mosquitto of its own on a loopback port, ended when it is let go.
final class LoopbackBroker {
  let port: Int
  private let folder: URL
  private let process: Program

  /// - Parameter port: one that is free by default.
  init(settings: String = "allow_anonymous true", port: Int? = nil) throws {
    let port = try port ?? Self.freePort()
    self.port = port
    folder = try TestFolder.make()
    let file = folder.appendingPathComponent("mosquitto.conf")
    // Without these bounds the broker drops what a slow subscriber has not taken yet.
    let bounds = "max_queued_messages 0\nmax_inflight_messages 0\n"
    let user = getuid() == 0 ? "user root\n" : ""
    try "listener \(port) 127.0.0.1\n\(user)\(bounds)\(settings)\n".write(to: file, atomically: true, encoding: .utf8)
    process = try Program(["-c", file.path], executable: "/usr/sbin/mosquitto")
    guard process.wait(until: { Self.isListening(port) }) else { throw NotListening() }
  }

  struct NotListening: Error {}

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// A mosquitto_sub whose subscription stands; it prints topic, space, payload on a line.
  func subscriber(_ topic: String) throws -> Program {
    let address = ["-h", "127.0.0.1", "-p", "\(port)"]
    let probe = try Program(
      address + ["-t", "probe", "-r", "-m", "here"], executable: "/usr/bin/mosquitto_pub")
    _ = probe.finish(within: 10)
    // The retained probe comes after the broker has taken both topics.
    let subscriber = try Program(
      address + ["-V", "5", "-q", "1", "-t", topic, "-t", "probe", "-F", "%t %p"], executable: "/usr/bin/mosquitto_sub")
    guard subscriber.wait(until: { subscriber.output.contains("probe here\n") }) else { throw NotListening() }
    return subscriber
  }

  /// A port that nobody listens on.
  static func freePort() throws -> Int {
    let (descriptor, port) = try listeningSocket()
    close(descriptor)
    return port
  }

  /// A listening socket on a loopback port of the kernel's choice.
  static func listeningSocket() throws -> (descriptor: Int32, port: Int) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let isBound = withAddress(port: 0) { bind(descriptor, $0, $1) } == 0
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isNamed = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    guard isBound, listen(descriptor, 8) == 0, isNamed == 0 else { throw NotListening() }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }

  private static func isListening(_ port: Int) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    return withAddress(port: port) { connect(descriptor, $0, $1) } == 0
  }

  private static func withAddress<Result>(
    port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port)).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
  }
}
