import Foundation

/// A TCP server that plays a broker gone wrong: it serves one connection after the other by `behaviour`.
final class FakeServer {
  let port: Int
  private let descriptor: Int32
  private let counter = Counter()

  final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var value = 0
    func next() -> Int {
      lock.withLock {
        value += 1
        return value
      }
    }
    var count: Int { lock.withLock { value } }
  }

  /// How many connections came.
  var connections: Int { counter.count }

  /// - Parameter behaviour: gets the number of the connection, from 1, and its descriptor, which is closed after it.
  init(behaviour: @escaping @Sendable (Int, Int32) -> Void) throws {
    (descriptor, port) = try listeningSocket(backlog: 16)
    let (descriptor, counter) = (descriptor, counter)
    Thread.detachNewThread {
      while true {
        let connection = accept(descriptor, nil, nil)
        if connection < 0 { return }
        // An attempt that reads for ever must not outlive its test.
        var timeout = timeval(tv_sec: 5, tv_usec: 0)
        setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        let number = counter.next()
        Thread.detachNewThread {
          behaviour(number, connection)
          close(connection)
        }
      }
    }
  }

  deinit {
    // Wakes accept; close alone would not.
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }

  static func send(_ bytes: [UInt8], to connection: Int32) {
    _ = bytes.withUnsafeBytes { Foundation.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }

  /// Reads until the other side closes.
  static func drain(_ connection: Int32) {
    while receive(from: connection) != nil {}
  }

  static func receive(from connection: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = recv(connection, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer.prefix(count)) : nil
  }

  /// CONNACK of MQTT 5: no session, success, no properties.
  static let acceptance: [UInt8] = [0x20, 0x03, 0x00, 0x00, 0x00]
}
