import CBroker

/// One attempt at a connection and, if it succeeds, the connection.
final class Link {
  enum State {
    case reaching
    case connected
    case refused(reason: String)
    case ended(reason: String)
  }

  enum Handover {
    case taken(id: Int32)
    case refused(reason: String)
    case notNow
  }

  private let link: OpaquePointer

  init(_ options: BrokerOptions, address: String, willTopic: String, will: [UInt8]) throws(BrokerError) {
    var reason: UnsafePointer<CChar>?
    let opened = will.withUnsafeBytes { bytes in
      bd_link_open(
        address, Int32(truncatingIfNeeded: options.address.port), Int32(truncatingIfNeeded: options.keepAlive),
        options.clientId, options.username, options.password?.text, willTopic, bytes.baseAddress,
        Int32(clamping: bytes.count), &reason)
    }
    guard let opened else { throw BrokerError(reason.map { String(cString: $0) } ?? "unknown error") }
    link = opened
  }

  deinit { bd_link_close(link) }

  func step(wait: Int64) -> State {
    switch bd_link_step(link, Int32(clamping: wait)) {
    case BD_LINK_CONNECTED: .connected
    case BD_LINK_REFUSED: .refused(reason: String(cString: bd_link_reason(link)))
    case BD_LINK_ENDED: .ended(reason: String(cString: bd_link_reason(link)))
    default: .reaching
    }
  }

  /// What an event loop has to watch; `nil` without a connection.
  var descriptor: Int32? {
    let socket = bd_link_socket(link)
    return socket < 0 ? nil : socket
  }

  /// The attempt ended because the machine has no network, or no way to the address.
  var hasNoNetwork: Bool { bd_link_has_no_network(link) }

  var wantsWrite: Bool { bd_link_wants_write(link) }

  func publish(topic: String, payload: [UInt8], qos: Int32, retain: Bool) -> Handover {
    var id: Int32 = 0
    let result = payload.withUnsafeBytes { bytes in
      bd_link_publish(link, topic, bytes.baseAddress, Int32(clamping: bytes.count), qos, retain, &id)
    }
    switch result {
    case BD_PUBLISH_TAKEN: return .taken(id: id)
    case BD_PUBLISH_REFUSED: return .refused(reason: String(cString: bd_link_refusal(link)))
    default: return .notNow
    }
  }

  /// A message that the broker answered, and why it refused it if it did.
  func nextAnswer() -> (id: Int32, refusal: String?)? {
    var id: Int32 = 0
    var reason: Int32 = 0
    guard bd_link_next_acknowledged(link, &id, &reason) else { return nil }
    return (id, reason >= 0x80 ? String(cString: bd_reason_text(reason)) : nil)
  }

  /// Bytes on the way that the other side hasn't confirmed.
  var unconfirmedBytes: Int { Int(bd_link_unconfirmed(link)) }

  func disconnect() { bd_link_disconnect(link) }
}
