import Foundation
import Testing

@testable import Broker

/// The broker's connection inside somebody else's event loop.
@Suite(.serialized) struct EventLoopTests {
  /// Pumps only when the descriptor is ready or the deadline is there, as an event loop does.
  private func drive(_ broker: Broker, until condition: () -> Bool) -> Int {
    var pumps = 0
    let end = bootMilliseconds() + 5_000
    while !condition(), bootMilliseconds() < end {
      broker.pump(now: bootMilliseconds(), wait: 0)
      pumps += 1
      let interest = broker.interest
      let wait = Int32(clamping: min(max(broker.deadline - bootMilliseconds(), 0), 100))
      var entry = pollfd(
        fd: interest?.descriptor ?? -1, events: Int16(POLLIN) | (interest?.isWriting == true ? Int16(POLLOUT) : 0),
        revents: 0)
      if !condition() { _ = poll(&entry, 1, wait) }
    }
    return pumps
  }

  @Test func interestAndDeadlineAreEnough() throws {
    let server = try TestBroker()
    let client = try Client(port: server.port)
    #expect(client.broker.deadline == .min)
    _ = drive(client.broker) { client.broker.isConnected }
    #expect(client.broker.isConnected)
    #expect(client.broker.interest != nil)
    for number in 0..<100 { client.publish("event/vbeacon", "\(number)") }
    _ = drive(client.broker) { client.broker.backlog == 0 }
    #expect(client.broker.counters.messagesConfirmed == 100)
    // Confirmed and idle: nothing to do until the keep-alive needs a look, an eighth of its 30 s.
    client.broker.pump(now: 1_000_000, wait: 0)
    #expect(client.broker.deadline == 1_003_750)
    #expect(client.broker.interest?.isWriting == false)
  }

  @Test func anAbsentBrokerLeavesNothingToWatchAndATimeToCallAgain() throws {
    let client = try Client(port: 1)
    #expect(drive(client.broker) { client.events.count == 1 } < 20)
    let before = bootMilliseconds()
    #expect(client.broker.interest == nil)
    #expect(client.broker.deadline > before - 5 && client.broker.deadline <= before + 50)
  }

  @Test func afterTheEndThereIsNothingToDo() throws {
    let client = try Client(port: 1)
    client.broker.finish(within: 0)
    #expect(client.broker.interest == nil)
    #expect(client.broker.deadline == .max)
  }
}
