/// What a live run took in beside HCI packets, noted in its recording so that a replay gives the same events.
///
/// A note stands in the file as a line of words that people can read too (btmon prints it): a name, then `key=value`.
/// Keys that a later version adds are passed over.
public enum RecordingNote: Sendable, Equatable {
  /// A run begins, with the recording: the first note of each.
  case start(RecordingStart)
  /// The system's clock was set: from here on, time of day less boot time is `wallOffset` ms. What fell due before was
  /// told with the old offset.
  case clock(wallOffset: Int64, isSet: Bool)
  /// The radio began to hear, or stopped.
  case hearing(Bool)
  /// A motion input changed; `source` is the input's own number.
  case motion(source: UInt8, isMoving: Bool)
  /// The configuration or the site was read anew; a replay has one of each.
  case reload
  /// Nothing but the time that it was then.
  case time
  /// The recording reached its size limit; the run went on.
  case full
  /// The run was ended.
  case stop
}

/// How a recorded run began.
public struct RecordingStart: Sendable, Equatable {
  /// The seed of the session's event ids.
  public var session: UInt64
  /// Time of day less boot time, ms. The times in the file are boot times plus this, whatever the clock does later.
  public var wallOffset: Int64
  /// Whether somebody had set the system's clock.
  public var isClockSet: Bool
  /// The program's version.
  public var program: String

  public init(session: UInt64, wallOffset: Int64, isClockSet: Bool, program: String) {
    self.session = session
    self.wallOffset = wallOffset
    self.isClockSet = isClockSet
    self.program = program
  }
}

extension RecordingNote {
  /// The note as it stands in a recording.
  var text: String {
    switch self {
    case .start(let start):
      "start session=\(String(start.session, radix: 16)) wall=\(start.wallOffset) set=\(flag(start.isClockSet))"
        + " program=\(word(start.program))"
    case .clock(let wallOffset, let isSet): "clock wall=\(wallOffset) set=\(flag(isSet))"
    case .hearing(let isHearing): "hearing is=\(flag(isHearing))"
    case .motion(let source, let isMoving): "motion source=\(source) is=\(flag(isMoving))"
    case .reload: "reload"
    case .time: "time"
    case .full: "full"
    case .stop: "stop"
    }
  }

  /// Reads the bytes of a packet of the kind `.note`; `nil` for a note that this version does not understand.
  public init?(_ packet: RawSpan) {
    guard let range = MonitorNote.text(packet) else { return nil }
    let words = NoteWords(packet.extracting(range))
    switch words.name {
    case "start":
      guard let session = words.value("session").flatMap({ UInt64($0, radix: 16) }), let wall = words.number("wall"),
        let isSet = words.flag("set")
      else { return nil }
      self = .start(
        RecordingStart(
          session: session, wallOffset: wall, isClockSet: isSet, program: word(words.value("program") ?? "unknown")))
    case "clock":
      guard let wall = words.number("wall"), let isSet = words.flag("set") else { return nil }
      self = .clock(wallOffset: wall, isSet: isSet)
    case "hearing":
      guard let isHearing = words.flag("is") else { return nil }
      self = .hearing(isHearing)
    case "motion":
      guard let source = words.number("source").flatMap({ UInt8(exactly: $0) }), let isMoving = words.flag("is") else {
        return nil
      }
      self = .motion(source: source, isMoving: isMoving)
    case "reload": self = .reload
    case "time": self = .time
    case "full": self = .full
    case "stop": self = .stop
    default: return nil
    }
  }
}

private func flag(_ value: Bool) -> String { value ? "1" : "0" }

/// Text as one word of a note, at most 32 bytes of visible ASCII.
private func word(_ text: String) -> String {
  var bytes: [UInt8] = []
  for byte in text.utf8 where bytes.count < 32 { bytes.append(byte > 0x20 && byte < 0x7F ? byte : 0x5F) }
  return String(decoding: bytes, as: UTF8.self)
}

/// A note's line taken apart.
private struct NoteWords {
  let name: String
  private var values: [(key: String, value: String)] = []

  init(_ text: RawSpan) {
    var words: [String] = []
    var bytes: [UInt8] = []
    for offset in 0...text.byteCount {
      let byte = text.byteIfPresent(offset) ?? 0x20
      if byte != 0x20 {
        bytes.append(byte)
      } else if !bytes.isEmpty {
        words.append(String(decoding: bytes, as: UTF8.self))
        bytes.removeAll(keepingCapacity: true)
      }
    }
    name = words.first ?? ""
    for word in words.dropFirst() {
      guard let sign = word.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
      values.append((String(word[..<sign]), String(word[word.utf8.index(after: sign)...])))
    }
  }

  func value(_ key: String) -> String? { values.first { $0.key == key }?.value }
  func number(_ key: String) -> Int64? { value(key).flatMap { Int64($0) } }
  func flag(_ key: String) -> Bool? {
    switch value(key) {
    case "1": true
    case "0": false
    default: nil
    }
  }
}
