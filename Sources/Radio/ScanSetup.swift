import Host

/// The commands that lead to a running scan, one after the other, and what to do when the controller refuses one. Pure:
/// answers go in, commands come out.
///
/// A scan that a killed predecessor left on makes the controller refuse parameters with 0x0C, and so do scan commands
/// of the other kind by another program. So every set-up begins by switching the scan off; a refusal leads to one more
/// try, then to the other kind of commands, and only then to a failure.
struct ScanSetup {
  struct Plan: Equatable {
    var timing: RadioOptions.Timing
    var isActive: Bool
    /// `nil`: ask the controller what it can.
    var kind: ScanKind?
    /// Sends HCI Reset first: for a controller that no kernel looks after.
    var resets = false
    /// Switches the events on that a reset switched off.
    var restoresMasks = false
  }

  enum Outcome: Equatable {
    /// `command` is to be sent. The text tells of a refusal, if there was one.
    case next(notice: String?)
    case done
    case failed(reason: String)
  }

  private enum Step {
    case reset
    case readCommands
    case eventMask
    case leEventMask
    case disable
    case parameters
    case enable
  }

  let plan: Plan
  /// Which commands are in use; the last word once the set-up is done.
  private(set) var kind: ScanKind
  /// The same; `nil` while the controller has not been asked.
  var knownKind: ScanKind? { isKindAsked ? kind : nil }
  private var step: Step
  private var hasTriedAgain = false
  private var hasSwitched = false
  private var isKindAsked: Bool

  init(_ plan: Plan) {
    self.plan = plan
    kind = plan.kind ?? .legacy
    isKindAsked = plan.kind != nil
    step = .disable
    step = plan.resets ? .reset : afterReset
  }

  /// The command to send now.
  var command: HCICommand {
    switch step {
    case .reset: .reset
    case .readCommands: .readLocalCommands
    case .eventMask: .setEventMask
    case .leEventMask: .leSetEventMask(kind)
    case .disable: .scanEnable(kind, false)
    case .parameters: .scanParameters(kind, plan.timing, isActive: plan.isActive)
    case .enable: .scanEnable(kind, true)
    }
  }

  /// Takes the answer to `command`; `packet` is the whole event.
  mutating func take(_ answer: CommandAnswer, packet: RawSpan) -> Outcome {
    switch step {
    case .reset:
      guard answer.status == 0 else { return .failed(reason: refusal(answer)) }
      step = afterReset
    case .readCommands:
      isKindAsked = true
      kind = Self.kind(supportedCommands: packet, status: answer.status)
      step = afterKind
    // Whatever the answer: most controllers have these events on, and a scan that is off refuses to be switched off.
    case .eventMask: step = .leEventMask
    case .leEventMask: step = .disable
    case .disable: step = .parameters
    case .parameters:
      guard answer.status == 0 else { return refused(answer) }
      step = .enable
    case .enable:
      guard answer.status == 0 else { return refused(answer) }
      return .done
    }
    return .next(notice: nil)
  }

  private var afterReset: Step { isKindAsked ? afterKind : .readCommands }
  private var afterKind: Step { plan.restoresMasks || plan.resets ? .eventMask : .disable }

  /// Octet 37 of the supported commands, bits 5 and 6: LE Set Extended Scan Parameters and Enable (Core Specification
  /// Vol 4 Part E, 6.27). The octets begin behind the status.
  static func kind(supportedCommands packet: RawSpan, status: UInt8) -> ScanKind {
    status == 0 && packet.octet(7 + 37) & 0x60 == 0x60 ? .extended : .legacy
  }

  private mutating func refused(_ answer: CommandAnswer) -> Outcome {
    // Unknown command, unsupported feature: asking again is no use.
    let isUnknown = answer.status == 0x01 || answer.status == 0x11
    if !hasTriedAgain && !isUnknown {
      hasTriedAgain = true
      step = .disable
      return .next(notice: refusal(answer) + "; switching the scan off and trying again")
    }
    guard !hasSwitched else { return .failed(reason: refusal(answer)) }
    hasSwitched = true
    hasTriedAgain = false
    kind = kind.other
    // The kernel switches the events of extended scanning on only where the controller announces it.
    step = kind == .extended ? .leEventMask : .disable
    return .next(notice: refusal(answer) + "; trying \(kind.text) scanning")
  }

  private func refusal(_ answer: CommandAnswer) -> String {
    "\(Opcode.text(answer.opcode)) refused with \(statusText(answer.status))"
  }
}
