import Agent
import Broker
import Lamps
import Radio

/// How the agent, the radio and the broker look on the lamps.
extension LampConditions {
  init(
    mode: AgentMode, radio: RadioState, hears: Bool, broker: BrokerStanding?, clockSet: Bool, configurationWrong: Bool
  ) {
    self.init(
      mode: LampMode(mode), radio: LampRadio(radio), hears: hears, network: LampNetwork(broker), clockSet: clockSet,
      configurationWrong: configurationWrong)
  }
}

extension LampMode {
  init(_ mode: AgentMode) {
    switch mode {
    case .starting: self = .starting
    case .searching: self = .searching
    case .tracking: self = .tracking
    case .deadReckoning: self = .deadReckoning
    case .idle: self = .idle
    case .waking: self = .waking
    case .stopped: self = .stopped
    }
  }
}

extension LampRadio {
  init(_ state: RadioState) {
    switch state {
    case .off: self = .off
    case .noAdapter: self = .none
    case .noPermission: self = .noPermission
    case .blocked: self = .blocked
    case .starting: self = .starting
    case .scanning: self = .works
    case .recovering: self = .dead
    }
  }
}

extension LampNetwork {
  /// - Parameter standing: `nil`: no broker is configured.
  init(_ standing: BrokerStanding?) {
    switch standing {
    case nil: self = .off
    // Not tried yet looks as what is likeliest to be wrong if it stays so.
    case .unknown, .unreachable: self = .unreachable
    case .noNetwork: self = .none
    case .refused: self = .refused
    case .connected: self = .connected
    }
  }
}
