import Agent
import FixedPoint
import Host
import Recording

/// Reads a recording as if the radio heard it, as fast as can be, and shows its last state; returns the exit code.
func scanRecording(_ path: String, site: Site?, options: ScanOptions) -> Int32 {
  let output = OutputStream.standardOutput()
  let errors = OutputStream.standardError()
  let session = ScanSession(site: site, options: options, output: output)
  var clock: RecordingClock?
  var first: Milliseconds = 0
  var withoutTime: UInt64 = 0
  var code = ExitCode.success
  do throws(RecordingError) {
    var reader = try RecordingReader(path: path)
    var isOpen = true
    while isOpen, output.failure == nil, !StopSignal.isRaised {
      isOpen = try reader.next { packet, bytes in
        guard packet.kind == .event || packet.kind == .note else { return }
        guard let recorded = packet.milliseconds else {
          withoutTime += 1
          return
        }
        let note = packet.kind == .note ? RecordingNote(bytes) : nil
        if clock == nil {
          if case .start(let start)? = note {
            clock = RecordingClock(first: recorded, of: start)
          } else {
            clock = RecordingClock(first: recorded)
          }
          first = clock?.agentTime ?? 0
        }
        if let step = clock?.step(to: recorded) { clock?.take(step) }
        if case .clock(let wallOffset, let isSet)? = note { clock?.set(wallOffset: wallOffset, isClockSet: isSet) }
        guard packet.kind == .event, let clock else { return }
        session.take(
          bytes, hasPacketType: packet.hasPacketType, adapter: packet.adapter, at: clock.agentTime,
          wallOffset: clock.wallOffset)
      }
    }
  } catch {
    if !StopSignal.isRaised {
      // What came before is shown all the same.
      errors.writeLine("bluedot scan: \(error.message)")
      code = ExitCode.failure
    }
  }
  let last = clock?.agentTime ?? 0
  if !options.isJSON {
    let view = ScanView(order: options.order, isColoured: false, hasSite: site != nil)
    for line in view.lines(session.table, at: last, size: nil) { output.writeLine(line) }
  }
  let summary = session.summary(over: last.subtractingSaturating(first))
  for line in summary { if options.isJSON { errors.writeLine(line) } else { output.writeLine(line) } }
  if withoutTime > 0 {
    errors.writeLine(
      "bluedot scan: \(withoutTime) events have no time and were left out; expected a btsnoop recording")
    code = ExitCode.failure
  }
  if StopSignal.isRaised { code = StopSignal.exitCode }
  return max(code, finish(output, "bluedot scan"))
}
