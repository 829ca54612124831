import Foundation
import Testing

@testable import Broker

/// Against a real broker.
@Suite(.serialized) struct DeliveryTests {
  @Test func messagesArriveWithTopicQoSAndRetain() throws {
    let server = try TestBroker()
    let subscriber = try Subscriber(port: server.port)
    try subscriber.waitUntilReady(port: server.port)
    let client = try Client(port: server.port)
    #expect(client.pump { client.broker.isConnected })
    #expect(client.publish("location", "{\"x\":1}", qos: 0, retain: true) == .sent)
    #expect(client.publish("event/zone/enter", "enter") == .queued)
    #expect(client.publish("map", "m", retain: true) == .queued)
    #expect(client.pump { client.broker.backlog == 0 })
    #expect(client.pump { subscriber.received.count >= 4 })
    #expect(
      subscriber.received == [
        .init(topic: "bluedot/cart-7/status", qos: 1, retained: false, payload: "online"),
        .init(topic: "bluedot/cart-7/location", qos: 0, retained: false, payload: "{\"x\":1}"),
        .init(topic: "bluedot/cart-7/event/zone/enter", qos: 1, retained: false, payload: "enter"),
        .init(topic: "bluedot/cart-7/map", qos: 1, retained: false, payload: "m"),
      ])
    #expect(client.events == [.connected])
    #expect(client.broker.counters.messagesConfirmed == 2)

    let late = try Subscriber(port: server.port)
    #expect(client.pump { late.received.count >= 3 })
    #expect(
      late.received.sorted { $0.topic < $1.topic } == [
        .init(topic: "bluedot/cart-7/location", qos: 0, retained: true, payload: "{\"x\":1}"),
        .init(topic: "bluedot/cart-7/map", qos: 1, retained: true, payload: "m"),
        .init(topic: "bluedot/cart-7/status", qos: 1, retained: true, payload: "online"),
      ])
  }

  @Test func manyEventsArriveInOrderOnce() throws {
    let server = try TestBroker()
    let subscriber = try Subscriber(port: server.port)
    try subscriber.waitUntilReady(port: server.port)
    let client = try Client(port: server.port)
    for number in 0..<500 { client.publish("event/vbeacon", "\(number)") }
    #expect(client.pump { client.broker.backlog == 0 && subscriber.payloads("event/vbeacon").count >= 500 })
    #expect(subscriber.payloads("event/vbeacon") == (0..<500).map(String.init))
  }

  @Test func aCleanEndConfirmsAllAndLeavesStopped() throws {
    let server = try TestBroker()
    let subscriber = try Subscriber(port: server.port)
    try subscriber.waitUntilReady(port: server.port)
    let client = try Client(port: server.port)
    for number in 0..<100 { client.publish("event/vbeacon", "\(number)") }
    #expect(client.broker.finish(within: 5_000) == 0)
    #expect(client.publish("event/vbeacon", "late") == .dropped)
    #expect(client.publish("location", "late", qos: 0) == .dropped)
    usleep(200_000)
    #expect(subscriber.payloads("event/vbeacon") == (0..<100).map(String.init))
    // No will behind it: "stopped" is the last word.
    #expect(subscriber.payloads("status") == ["online", "stopped"])
    let late = try Subscriber(port: server.port)
    #expect(client.pump { late.received.count >= 1 })
    #expect(late.received == [.init(topic: "bluedot/cart-7/status", qos: 1, retained: true, payload: "stopped")])
  }

  @Test func aHardEndLeavesTheWill() throws {
    let server = try TestBroker()
    var client: Client? = try Client(port: server.port)
    #expect(client?.pump { client?.broker.isConnected == true } == true)
    client?.pump(for: 50)
    // The socket closes without DISCONNECT, as the kernel does for a process that is killed.
    client = nil
    usleep(200_000)
    let late = try Subscriber(port: server.port)
    for _ in 0..<100 where late.received.isEmpty { usleep(20_000) }
    #expect(late.received == [.init(topic: "bluedot/cart-7/status", qos: 1, retained: true, payload: "lost")])
  }

  @Test func anEndWithoutABrokerTellsWhatIsLost() throws {
    let client = try Client(port: try freePort())
    client.publish("event/vbeacon", "1")
    client.publish("event/vbeacon", "2")
    let start = bootMilliseconds()
    #expect(client.broker.finish(within: 300) == 2)
    #expect(300...600 ~= bootMilliseconds() - start)
    #expect(client.broker.finish(within: 300) == 0)

    let idle = try Client(port: try freePort())
    let before = bootMilliseconds()
    #expect(idle.broker.finish(within: 5_000) == 0)
    #expect(bootMilliseconds() - before < 100)
  }

  @Test func refusedCredentialsAreNamedAndTriedAgain() throws {
    // No user has this name; the hash belongs to nobody.
    let server = try TestBroker(settings: "allow_anonymous false\npassword_file FOLDER/users", files: ["users": ""])
    let client = try Client(port: server.port) {
      ($0.username, $0.password) = ("cart", Secret("hunter2"))
    }
    #expect(client.pump { !client.events.isEmpty })
    client.pump(for: 600)
    #expect(
      client.events == [.refused(reason: "127.0.0.1:\(server.port) refused the connection: Not authorized")])
    #expect(!"\(client.events)".contains("hunter2"))
  }

  @Test func aMessageWithoutRightsIsToldOnceAndCounted() throws {
    let server = try TestBroker(
      settings: "allow_anonymous true\nacl_file FOLDER/acl",
      files: ["acl": "topic write bluedot/cart-7/status\ntopic write bluedot/cart-7/map\n"])
    let client = try Client(port: server.port)
    for _ in 0..<3 { client.publish("event/vbeacon", "1") }
    client.publish("map", "1", retain: true)
    #expect(client.pump { client.broker.backlog == 0 })
    #expect(
      client.events == [
        .connected, .messageRefused(topic: "bluedot/cart-7/event/vbeacon", reason: "Not authorized"),
      ])
    #expect(client.broker.counters.messagesRefused == 3)
    #expect(client.broker.counters.messagesConfirmed == 1)
  }

  @Test func aMessageThatIsTooLargeDoesNotHoldUpTheOthers() throws {
    let server = try TestBroker(settings: "allow_anonymous true\nmax_packet_size 2000")
    let client = try Client(port: server.port)
    client.publish("event/vbeacon", String(repeating: "x", count: 3_000))
    client.publish("event/vbeacon", "small")
    #expect(client.pump { client.broker.backlog == 0 })
    #expect(client.broker.counters.messagesRefused == 1)
    #expect(client.broker.counters.messagesConfirmed == 1)
    #expect(client.events.count == 2)
  }
}
