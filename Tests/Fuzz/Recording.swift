// modules: CHost Host Recording
// seeds: recordings
// Any bytes as the content of a recording, through a file in memory.
import CHost
import Recording

private let path = "/dev/shm/bluedot-fuzz-recording-\(bd_boot_milliseconds())-\(UInt32.random(in: 0 ... .max))"

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let descriptor = bd_open_write(path)
  guard descriptor >= 0, let start, bd_write_all(descriptor, start, count) == 0 else { return -1 }
  bd_close(descriptor)
  read(count)
  return 0
}

private func read(_ count: Int) {
  do throws(RecordingError) {
    var reader = try RecordingReader(path: path)
    var packets = 0
    var bytes = 0
    do throws(RecordingError) {
      while try reader.next({ packet, span in
        packets += 1
        bytes += span.byteCount
        check(span.byteCount <= packet.originalLength, "no packet holds more bytes than it had on the air")
        check(
          packet.milliseconds != nil || packet.microseconds == nil, "a time in microseconds has one in milliseconds")
        if packet.kind == .note, let note = RecordingNote(span) { rewrite(note) }
      }) {}
    } catch {
      check(!error.message.isEmpty, "an error says something")
    }
    check(packets == Int(reader.packetCount), "each packet is counted")
    check(bytes <= count, "a recording holds no more bytes than its file")
    check(try !reader.next { _, _ in }, "nothing comes after the end or an error")
  } catch {
    check(!error.message.isEmpty, "an error says something")
  }
}

/// What a note says is what is read again after it was written.
private func rewrite(_ note: RecordingNote) {
  let start = RecordingStart(session: 1, wallOffset: 0, isClockSet: true, program: "fuzz")
  let copy = path + "-copy"
  do throws(RecordingError) {
    let recorder = try LiveRecorder(path: copy, start: start, at: 0)
    recorder.note(note, at: 0)
    recorder.close()
    var reader = try RecordingReader(path: copy)
    var last: RecordingNote?
    while try reader.next({ packet, span in if packet.kind == .note { last = RecordingNote(span) } }) {}
    check(last == note, "a note is read as it was written")
  } catch {
    check(false, "what was written can be read")
  }
}
