import Agent
import CRadio
import FixedPoint
import Host

// Packets in, commands out.
extension Radio {
  /// Batches of packets that one step reads: 256 packets, a quarter of a second at 1,000 advertisements a second.
  private static let batchesPerStep = 4

  func readyBatch() -> OpaquePointer? {
    if batch == nil { batch = bd_batch_create() }
    return batch
  }

  /// Reads a batch of packets; their number, or a negative errno value.
  func receive(_ batch: OpaquePointer, _ descriptor: Int32) -> Int32 { bd_batch_receive(batch, descriptor) }

  /// Reads what is there and hands it on.
  func read(_ now: Milliseconds, _ packet: (RawSpan, Milliseconds) -> Void) {
    hasMore = false
    guard socket >= 0, let batch = readyBatch() else { return }
    let version = socketVersion
    for _ in 0..<Self.batchesPerStep {
      let count = receive(batch, socket)
      if count < 0 {
        if count != -ErrorCode.tryAgain { socketFailed(-count, now) }
        return
      }
      for index in 0..<count {
        var size = 0
        let bytes = UnsafeRawBufferPointer(start: bd_batch_packet(batch, index, &size), count: size).bytes
        // After a change of sockets the rest is still worth hearing, but its answers mean nothing any more.
        take(bytes, isCurrent: version == socketVersion, now)
        if bytes.octet(0) == 0x04 && size <= BD_PACKET_MAX { packet(bytes, now) }
      }
      counters.packets &+= UInt64(count)
      if count < BD_BATCH_COUNT || version != socketVersion { return }
    }
    hasMore = true
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
      let seconds = lastPacket.map { "after \(now.subtractingSaturating($0) / 1_000) s of silence" } ?? "for the first time"
      tell(.notice, .info, "\(adapter?.name ?? "the radio"): advertisements \(seconds)")
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
      case .disabling:
        if Opcode.isScanEnable(answer.opcode) { disabled(now) }
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
