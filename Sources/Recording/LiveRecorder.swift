import CHost
import Host

/// Records a live run, so that a replay gives the events that the run gave: a btsnoop file of Linux's monitor channel
/// (datalink 2001), which `btmon -r` and Wireshark open as well.
///
/// Recording never stops the run: when the disk is full or the size limit is reached the file is closed at its last
/// whole record, `takeReport()` says so once, and all later calls do nothing. Writes are gathered for some seconds to
/// spare flash; a run that is killed loses those, and a replay plays what is there.
///
/// A replay repeats the run's inputs in their order at their times. For the same events the run has to note each input
/// at the time that it passes to the agent, and with `clock` first bring the agent to that time and tell what was due
/// with the old offset.
public final class LiveRecorder {
  /// Why a recording ended before the run did.
  public enum Failure: Sendable {
    /// The size limit, in bytes.
    case full(limit: Int64)
    case write(HostError)
  }

  /// Size limit when nobody sets one, bytes: 64 MB is 12 hours of 20 advertisements a second.
  public static var usualLimit: Int64 { 64 << 20 }
  /// Below this no recording is worth its file, bytes.
  public static var leastLimit: Int64 { 4_096 }
  /// Time between two writes to the file, ms.
  public static var flushInterval: Int64 { 5_000 }
  /// Bytes that are gathered at most.
  private static var bufferLimit: Int { 65_536 }

  public let path: String
  public private(set) var failure: Failure?
  /// HCI packets recorded.
  public private(set) var packetCount: UInt64 = 0
  /// Packets that are longer than btmon takes and were left out; none that scanning has to do with is.
  public private(set) var drops: UInt32 = 0

  private let limit: Int64
  private let wallOffset: Int64
  private var descriptor: Int32
  private var buffer: [UInt8] = []
  /// Where records end in the buffer.
  private var ends: [Int] = []
  /// Bytes in the file.
  private var written: Int64 = 0
  private var lastTime: Int64
  /// When the oldest gathered byte came; `nil` when nothing waits.
  private var waitingSince: Int64?
  private var known: [UInt16] = []
  private var isReported = false
  /// Room for the note that ends a full recording.
  private let reserve: Int64

  /// Creates or overwrites the file and writes its beginning at once.
  ///
  /// - Parameters:
  ///   - limit: size that the file may reach, bytes; at least `leastLimit`.
  ///   - start: how the run began; `wallOffset` holds for all times in the file.
  ///   - time: boot time in ms, as all times here.
  public init(
    path: String, limit: Int64 = LiveRecorder.usualLimit, start: RecordingStart, at time: Int64
  ) throws(RecordingError) {
    self.path = path
    self.limit = max(limit, Self.leastLimit)
    wallOffset = start.wallOffset
    lastTime = time
    reserve = Int64(Btsnoop.recordHeaderSize + MonitorNote.record(RecordingNote.full.text).count)
    descriptor = bd_open_write(path)
    guard descriptor >= 0 else {
      throw RecordingError(path: path, HostError(action: "create the recording", code: -descriptor))
    }
    buffer.appendBtsnoopHeader(.monitor)
    ends.append(buffer.count)
    note(.start(start), at: time)
    flush()
    if case .write(let error)? = failure { throw RecordingError(path: path, error) }
  }

  deinit { close() }

  // MARK: What is recorded

  /// An adapter is in use: tells readers its address. An adapter whose packets come without this gets address 0.
  ///
  /// - Parameter address: as printed, most significant byte first, in the low 48 bits.
  public func adapter(_ index: UInt16, address: UInt64, at time: Int64) {
    if !known.contains(index) { known.append(index) }
    // Type 0: primary controller. Bus 1: USB; readers show it and do nothing with it.
    var content: [UInt8] = [0, 1]
    for byte in 0..<6 { content.append(UInt8(truncatingIfNeeded: address >> UInt64(8 * byte))) }
    var name = [UInt8]("hci\(index)".utf8)
    while name.count < 8 { name.append(0) }
    content += name
    record(content.span.bytes, from: 0, opcode: MonitorOpcode.newIndex, adapter: index, at: time)
    record([UInt8]().span.bytes, from: 0, opcode: MonitorOpcode.openIndex, adapter: index, at: time)
  }

  /// An HCI packet, as it is passed to the agent or sent to the controller.
  ///
  /// - Parameters:
  ///   - packet: a whole packet, the H4 packet type first; other kinds than HCI's are passed over.
  ///   - isReceived: true from the controller.
  public func packet(_ packet: RawSpan, isReceived: Bool, adapter index: UInt16 = 0, at time: Int64) {
    let kind = PacketKind(packetType: packet.byteIfPresent(0) ?? 0)
    guard failure == nil, let opcode = MonitorOpcode.opcode(kind, isReceived: isReceived) else { return }
    guard packet.byteCount - 1 <= MonitorOpcode.longestPacket else {
      drops = drops == .max ? .max : drops + 1
      return
    }
    if !known.contains(index) { adapter(index, address: 0, at: time) }
    record(packet, from: 1, opcode: opcode, adapter: index, at: time)
    if failure == nil { packetCount += 1 }
  }

  public func note(_ note: RecordingNote, at time: Int64) {
    let content = MonitorNote.record(note.text)
    record(
      content.span.bytes, from: 0, opcode: MonitorOpcode.userLogging, adapter: MonitorOpcode.noAdapter, at: time)
  }

  // MARK: Writing

  /// When `flushIfDue(at:)` has something to do, boot ms; `nil` while nothing waits.
  public var deadline: Int64? { waitingSince.map { $0.addingReportingOverflow(Self.flushInterval).partialValue } }

  /// Writes what has waited long enough.
  public func flushIfDue(at time: Int64) {
    if let deadline, time >= deadline { flush() }
  }

  /// Writes all that waits.
  public func flush() {
    guard descriptor >= 0, !buffer.isEmpty else { return }
    let result = buffer.withUnsafeBytes { bytes -> Int32 in
      guard let base = bytes.baseAddress else { return 0 }
      return bd_write_all(descriptor, base, bytes.count)
    }
    if result < 0 {
      cutToWholeRecords()
      end(.write(HostError(action: "write the recording", code: -result)))
    } else {
      written += Int64(buffer.count)
    }
    buffer.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    waitingSince = nil
  }

  /// Writes what waits and closes the file; calls after it do nothing.
  public func close() {
    flush()
    if descriptor >= 0 { bd_close(descriptor) }
    descriptor = -1
  }

  /// What became of the recording, for the log: once, when it ended before the run did.
  public func takeReport() -> String? {
    guard !isReported, let failure else { return nil }
    isReported = true
    return switch failure {
    case .full(let limit): "\(path): the recording has reached its limit of \(limit) bytes and was ended"
    case .write(let error): "\(path): \(error.message); the recording was ended"
    }
  }

  private func record(_ content: RawSpan, from first: Int, opcode: UInt32, adapter: UInt16, at time: Int64) {
    guard descriptor >= 0, failure == nil else { return }
    let size = content.byteCount - first
    let total = Int64(Btsnoop.recordHeaderSize + size)
    guard written + Int64(buffer.count) + total + reserve <= limit else { return endFull(at: time) }
    append(content, from: first, opcode: opcode, adapter: adapter, at: time)
    if buffer.count >= Self.bufferLimit { flush() } else { flushIfDue(at: time) }
  }

  private func append(_ content: RawSpan, from first: Int, opcode: UInt32, adapter: UInt16, at time: Int64) {
    // A reader takes a step back for a clock that was set; boot time has none.
    lastTime = max(lastTime, time)
    let unix = lastTime.addingReportingOverflow(wallOffset)
    let micro = unix.partialValue.multipliedReportingOverflow(by: 1_000)
    buffer.appendBtsnoopRecordHeader(
      size: content.byteCount - first, flags: UInt32(adapter) << 16 | opcode, drops: drops,
      unixMicroseconds: unix.overflow || micro.overflow ? .max : micro.partialValue)
    for offset in first..<max(content.byteCount, first) { buffer.append(content.byteIfPresent(offset) ?? 0) }
    ends.append(buffer.count)
    if waitingSince == nil { waitingSince = time }
  }

  private func endFull(at time: Int64) {
    let content = MonitorNote.record(RecordingNote.full.text)
    append(
      content.span.bytes, from: 0, opcode: MonitorOpcode.userLogging, adapter: MonitorOpcode.noAdapter, at: time)
    flush()
    if failure == nil { end(.full(limit: limit)) }
  }

  /// After a failed write: takes away the record that was begun.
  private func cutToWholeRecords() {
    let position = bd_file_position(descriptor)
    guard position >= written else { return }
    var whole: Int64 = 0
    for end in ends where written + Int64(end) <= position { whole = Int64(end) }
    // Not to be helped where it fails; a replay plays up to the cut and says so.
    _ = bd_truncate(descriptor, written + whole)
  }

  private func end(_ failure: Failure) {
    self.failure = failure
    if descriptor >= 0 { bd_close(descriptor) }
    descriptor = -1
  }
}
