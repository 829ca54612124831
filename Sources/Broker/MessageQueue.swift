/// A message of QoS 1 on its way.
struct QueuedMessage: Equatable {
  /// The whole topic.
  var topic: String
  var payload: [UInt8]
  var retain: Bool
  /// True for what this module sends of its own accord and nobody else counts.
  var isOwn = false
  /// The connection's number for it while it waits for its answer; 0 before it is handed over.
  var id: Int32 = 0
}

/// Messages in the order they came; the first `handedOver` of them wait for their answers.
struct MessageQueue {
  let capacity: Int
  private(set) var messages: [QueuedMessage] = []
  private(set) var handedOver = 0

  init(capacity: Int) {
    self.capacity = max(capacity, 1)
  }

  var count: Int { messages.count }

  /// Messages that others put here.
  var foreignCount: Int { messages.count { !$0.isOwn } }

  /// The next message to hand over.
  var next: QueuedMessage? { handedOver < messages.count ? messages[handedOver] : nil }

  /// Takes a message; a retained one replaces an older one of its topic that has not left yet, which it would only
  /// overwrite at the broker.
  ///
  /// - Returns: true when the oldest message went to make room. One that waits for its answer stays, if it can: it is
  ///   likely to have arrived.
  mutating func append(_ message: QueuedMessage) -> Bool {
    if message.retain {
      for index in handedOver..<messages.count where messages[index].retain && messages[index].topic == message.topic {
        messages.remove(at: index)
        break
      }
    }
    var dropped = false
    if messages.count >= capacity {
      dropped = true
      if handedOver < messages.count {
        messages.remove(at: handedOver)
      } else {
        messages.removeFirst()
        handedOver -= 1
      }
    }
    messages.append(message)
    return dropped
  }

  /// The next message is handed over under this number.
  mutating func markHandedOver(id: Int32) {
    guard handedOver < messages.count else { return }
    messages[handedOver].id = id
    handedOver += 1
  }

  /// The next message can't be sent, ever.
  mutating func removeNext() {
    guard handedOver < messages.count else { return }
    messages.remove(at: handedOver)
  }

  /// Takes out the message with this number; `nil` when there is none.
  mutating func removeAnswered(id: Int32) -> QueuedMessage? {
    for index in 0..<handedOver where messages[index].id == id {
      handedOver -= 1
      return messages.remove(at: index)
    }
    return nil
  }

  /// The connection is gone: what waits for an answer must be sent again.
  mutating func takeBack() {
    for index in 0..<handedOver { messages[index].id = 0 }
    handedOver = 0
  }
}
