import Foundation
import Testing

@testable import Broker

/// Brokers that aren't there, go, come back, or aren't brokers.
@Suite(.serialized) struct OutageTests {
  @Test func connectsWhenTheBrokerAppears() throws {
    let server = try TestBroker(starts: false)
    let client = try Client(port: server.port)
    client.publish("event/zone/enter", "early")
    client.pump(for: 700)
    #expect(client.events.count == 1)
    guard case .waiting(let reason, let wait) = client.events.first else {
      Issue.record("\(client.events)")
      return
    }
    #expect(reason == "cannot connect to 127.0.0.1:\(server.port): Connection refused")
    #expect(client.broker.standing == .unreachable)
    #expect(25...50 ~= wait)
    try server.start()
    #expect(client.pump { client.broker.isConnected && client.broker.backlog == 0 })
    #expect(client.events.last == .connected)
    #expect(client.events.count == 2)
    #expect(client.broker.standing == .connected)
  }

  @Test func comesBackAfterAnOutageWithEventsButWithoutOldPositions() throws {
    let server = try TestBroker()
    let client = try Client(port: server.port)
    #expect(client.pump { client.broker.isConnected })
    client.publish("event/zone/enter", "before")
    #expect(client.pump { client.broker.backlog == 0 })

    server.stop()
    #expect(client.pump { !client.broker.isConnected })
    for number in 0..<50 {
      client.publish("location", "old \(number)", qos: 0, retain: true)
      client.publish("telemetry", "old \(number)", qos: 0)
      client.publish("event/zone/exit", "\(number)")
      client.pump(for: 5)
    }
    client.pump(for: 600)
    #expect(client.broker.backlog == 50)
    #expect(client.broker.counters.positionsDropped == 100)

    try server.start()
    let subscriber = try Subscriber(port: server.port)
    try subscriber.waitUntilReady(port: server.port)
    #expect(client.pump { client.broker.isConnected && client.broker.backlog == 0 })
    #expect(client.publish("location", "new", qos: 0, retain: true) == .sent)
    #expect(client.pump { !subscriber.payloads("location").isEmpty })
    #expect(subscriber.payloads("location") == ["new"])
    #expect(subscriber.payloads("telemetry").isEmpty)
    #expect(subscriber.payloads("status").last == "online")
    // The subscriber may have come after the client: then the queue left before it and only the counters tell.
    #expect(client.broker.counters.messagesConfirmed == 51)
    #expect(client.broker.counters.connections == 2)
    #expect(client.events.first == .connected)
    #expect(client.events.last == .connected)
    #expect(client.events.count { $0 == .connected } == 2)
    #expect(client.events.count == 4, "connected, disconnected, waiting, connected: \(client.events)")
  }

  @Test func theLatestPositionIsSentWhenTheOutageWasShort() throws {
    let server = try TestBroker()
    let subscriber = try Subscriber(port: server.port)
    try subscriber.waitUntilReady(port: server.port)
    let client = try Client(port: server.port) { $0.positionLifetime = 5_000 }
    // Not connected yet: as in an outage.
    #expect(client.publish("location", "1", qos: 0, retain: true) == .queued)
    #expect(client.publish("location", "2", qos: 0, retain: true) == .queued)
    #expect(client.publish("location", "3", qos: 0, retain: false) == .dropped)
    client.publish("location", "4", qos: 0, retain: true)
    #expect(client.pump { !subscriber.payloads("location").isEmpty })
    client.pump(for: 100)
    #expect(subscriber.payloads("location") == ["4"])
    #expect(client.broker.counters.positionsDropped == 3)
  }

  @Test func theQueueIsBoundedAndTheOldestGoes() throws {
    let server = try TestBroker(starts: false)
    let client = try Client(port: server.port) { $0.queueCapacity = 10 }
    for number in 0..<25 { client.publish("event/vbeacon", "\(number)") }
    #expect(client.broker.backlog == 10)
    #expect(client.broker.counters.eventsDropped == 15)
    try server.start()
    let subscriber = try Subscriber(port: server.port)
    try subscriber.waitUntilReady(port: server.port)
    #expect(client.pump { subscriber.payloads("event/vbeacon").count >= 10 })
    #expect(subscriber.payloads("event/vbeacon") == (15..<25).map(String.init))
  }

  @Test func aNameThatDoesNotResolveNeverEndsItNorBlocks() throws {
    let client = try Client(port: 1_883, host: "nonexistent.invalid")
    client.pump(within: 15_000) { !client.events.isEmpty }
    guard case .waiting(let reason, _) = client.events.first else {
      Issue.record("\(client.events)")
      return
    }
    #expect(reason.hasPrefix("cannot resolve nonexistent.invalid: "))
    client.pump(for: 500)
    #expect(client.events.count == 1)
    #expect(client.longestPump < 200)
    #expect(client.broker.standing == .noNetwork)
  }

  @Test func aClientLetGoWithinALookUpIsNoFault() throws {
    for _ in 0..<20 {
      let client = try Client(port: 1_883, host: "nonexistent.invalid")
      client.pump(for: 1)
    }
  }

  @Test func localhostReachesABrokerOnOneOfItsAddresses() throws {
    let server = try TestBroker()
    let client = try Client(port: server.port, host: "localhost")
    #expect(client.pump { client.broker.isConnected })
    #expect(client.events == [.connected])
  }

  @Test func aServerThatNeverAnswersIsGivenUp() throws {
    let server = try FakeServer { _, connection in FakeServer.drain(connection) }
    let client = try Client(port: server.port)
    #expect(client.pump { server.connections >= 2 })
    #expect(client.events.count == 1)
    guard case .waiting(let reason, _) = client.events.first else {
      Issue.record("\(client.events)")
      return
    }
    #expect(reason == "cannot connect to 127.0.0.1:\(server.port): no answer within 500 ms")
    #expect(client.longestPump < 200)
  }

  @Test func aServerThatDoesNotEvenAcceptIsGivenUp() throws {
    // One place in the queue, taken: the kernel then drops each further SYN, as a dead host does.
    let (descriptor, port) = try listeningSocket(backlog: 0)
    defer { close(descriptor) }
    var fillers: [Int32] = []
    defer { for filler in fillers { close(filler) } }
    for _ in 0..<4 {
      let filler = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
      _ = withAddress(port: port) { connect(filler, $0, $1) }
      fillers.append(filler)
    }
    let client = try Client(port: port)
    #expect(client.pump { !client.events.isEmpty })
    guard case .waiting(let reason, _) = client.events.first else {
      Issue.record("\(client.events)")
      return
    }
    #expect(reason == "cannot connect to 127.0.0.1:\(port): no answer within 500 ms")
    #expect(client.longestPump < 200)
  }

  @Test(arguments: [
    Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), [0x00], [0x20, 0x00], [0x20, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
    [0x20, 0xFF, 0xFF, 0xFF, 0x7F], [0x20, 0x04, 0x00, 0x00, 0x05, 0x01], [0x40, 0x02, 0x00, 0x01],
    [0x30, 0x05, 0x00, 0x01, 0x61, 0x00, 0x00], [UInt8](repeating: 0xFF, count: 4_096), [0xD0, 0x00], [0xE0, 0x00],
  ])
  func garbageNeverEndsIt(garbage: [UInt8]) throws {
    let server = try FakeServer { _, connection in
      FakeServer.send(garbage, to: connection)
      FakeServer.drain(connection)
    }
    let client = try Client(port: server.port)
    client.publish("event/vbeacon", "1")
    #expect(client.pump { server.connections >= 3 })
    #expect(client.broker.backlog == 1)
    #expect(!client.events.contains(.connected))
    #expect(client.events.count >= 1)
    #expect(client.longestPump < 200)
  }

  @Test func garbageAfterTheGreetingNeverEndsIt() throws {
    let server = try FakeServer { number, connection in
      FakeServer.send(FakeServer.acceptance, to: connection)
      _ = FakeServer.receive(from: connection)
      // Answers to messages that were never sent, then noise from a fixed generator.
      FakeServer.send([0x40, 0x02, 0x7F, 0xFF], to: connection)
      var state = UInt32(truncatingIfNeeded: number)
      FakeServer.send(
        (0..<512).map { _ in
          state = state &* 1_664_525 &+ 1_013_904_223
          return UInt8(truncatingIfNeeded: state >> 24)
        }, to: connection)
      // Noise may begin with a long packet's header: then only the end of the connection ends it.
      usleep(30_000)
    }
    let client = try Client(port: server.port)
    client.publish("event/vbeacon", "1")
    #expect(client.pump(within: 8_000) { server.connections >= 10 })
    #expect(client.longestPump < 200)
  }

  @Test func aServerThatClosesAtOnceIsGivenUp() throws {
    let server = try FakeServer { _, _ in }
    let client = try Client(port: server.port)
    #expect(client.pump { server.connections >= 3 })
    #expect(!client.events.isEmpty)
    for event in client.events {
      guard case .waiting(let reason, _) = event else {
        Issue.record("\(event)")
        continue
      }
      // Whether the close or the reset is seen first is the kernel's choice.
      #expect(reason.hasPrefix("cannot connect to 127.0.0.1:\(server.port): "))
    }
  }

  @Test func anOldBrokerIsNamed() throws {
    // CONNACK of MQTT 3.1.1: unacceptable protocol version.
    let server = try FakeServer { _, connection in
      FakeServer.send([0x20, 0x02, 0x00, 0x01], to: connection)
      FakeServer.drain(connection)
    }
    let client = try Client(port: server.port)
    #expect(client.pump { !client.events.isEmpty })
    #expect(
      client.events.first
        == .refused(reason: "127.0.0.1:\(server.port) refused the connection: Unsupported Protocol Version"))
    #expect(client.broker.standing == .refused)
  }

  @Test func aMessageWhoseAnswerWasLostIsSentAgain() throws {
    let seen = Seen()
    let server = try FakeServer { number, connection in
      FakeServer.send(FakeServer.acceptance, to: connection)
      while let bytes = FakeServer.receive(from: connection) {
        seen.add(number, bytes)
        // The first connection ends between PUBLISH and PUBACK.
        if number == 1, seen.contains(1, "only once") { return }
      }
    }
    let client = try Client(port: server.port)
    client.publish("event/zone/enter", "only once")
    #expect(client.pump { seen.contains(2, "only once") })
    #expect(seen.contains(1, "only once"))
    #expect(client.broker.backlog == 1)
    #expect(client.events.first == .connected)
    guard client.events.count >= 2, case .disconnected = client.events[1] else {
      Issue.record("\(client.events)")
      return
    }
  }

  @Test func aBrokersGoodbyeIsNamed() throws {
    // DISCONNECT of MQTT 5, as to a client whose id another one took.
    let server = try FakeServer { _, connection in
      FakeServer.send(FakeServer.acceptance, to: connection)
      _ = FakeServer.receive(from: connection)
      FakeServer.send([0xE0, 0x02, 0x8E, 0x00], to: connection)
      FakeServer.drain(connection)
    }
    let client = try Client(port: server.port)
    #expect(client.pump { client.events.count >= 2 })
    #expect(client.events.prefix(2) == [.connected, .disconnected(reason: "Session taken over")])
  }

  @Test func twoClientsWithOneIdDoNotFightWithoutPause() throws {
    let server = try TestBroker()
    let first = try Client(port: server.port) { ($0.firstWait, $0.longestWait) = (400, 400) }
    #expect(first.pump { first.broker.isConnected })
    let second = try Client(port: server.port)
    #expect(second.pump { second.broker.isConnected })
    #expect(first.pump { !first.broker.isConnected })
    first.pump(for: 150)
    #expect(first.events == [.connected, .disconnected(reason: "the broker closed the connection")])
    #expect(first.pump { first.broker.isConnected })
  }
}

/// What a fake server read, by connection.
final class Seen: @unchecked Sendable {
  private let lock = NSLock()
  private var bytes: [Int: [UInt8]] = [:]

  func add(_ connection: Int, _ more: [UInt8]) { lock.withLock { bytes[connection, default: []] += more } }

  func contains(_ connection: Int, _ text: String) -> Bool {
    lock.withLock { String(decoding: bytes[connection] ?? [], as: UTF8.self).contains(text) }
  }
}
