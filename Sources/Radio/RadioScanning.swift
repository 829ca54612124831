import Agent
import CRadio
import FixedPoint
import Host

// Switching the scan on, off and over.
extension Radio {
  /// The scan counts as well after this time, ms: what fails later is a new trouble.
  private static let settledAfter: Milliseconds = 60_000
  /// The same where nothing is heard that would prove it.
  private static let settledUnprovedAfter: Milliseconds = 600_000
  /// How often the adapter and the socket's losses are looked at while scanning, ms. The kernel tells of changes; this
  /// is for those it does not tell.
  private static let checkInterval: Milliseconds = 10_000

  /// Begins the set-up on the open socket.
  func begin(_ now: Milliseconds) {
    guard let timing = options.timing(for: duty) else { return disable(now) }
    switch state {
    // A change of duty takes milliseconds; a recovery is one until the scan is on.
    case .scanning, .recovering: break
    default: become(.starting)
    }
    giveUpCommand(now)
    let setup = ScanSetup(
      ScanSetup.Plan(
        timing: timing, isActive: options.isActive, kind: kind, resets: mustReset, restoresMasks: mustRestoreMasks))
    self.setup = setup
    phase = .settingUp
    send(setup.command, now)
  }

  /// The controller has taken the last command of the set-up.
  func enabled(_ setup: ScanSetup, _ now: Milliseconds) {
    applied = setup.plan.timing
    mustRestoreMasks = false
    mustReset = false
    self.setup = nil
    openWait.reset()
    // After a mere change of duty the silence goes on.
    if !state.isHearing { silence.start(now: now) }
    scanningSince = now
    hasSettled = false
    listening(now)
    adjust(now)
  }

  /// The scan is on.
  func listening(_ now: Milliseconds) {
    phase = .scanning
    nextCheck = now.addingSaturating(Self.checkInterval)
    become(.scanning(isExtended: kind == .extended))
  }

  /// Brings a running scan in line with the order.
  func adjust(_ now: Milliseconds) {
    guard case .scanning = phase else { return }
    guard let timing = options.timing(for: duty) else { return disable(now) }
    if timing != applied { begin(now) }
  }

  /// What is to be done now and then while scanning.
  func watch(_ now: Milliseconds) {
    if now >= nextCheck {
      nextCheck = now.addingSaturating(Self.checkInterval)
      countDrops()
      checkAdapter(now)
      guard case .scanning = phase else { return }
    }
    settle(now)
    if now >= silence.deadline { silent(now) }
  }

  private func settle(_ now: Milliseconds) {
    let time = now.subtractingSaturating(scanningSince)
    guard !hasSettled, time >= Self.settledAfter else { return }
    // It is the controller's word that the scan is on; only an advertisement proves it.
    let isProved = lastPacket.map { $0 >= scanningSince } ?? false
    guard isProved || time >= Self.settledUnprovedAfter else { return }
    hasSettled = isProved
    ladder.settle()
    foreignWait.reset()
    downWait.reset()
    // Of a silence more is to come, and was told.
    if isProved { settleReports() }
  }

  private func countDrops() {
    let drops = bd_radio_drops(socket)
    guard drops > 0, UInt64(drops) > knownDrops else { return }
    counters.overruns &+= UInt64(drops) &- knownDrops
    knownDrops = UInt64(drops)
  }

  // MARK: Off

  /// Begins to switch the scan off, on the way to `idle`.
  func disable(_ now: Milliseconds) {
    setup = nil
    if unsent != nil { giveUpCommand(now) }
    hasSentDisable = false
    phase = .disabling
    become(.off)
    // Nothing of ours is on yet.
    guard socket >= 0, kind != nil else { return rest(now) }
    if tracker.outstanding == nil { sendDisable(now) }
  }

  func sendDisable(_ now: Milliseconds) {
    hasSentDisable = true
    send(.scanEnable(kind ?? .legacy, false), now)
  }

  /// The scan is off, or its controller doesn't answer.
  func disabled(_ now: Milliseconds) {
    applied = nil
    // A new order may have come meanwhile.
    if duty == .off { rest(now) } else { begin(now) }
  }

  /// The same for a program that ends: waits for the answer, a bounded time.
  func disableAndWait() {
    guard let kind, let batch = readyBatch() else { return }
    if unsent != nil { giveUpCommand(lastNow) }
    let end = Clock.bootMilliseconds + 200
    var isSent = false
    // The answer to a command that is on its way comes first, if it comes.
    if tracker.outstanding == nil { isSent = sendLast(.scanEnable(kind, false)) }
    for _ in 0..<64 {
      let rest = end - Clock.bootMilliseconds
      guard rest > 0 else { break }
      port.wait(descriptor: socket, milliseconds: isSent ? rest : min(rest, 100))
      var isAnswered = false
      let count = batch.receive(from: socket)
      if count < 0 && count != -ErrorCode.tryAgain { return }
      for index in 0..<max(count, 0) {
        guard case .answer(let answer) = HCIPacket(batch.packet(index).bytes) else { continue }
        if tracker.take(answer, now: lastNow) == .ours { isAnswered = true }
      }
      if isSent && isAnswered { return }
      if !isSent && (isAnswered || count < 0) { isSent = sendLast(.scanEnable(kind, false)) }
    }
    if !isSent { _ = sendLast(.scanEnable(kind, false)) }
  }

  private func sendLast(_ command: HCICommand) -> Bool {
    if port.send(command.packet, to: socket) == 0 { tracker.sent(command.opcode, now: lastNow) }
    return true
  }
}
