/// What other programs do to the scan, as far as the kernel shows it: their commands pass by on our socket, then the
/// answers. Pure.
struct ForeignScan {
  enum Effect: Equatable {
    /// Nothing changed for us.
    case none
    case off
    case reset
    /// On, but with the duplicate filter, or listening less than we need.
    case unusable
    /// On, and as good for us as our own.
    case usable
  }

  private var interval: UInt16 = 0
  private var window: UInt16 = 0
  private var hasParameters = false
  private var isEnabled: Bool?
  private var filters = false

  /// Takes a command that another program sent.
  mutating func note(_ packet: RawSpan) {
    switch packet.opcode(1) {
    case Opcode.leSetScanEnable, Opcode.leSetExtendedScanEnable:
      isEnabled = packet.octet(4) != 0
      filters = packet.octet(5) != 0
    case Opcode.leSetScanParameters:
      noteTiming(packet, at: 5)
    case Opcode.leSetExtendedScanParameters:
      // Behind address type, policy and PHYs comes the scan type of the 1M PHY; with another PHY first we know nothing.
      if packet.octet(6) & 1 != 0 { noteTiming(packet, at: 8) }
    default: break
    }
  }

  private mutating func noteTiming(_ packet: RawSpan, at offset: Int) {
    interval = packet.opcode(offset)
    window = packet.opcode(offset + 2)
    hasParameters = true
  }

  /// Our own commands replaced theirs.
  mutating func forget() { self = ForeignScan() }

  /// The effect of a command that was not ours, from its answer.
  ///
  /// - Parameter wanted: how we want to listen.
  mutating func effect(of answer: CommandAnswer, wanted: RadioOptions.Timing?) -> Effect {
    guard answer.status == 0, !answer.isPending else { return .none }
    if answer.opcode == Opcode.reset { return .reset }
    guard Opcode.isScanEnable(answer.opcode) else { return .none }
    // Where commands are not shown: whoever switches a scan on must switch ours off before, so off it is.
    guard let isEnabled, isEnabled else { return .off }
    self.isEnabled = nil
    guard !filters else { return .unusable }
    guard hasParameters, let wanted else { return .usable }
    // Shares of the time, compared without division.
    let isEnough = UInt32(window) * UInt32(wanted.interval) >= UInt32(wanted.window) * UInt32(interval)
    return isEnough ? .usable : .unusable
  }
}
