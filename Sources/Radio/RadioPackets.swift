import Agent
import CRadio
import FixedPoint
import Host

// Packets in, commands out.
extension Radio {
  /// Batches of packets that one step reads: 256 packets, a quarter of a second at 1,000 advertisements a second.
  private static let batchesPerStep = 4

  func readyBatch() -> PacketBatch? {
    if batch == nil { batch = PacketBatch() }
    return batch
  }

  /// Reads what is there and hands it on; true when there was anything.
  func read(_ now: Milliseconds, _ packet: (RawSpan, Milliseconds) -> Void) -> Bool {
    hasMore = false
    guard socket >= 0, let batch = readyBatch() else { return false }
    let version = socketVersion
    for number in 0..<Self.batchesPerStep {
      let count = batch.receive(from: socket)
      if count < 0 {
        if count != -ErrorCode.tryAgain { socketFailed(-count, now) }
        return number > 0
      }
      for index in 0..<count {
        let bytes = batch.packet(index).bytes
        // After a change of sockets the rest is still worth hearing, but its answers mean nothing any more.
        take(bytes, isCurrent: version == socketVersion, now)
        if bytes.octet(0) == 0x04 && bytes.byteCount <= BD_PACKET_MAX { packet(bytes, now) }
      }
      counters.packets &+= UInt64(count)
      if count < PacketBatch.capacity || version != socketVersion { return true }
    }
    hasMore = true
    return true
  }

  private func take(_ bytes: RawSpan, isCurrent: Bool, _ now: Milliseconds) {
    switch HCIPacket(bytes) {
    case .report:
      counters.reportEvents &+= 1
      heard(now)
    case .answer(let answer):
      if isCurrent { take(answer, bytes, now) }
    case .command(let opcode):
      // Ours come back on no socket of ours; were it otherwise, they would look like the one that is outstanding.
      if isCurrent && opcode != tracker.outstanding { foreign.note(bytes) }
    case .hardwareError(let code):
      counters.hardwareErrors &+= 1
      if isCurrent { hardwareError(code, now) }
    case .malformed: counters.malformedPackets &+= 1
    case .event: break
    }
  }

  /// Advertisements arrive.
  @inline(__always) private func heard(_ now: Milliseconds) {
    if silence.heard(now: now) {
      let silence = lastPacket.map { "after \(now.subtractingSaturating($0) / 1_000) s of silence" }
      tell(.notice, .info, "\(name): advertisements \(silence ?? "for the first time")")
    }
    lastPacket = now
  }

  // MARK: Answers

  private func take(_ answer: CommandAnswer, _ packet: RawSpan, _ now: Milliseconds) {
    switch tracker.take(answer, now: now) {
    case .late: break
    case .foreign: takeForeign(answer, now)
    case .ours:
      guard !answer.isPending else { return }
      switch phase {
      case .settingUp: advanceSetup(answer, packet, now)
      // The answer may be that to a command from before; `advance` then sends the one that counts.
      case .disabling:
        if hasSentDisable { disabled(now) }
      default: break
      }
    }
  }

  private func advanceSetup(_ answer: CommandAnswer, _ packet: RawSpan, _ now: Milliseconds) {
    guard var setup else { return }
    let outcome = setup.take(answer, packet: packet)
    self.setup = setup
    // From now on a scan may be on that must be switched off with this kind of command.
    kind = setup.knownKind ?? kind
    switch outcome {
    case .next(let text):
      if let text {
        counters.refusals &+= 1
        notice(text)
      }
      send(setup.command, now)
    case .done: enabled(setup, now)
    case .failed(let reason):
      counters.refusals &+= 1
      fail(reason, now)
    }
  }

  private func takeForeign(_ answer: CommandAnswer, _ now: Milliseconds) {
    let effect = foreign.effect(of: answer, wanted: options.timing(for: duty))
    switch (phase, effect) {
    case (_, .none): break
    case (.settingUp, .reset), (.scanning, .reset), (.pausing(_, .rearm), .reset):
      counters.foreignResets &+= 1
      mustRestoreMasks = true
      interfere("another program reset the controller; \(RadioAdvice.foreign)", now)
    case (.scanning, .off):
      counters.foreignScanOffs &+= 1
      interfere("another program switched the scan off; \(RadioAdvice.foreign)", now)
    case (.scanning, .unusable), (.pausing(_, .rearm), .unusable):
      counters.foreignScanOffs &+= 1
      interfere("another program changed the scan to its own settings; \(RadioAdvice.foreign)", now)
    // Theirs is as good as ours: leave it be.
    case (.pausing(_, .rearm), .usable) where !mustRestoreMasks: listening(now)
    default: break
    }
  }

  // MARK: Commands

  /// Sends a command; one at a time, which the callers see to.
  func send(_ command: HCICommand, _ now: Milliseconds) {
    unsent = nil
    guard socket >= 0 else { return }
    if Opcode.isScanEnable(command.opcode) { foreign.forget() }
    let code = port.send(command.packet, to: socket)
    switch code {
    case 0: tracker.sent(command.opcode, now: now)
    case ErrorCode.tryAgain, ErrorCode.noBuffers:
      // It counts as sent, so that its time runs.
      if tracker.outstanding == nil { tracker.sent(command.opcode, now: now) }
      unsent = command
    default: socketFailed(code, now)
    }
  }

  /// A call on the socket failed.
  private func socketFailed(_ code: Int32, _ now: Milliseconds) {
    switch code {
    case _ where ErrorCode.isGone(code): lost(now)
    case ErrorCode.networkDown:
      // It may be that its driver goes away this moment; the list tells.
      checkAdapter(now)
      if socket >= 0 { wentDown(now) }
    case _ where ErrorCode.isPermission(code): lacksRaw(now)
    // The kernel dropped packets; those that follow are whole.
    case ErrorCode.noBuffers: counters.overruns &+= 1
    default: fail("its socket failed: \(errorText(code))", now)
    }
  }
}
