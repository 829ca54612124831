import Host

@testable import Broker

// Apart from the files that import Foundation, whose Host and Process would be ambiguous here.
func bootMilliseconds() -> Int64 { Clock.bootMilliseconds }

/// A broker client with what it told, driven by the test.
final class Client {
  final class Record {
    var events: [BrokerEvent] = []
  }

  let broker: Broker
  let record = Record()
  /// The longest that one `pump(wait: 10)` took, in ms.
  private(set) var longestPump: Int64 = 0

  /// A client of a loopback broker with short waits.
  init(port: Int, host: String = "127.0.0.1", change: (inout BrokerOptions) -> Void = { _ in }) throws {
    var options = BrokerOptions(address: BrokerAddress(host: host, port: port), device: "cart-7")
    options.firstWait = 50
    options.longestWait = 200
    options.connectTimeout = 500
    options.positionLifetime = 300
    change(&options)
    let record = record
    broker = try Broker(
      options: options,
      statusPayload: { availability in
        switch availability {
        case .online: Array("online".utf8)
        case .stopped: Array("stopped".utf8)
        case .lost: Array("lost".utf8)
        }
      },
      report: { record.events.append($0) })
  }

  var events: [BrokerEvent] { record.events }

  /// Pumps until the condition holds; false when it does not within `within` ms.
  @discardableResult
  func pump(within: Int64 = 5_000, until condition: () -> Bool) -> Bool {
    let end = bootMilliseconds() + within
    while !condition() {
      let before = bootMilliseconds()
      if before > end { return false }
      broker.pump(now: before, wait: 10)
      longestPump = max(longestPump, bootMilliseconds() - before)
    }
    return true
  }

  func pump(for duration: Int64) { pump(within: duration) { false } }

  @discardableResult
  func publish(_ topic: String, _ payload: String, qos: Int32 = 1, retain: Bool = false) -> PublishResult {
    broker.publish(topic: topic, payload: Array(payload.utf8), qos: qos, retain: retain)
  }
}
