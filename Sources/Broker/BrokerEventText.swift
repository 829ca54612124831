import Host

extension BrokerEvent {
  /// For the log, with what happens next.
  public func text(_ address: BrokerAddress) -> String {
    switch self {
    case .connected: "connected to the broker at \(address.text)"
    case .disconnected(let reason): "lost the broker at \(address.text): \(reason); trying again"
    case .refused(let reason): "\(reason); trying again"
    case .waiting(let reason, _): "\(reason); trying again"
    case .messageRefused(let topic, let reason): "the broker does not take \(topic): \(reason)"
    }
  }

  public var level: LogLevel {
    switch self {
    case .connected: .info
    case .disconnected, .waiting: .warning
    case .refused, .messageRefused: .error
    }
  }
}
