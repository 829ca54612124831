import Broker
import Contract
import FixedPoint
import Host

/// The broker inside the event loop.
final class Post {
  let broker: Broker
  private let loop: EventLoop
  private let token: Int
  private var watched: (descriptor: Int32, isWriting: Bool)?
  private var watchedVersion = -1
  private var isDue = true

  init(broker: Broker, loop: EventLoop, token: Int) {
    self.broker = broker
    self.loop = loop
    self.token = token
  }

  func noteReady() { isDue = true }

  func publish(_ message: Message) {
    broker.publish(topic: message.topic, payload: message.payload, qos: message.qos, retain: message.retain)
    isDue = true
  }

  func step(now: Milliseconds) {
    guard isDue || now >= broker.deadline else { return }
    isDue = false
    broker.pump(now: now, wait: 0)
    watch()
  }

  var deadline: Milliseconds { broker.deadline }

  func finish(within: Milliseconds) -> Int {
    unwatch()
    return broker.finish(within: within)
  }

  private func watch() {
    guard let interest = broker.interest else { return unwatch() }
    if let watched, watchedVersion == broker.interestVersion, watched == interest { return }
    if watched?.descriptor != interest.descriptor { unwatch() }
    do throws(HostError) {
      try loop.watch(interest.descriptor, writing: interest.isWriting, token: token)
      watched = interest
      watchedVersion = broker.interestVersion
    } catch {
      // The broker's own deadlines still come.
      watched = nil
    }
  }

  private func unwatch() {
    if let watched { loop.forget(watched.descriptor) }
    watched = nil
  }
}
