import Broker
import Contract
import FixedPoint
import Host

/// Publishes a replay's messages, and tells on standard error how it stands with the broker.
final class ReplayPublisher {
  private let broker: Broker
  private let errors = OutputStream.standardError()
  private let address: BrokerAddress
  /// Messages that may wait unconfirmed before the replay waits for the broker: half of the broker's queue.
  private static let backlogLimit = 500
  /// Time that the broker gets to answer before the replay begins, ms: several attempts.
  private static let welcome: Milliseconds = 5_000
  /// Time that the last messages get to be confirmed, ms, by a broker that was there.
  private static let patience: Milliseconds = 8_000
  /// Time for one last attempt, or for our word that we stop, ms: all that a broker gets that never was there, or when
  /// somebody wants us to stop.
  private static let farewell: Milliseconds = 2_000
  /// At full speed the broker is looked after once for so many calls: a system call for each packet would cost more
  /// than the agent itself.
  private static let callsPerPump = 64
  private var calls = 0
  /// How long a full backlog is waited for, ms.
  private static let confirmationPatience: Milliseconds = 30_000
  private var isStalled = false

  /// `nil`, with a message, for options that no broker could satisfy.
  init?(_ options: BrokerOptions) {
    address = options.address
    let errors = errors
    let status = StatusMessage(version: version, startTime: Clock.wallMilliseconds)
    func payload(_ availability: Availability) -> [UInt8] {
      let state: AgentAvailability =
        switch availability {
        case .online: .online
        case .stopped: .stopped
        case .lost: .lost
        }
      // Unlike the replayed events, the status is of now.
      let stamp = Stamp(wallOffset: 0, clockSynced: Clock.wallMilliseconds >= Clock.earliestCredible)
      return status.message(state, time: Clock.wallMilliseconds, stamp: stamp).payload
    }
    do throws(BrokerError) {
      broker = try Broker(options: options, statusPayload: payload) { event in
        errors.writeLine("bluedot replay: \(printable(event.text(options.address)))")
      }
    } catch {
      errors.writeLine("bluedot replay: \(error.message)")
      return nil
    }
    waitForConnection()
  }

  func publish(_ message: Message) {
    // A live agent drops a position that the network is too slow for; a replay has the time to wait.
    while broker.isConnected, broker.waitingPositions > 0, !StopSignal.isRaised { pump(wait: 5) }
    broker.publish(topic: message.topic, payload: message.payload, qos: message.qos, retain: message.retain)
  }

  func pump(wait: Milliseconds) { broker.pump(now: Clock.bootMilliseconds, wait: wait) }

  /// Gives the broker its turn, and waits while too much is unconfirmed.
  func keepUp() {
    calls += 1
    if calls % Self.callsPerPump == 0 { pump(wait: 0) }
    let limit = Clock.bootMilliseconds + Self.confirmationPatience
    while !isStalled, broker.isConnected, broker.backlog > Self.backlogLimit, !StopSignal.isRaised {
      pump(wait: 20)
      // It answers, but confirms nothing: from now on the oldest events go, counted, and the replay ends.
      if Clock.bootMilliseconds > limit { isStalled = true }
    }
  }

  /// Says goodbye to the broker; returns what to complain about when messages did not get there.
  func finish() -> String? {
    while broker.isConnected, broker.waitingPositions > 0, !StopSignal.isRaised { pump(wait: 5) }
    if broker.counters.connections > 0 {
      let deadline = Clock.bootMilliseconds + Self.patience
      while broker.backlog > 0, Clock.bootMilliseconds < deadline, !StopSignal.isRaised { pump(wait: 20) }
    }
    let unconfirmed = broker.finish(within: Self.farewell)
    let counters = broker.counters
    guard counters.connections > 0 else {
      return "nothing was published: no connection to the broker at \(address.text)"
    }
    if counters.positionsDropped > 0 {
      // By design: a position is never delivered late, so this is no failure.
      errors.writeLine("bluedot replay: \(counters.positionsDropped) positions were not published: the link was down")
    }
    let missing = unconfirmed + counters.eventsDropped + counters.messagesRefused
    return missing > 0 ? "\(missing) events did not reach the broker at \(address.text)" : nil
  }

  /// A replay at full speed would be over before the connection stands.
  private func waitForConnection() {
    let deadline = Clock.bootMilliseconds + Self.welcome
    while !broker.isConnected, Clock.bootMilliseconds < deadline, !StopSignal.isRaised { pump(wait: 50) }
  }
}
