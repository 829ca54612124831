import Advertisement
import Host
import Recording
import Wire

extension Command {
  static var decode: Command {
    Command(
      name: "decode",
      summary: "print the advertising reports of a recording as JSON lines",
      help: """
        usage: bluedot decode FILE [--stats]

        Prints one JSON object a line for each advertising report in a recording.

        FILE     a btsnoop recording (btmon -w, hcidump -w), or a text file with one HCI packet in hex a line: pairs of
                 digits, the packet type (04) first; # begins a comment; a line that begins with V and a number (V01 …) is
                 a label. "-" is standard input.
        --stats  at the end print one more line, {"stats":{…}}: packets by kind, reports, frames by kind, and what had to be
                 dropped, by reason.
        --help   print this.

        Each object has: time (ISO 8601, UTC; null in hex lines), address (null when anonymous), addressType, eventType, rssi
        (dBm, null when the controller had none), kind, and the fields of that kind. Reports of extended advertising also
        have primaryPhy, secondaryPhy, advertisingSet and txPower. Temperatures are in °C, powers in dBm, times in seconds
        unless a unit stands beside them. measuredPower is at 1 m for every kind, as the beacon states it.

        Exit code: 0 when the recording was read to its end, 1 when it is damaged or no recording (the reports before the
        damage are printed), 2 for wrong usage.

        """,
      run: printReports)
  }
}

private func printReports(_ arguments: inout Arguments) throws(UsageError) -> Int32 {
  let wantsStats = arguments.flag("--stats")
  let path = try arguments.positionals(["FILE"])[0]
  let output = OutputStream.standardOutput()
  let errors = OutputStream.standardError()
  var code = ExitCode.success

  var parser = EventParser()
  var stats = DecodeStats()
  var writer = JSONWriter(capacity: 1_024)
  do throws(RecordingError) {
    var reader = try RecordingReader(path: path)
    var isOpen = true
    while isOpen {
      do throws(RecordingError) {
        isOpen = try reader.next { packet, bytes in
          stats.count(packet.kind)
          guard packet.kind == .event else { return }
          parser.parse(packet: bytes, hasPacketType: packet.hasPacketType, adapter: packet.adapter) {
            report, frame, data in
            stats.count(frame.kind)
            writer.reset()
            writer.write(report, frame, data, of: packet)
            output.write(bytes: writer.bytes)
            output.write("\n")
          }
        }
      } catch {
        // What came before stays printed, and is counted below.
        errors.writeLine("bluedot decode: \(error.message)")
        code = ExitCode.failure
        isOpen = false
      }
      if output.failure != nil { isOpen = false }
    }
    if wantsStats {
      writer.reset()
      writer.write(
        stats, parser.discards, truncated: Int(clamping: reader.truncatedCount), drops: Int(reader.recorderDrops))
      output.write(bytes: writer.bytes)
      output.write("\n")
    }
  } catch {
    errors.writeLine("bluedot decode: \(error.message)")
    code = ExitCode.failure
  }
  return max(code, finish(output, "bluedot decode"))
}

/// What `--stats` tells beside the discards.
struct DecodeStats {
  /// By `PacketKind.rawValue`.
  private(set) var packets = [Int](repeating: 0, count: PacketKind.count)
  /// By `FrameKind.rawValue`.
  private(set) var frames = [Int](repeating: 0, count: FrameKind.count)

  mutating func count(_ kind: PacketKind) { packets[Int(kind.rawValue)] += 1 }
  mutating func count(_ kind: FrameKind) { frames[Int(kind.rawValue)] += 1 }
}
