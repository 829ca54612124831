// modules: CHost Host FixedPoint Advertisement Recording Wire
// sources: Sources/bluedot/Arguments.swift Sources/bluedot/Command.swift Sources/bluedot/Decode.swift Sources/bluedot/DecodeJSON.swift
// seeds: recordings
// Any bytes as a recording for `bluedot decode`: each report's line is one JSON object, and so are the statistics.
import Advertisement
import CHost
import Recording
import Wire

private let path = "/dev/shm/bluedot-fuzz-decode-\(bd_boot_milliseconds())-\(UInt32.random(in: 0 ... .max))"

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let descriptor = bd_open_write(path)
  guard descriptor >= 0, let start, bd_write_all(descriptor, start, count) == 0 else { return -1 }
  bd_close(descriptor)
  decode()
  return 0
}

private func decode() {
  var parser = EventParser()
  var stats = DecodeStats()
  var writer = JSONWriter(capacity: 1_024)
  guard var reader = try? RecordingReader(path: path) else { return }
  var isOpen = true
  while isOpen {
    isOpen =
      (try? reader.next { packet, bytes in
        stats.count(packet.kind)
        guard packet.kind == .event else { return }
        parser.parse(packet: bytes, hasPacketType: packet.hasPacketType, adapter: packet.adapter) {
          report, frame, data in
          stats.count(frame.kind)
          writer.reset()
          writer.write(report, frame, data, of: packet)
          check(JSONText.isValid(writer.bytes), "a report's line is JSON")
        }
      }) ?? false
  }
  writer.reset()
  writer.write(
    stats, parser.discards, truncated: Int(clamping: reader.truncatedCount), drops: Int(reader.recorderDrops))
  check(JSONText.isValid(writer.bytes), "the statistics are JSON")
}
