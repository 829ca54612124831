import Testing

@testable import Broker

private func message(_ number: Int, topic: String = "t", retain: Bool = false) -> QueuedMessage {
  QueuedMessage(topic: topic, payload: [UInt8(truncatingIfNeeded: number)], retain: retain)
}

private func appended(_ queue: inout MessageQueue, _ message: QueuedMessage, drops: Bool) {
  let dropped = queue.append(message)
  #expect(dropped == drops)
}

private func expectUnknown(_ queue: inout MessageQueue, id: Int32) {
  let answered = queue.removeAnswered(id: id)
  #expect(answered == nil)
}

private func numbers(_ queue: MessageQueue) -> [UInt8] { queue.messages.flatMap(\.payload) }

@Suite struct MessageQueueTests {
  @Test func dropsTheOldestThatHasNotLeft() {
    var queue = MessageQueue(capacity: 3)
    for number in 1...3 { appended(&queue, message(number), drops: false) }
    queue.markHandedOver(id: 11)
    appended(&queue, message(4), drops: true)
    #expect(numbers(queue) == [1, 3, 4])
    #expect(queue.handedOver == 1)
  }

  @Test func dropsTheOldestOfAllWhenAllHaveLeft() {
    var queue = MessageQueue(capacity: 2)
    for number in 1...2 {
      _ = queue.append(message(number))
      queue.markHandedOver(id: Int32(number))
    }
    appended(&queue, message(3), drops: true)
    #expect(numbers(queue) == [2, 3])
    #expect(queue.handedOver == 1)
    #expect(queue.next?.payload == [3])
  }

  @Test func answersInAnyOrderTakeOutTheirMessages() {
    var queue = MessageQueue(capacity: 10)
    for number in 1...4 { _ = queue.append(message(number)) }
    for id in [21, 22, 23] as [Int32] { queue.markHandedOver(id: id) }
    let answered = queue.removeAnswered(id: 22)
    #expect(answered?.payload == [2])
    expectUnknown(&queue, id: 22)
    expectUnknown(&queue, id: 0)
    #expect(numbers(queue) == [1, 3, 4])
    queue.takeBack()
    #expect(queue.next?.payload == [1])
    expectUnknown(&queue, id: 21)
  }

  @Test func aRetainedMessageReplacesItsOlderOneUnlessThatHasLeft() {
    var queue = MessageQueue(capacity: 10)
    _ = queue.append(message(1, topic: "map", retain: true))
    _ = queue.append(message(2, topic: "zone"))
    appended(&queue, message(3, topic: "map", retain: true), drops: false)
    #expect(numbers(queue) == [2, 3])
    queue.markHandedOver(id: 1)
    queue.markHandedOver(id: 2)
    _ = queue.append(message(4, topic: "map", retain: true))
    #expect(numbers(queue) == [2, 3, 4])
  }

  @Test func nothingToRemoveIsNoFault() {
    var queue = MessageQueue(capacity: 0)
    queue.removeNext()
    queue.markHandedOver(id: 1)
    queue.takeBack()
    #expect(queue.count == 0)
    appended(&queue, message(1), drops: false)
    appended(&queue, message(2), drops: true)
    #expect(numbers(queue) == [2])
  }
}
