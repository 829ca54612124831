import Agent
import CHost
import FixedPoint
import Host

// What is due, and bringing the controller back.
extension Radio {
  /// After a hardware error the kernel closes and opens the controller by itself; ours follows, ms.
  private static let hardwareErrorWait: Milliseconds = 500
  /// Changes of phase that one call makes at most; more are left for the next, at once.
  private static let changesPerStep = 8

  /// Does what is due.
  func advance(_ now: Milliseconds) {
    for _ in 0..<Self.changesPerStep {
      let before = phase
      advanceOnce(now)
      if phase == before { return }
    }
  }

  private func advanceOnce(_ now: Milliseconds) {
    switch phase {
    case .idle: break
    case .waiting(let until):
      if now >= until { open(now) }
    case .acting(let action):
      guard let code = port.takeActionResult() else { return }
      descriptorsChanged = true
      acted(action, code, now)
    case .settingUp:
      if isOverdue(now) { unanswered(now) } else { resend(now) }
    case .scanning: watch(now)
    case .pausing(let until, let remedy):
      if now >= until { perform(remedy, now) }
    case .disabling:
      if isOverdue(now) {
        counters.commandTimeouts &+= 1
        giveUpCommand(now)
        if hasSentDisable { disabled(now) } else { sendDisable(now) }
      } else if tracker.outstanding == nil {
        sendDisable(now)
      } else {
        resend(now)
      }
    }
  }

  private func resend(_ now: Milliseconds) {
    if let unsent { send(unsent, now) }
  }

  /// An answer that waits behind other packets is not late.
  private func isOverdue(_ now: Milliseconds) -> Bool { !hasMore && tracker.isOverdue(now: now) }

  /// Nobody waits for the answer any more.
  func giveUpCommand(_ now: Milliseconds) {
    if unsent != nil { tracker.cancel() } else { tracker.giveUp(now: now) }
    unsent = nil
  }

  // MARK: Troubles

  private func unanswered(_ now: Milliseconds) {
    counters.commandTimeouts &+= 1
    let command = tracker.outstanding.map(Opcode.text) ?? "a command"
    giveUpCommand(now)
    fail("does not answer \(command)", now)
  }

  /// The controller, or the kernel for it, failed: the next rung of the ladder follows.
  func fail(_ reason: String, least: Int = 1, after wait: Milliseconds = 0, _ now: Milliseconds) {
    guard duty != .off else { return rest(now) }
    setup = nil
    applied = nil
    let next = ladder.climb(least: least)
    phase = .pausing(until: now.addingSaturating(max(next.wait, wait)), .rung(next.rung))
    become(.recovering(rung: next.rung, reason: reason))
  }

  func hardwareError(_ code: UInt8, _ now: Milliseconds) {
    switch phase {
    case .scanning, .settingUp, .pausing(_, .rearm):
      giveUpCommand(now)
      mustRestoreMasks = true
      // A controller with a hardware error has lost its settings: only a reset makes it whole.
      let reason = "reported hardware error 0x\(hexText(UInt16(code), digits: 2))"
      fail(reason, least: 2, after: Self.hardwareErrorWait, now)
    default: break
    }
  }

  func lacksRaw(_ now: Milliseconds) {
    let detail = "the kernel refused a scan command to \(name)"
    wait(now, Self.permissionWait, .noPermission(capability: "CAP_NET_RAW"), detail: detail)
  }

  /// Another program changed what we had set: sets it right after a while.
  func interfere(_ reason: String, _ now: Milliseconds) {
    giveUpCommand(now)
    setup = nil
    // What others do takes several commands; one pause for all of them.
    if case .pausing(_, .rearm) = phase { return }
    applied = nil
    phase = .pausing(until: now.addingSaturating(foreignWait.next()), .rearm)
    become(.recovering(rung: 1, reason: reason))
  }

  /// The scan is on and nothing is heard.
  func silent(_ now: Milliseconds) {
    let rung = silence.next(now: now)
    become(.recovering(rung: rung, reason: "no advertisement for \(max(options.silenceLimit, 1_000) / 1_000) s"))
    perform(.rung(rung), now)
  }

  // MARK: Remedies

  func perform(_ remedy: Remedy, _ now: Milliseconds) {
    guard case .rung(let rung) = remedy, rung > 1 else {
      counters.reEnables &+= 1
      if socket >= 0 { begin(now) } else { open(now) }
      return
    }
    if rung == 2 { counters.resets &+= 1 } else { counters.downUps &+= 1 }
    mustRestoreMasks = true
    kind = nil
    if isKernelPort {
      guard adapter != nil else { return open(now) }
      mustComeUp = rung > 2
      start(rung == 2 ? .reset : .down, now)
    } else {
      mustReset = true
      if rung > 2 || socket < 0 {
        closeSocket()
        open(now)
      } else {
        begin(now)
      }
    }
  }

  /// The kernel has done what we asked for, or could not.
  private func acted(_ action: AdapterAction, _ code: Int32, _ now: Milliseconds) {
    phase = .idle
    guard duty != .off else { return rest(now) }
    switch action {
    case .up: broughtUp(code, now)
    case .down where mustComeUp && (code == 0 || code == ErrorCode.networkDown || code == ErrorCode.already):
      start(.up, now)
    case .reset where code == 0: open(now)
    // It is down, or the kernel itself has just taken it down: looking at it brings it up.
    case .reset where code == ErrorCode.networkDown: open(now)
    case .down, .reset:
      mustComeUp = false
      if ErrorCode.isGone(code) {
        lost(now)
      } else if ErrorCode.isPermission(code) {
        // What can be done without is done.
        notice("cannot be reset: CAP_NET_ADMIN is missing; \(RadioAdvice.capability)", .error)
        open(now)
      } else {
        let verb = action == .reset ? "reset" : "take down"
        fail(HostError(action: "\(verb) \(name)", code: code).message, now)
      }
    }
  }

  func errorText(_ code: Int32) -> String { String(cString: bd_error_text(code)) }
}
