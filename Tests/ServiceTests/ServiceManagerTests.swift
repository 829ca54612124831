import Foundation
import Testing

@testable import Service

/// What was told to the service manager.
private final class Told {
  private(set) var messages: [String] = []

  func manager(watchdog: Int64?) -> ServiceManager {
    ServiceManager(watchdogInterval: watchdog) { [self] in messages.append($0) }
  }

  func take() -> [String] {
    defer { messages = [] }
    return messages
  }
}

@Suite struct ServiceManagerTests {
  @Test func theWatchdogHearsAtHalfItsInterval() {
    let told = Told()
    let manager = told.manager(watchdog: 30_000)
    #expect(manager.deadline == nil)
    manager.step(now: 500)
    #expect(told.take() == [])
    manager.ready(now: 1_000)
    #expect(told.take() == ["READY=1"] && manager.deadline == 1_000)
    // However often the loop turns.
    for now in 1_000..<31_000 as Range<Int64> { manager.step(now: now) }
    #expect(told.take() == ["WATCHDOG=1", "WATCHDOG=1"])
    #expect(manager.deadline == 31_000)
    // A long turn is made up by one sign, not by several.
    manager.step(now: 100_000)
    #expect(told.take() == ["WATCHDOG=1"] && manager.deadline == 115_000)
  }

  @Test func readyAfterAReloadDoesNotDisturbTheWatchdog() {
    let told = Told()
    let manager = told.manager(watchdog: 20_000)
    manager.ready(now: 0)
    manager.step(now: 0)
    manager.reloading()
    manager.ready(now: 5_000)
    let messages = told.take()
    #expect(messages.count == 4 && manager.deadline == 10_000)
    #expect(messages[0] == "READY=1" && messages[1] == "WATCHDOG=1" && messages[3] == "READY=1")
    #expect(messages[2].wholeMatch(of: /RELOADING=1\nMONOTONIC_USEC=[1-9]\d+/) != nil)
  }

  @Test func withoutAWatchdogThereIsNoDeadline() {
    let told = Told()
    let manager = told.manager(watchdog: nil)
    manager.ready(now: 0)
    manager.step(now: 1_000_000)
    manager.stopping()
    #expect(told.take() == ["READY=1", "STOPPING=1"] && manager.deadline == nil)
  }

  /// An interval of nothing must not become a division by nothing or a storm without end.
  @Test(arguments: [0, 1, 2] as [Int64]) func aTinyIntervalIsAMillisecond(interval: Int64) {
    let told = Told()
    let manager = told.manager(watchdog: interval)
    manager.ready(now: 0)
    manager.step(now: 0)
    #expect(manager.deadline == 1)
  }

  @Test func aStatusIsToldOnceOnOneLineAndBounded() {
    let told = Told()
    let manager = told.manager(watchdog: nil)
    for text in ["tracking on Flat", "tracking on Flat", "idle", "Flat\nWATCHDOG=trigger"] { manager.status(text) }
    #expect(told.take() == ["STATUS=tracking on Flat", "STATUS=idle", "STATUS=Flat\\nWATCHDOG=trigger"])
    manager.status(String(repeating: "ä", count: 10_000))
    #expect(told.take() == ["STATUS=" + String(repeating: "ä", count: 128) + "… (19744 bytes more)"])
  }

  /// Through libsystemd to a socket, as the service manager has one.
  @Test func theMessagesArrive() async {
    await #expect(processExitsWith: .success) {
      let path = "/tmp/bluedot-notify-\(getpid())"
      defer { unlink(path) }
      let socket = try #require(Self.listen(path))
      setenv("NOTIFY_SOCKET", path, 1)
      setenv("WATCHDOG_USEC", "3000000", 1)
      setenv("WATCHDOG_PID", "\(getpid())", 1)
      let manager = ServiceManager()
      manager.ready(now: 100)
      manager.status("searching")
      manager.step(now: 100)
      #expect(manager.deadline == 1_600)
      let messages = (0..<3).map { _ in Self.receive(socket) }
      #expect(messages == ["READY=1", "STATUS=searching", "WATCHDOG=1"])
    }
  }

  @Test func withoutAServiceManagerNothingHappens() async {
    await #expect(processExitsWith: .success) {
      for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"] { unsetenv(name) }
      let manager = ServiceManager()
      manager.ready(now: 0)
      manager.status("searching")
      manager.step(now: 0)
      #expect(manager.deadline == nil)
      // A watchdog for another process (WATCHDOG_PID) is none of ours.
      setenv("WATCHDOG_USEC", "3000000", 1)
      setenv("WATCHDOG_PID", "1", 1)
      let other = ServiceManager()
      other.ready(now: 0)
      #expect(other.deadline == nil)
    }
  }

  private static func listen(_ path: String) -> Int32? {
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
    return descriptor >= 0 && result == 0 ? descriptor : nil
  }

  private static func receive(_ descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 1_000)
    let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }
}
