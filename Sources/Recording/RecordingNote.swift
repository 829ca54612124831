import Host

/// What a live run took in beside HCI packets, noted in its recording so that a replay gives the same events.
///
/// A note stands in the file as a line of words that people can read too (btmon prints it): a name, then `key=value`.
/// Keys that a later version adds are passed over. Each input of the agent has its note; a packet is the note of what is
/// heard in it.
public enum RecordingNote: Sendable, Equatable {
  /// A run begins, with the recording: the first note of each.
  case start(RecordingStart)
  /// What the run knew from before: how it stood to a region, by its index in the configuration. `duration` is for how
  /// long it had been so, `age` how long nobody listened since, both in ms. Before the first input.
  case restored(region: Int, isInside: Bool, duration: Int64, age: Int64)
  /// The time of day changed against boot time: from here on the difference is `wallOffset` ms. What fell due before was
  /// told with the old one.
  case clock(wallOffset: Int64, isSet: Bool)
  /// The radio began to hear, or stopped.
  case hearing(Bool)
  /// A motion input reported; `source` is the input's own number.
  case motion(source: UInt8, isMoving: Bool)
  /// A motion input is gone.
  case motionLost(source: UInt8)
  /// Nothing was worked out since the last input: the program did not run meanwhile.
  case passOver
  /// Nothing but the time that it was then: an input that begins the run, or the last before the recording ends.
  case time
  /// Listening began again after `stop`.
  case begin
  /// Listening was stopped, or the run ended.
  case stop
  /// The site or the configuration was read anew; a replay has one of each, so that from here on it may differ.
  case reload
  /// The recording reached its size limit; the run went on.
  case full
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
    case .restored(let region, let isInside, let duration, let age):
      "restored region=\(region) inside=\(flag(isInside)) duration=\(duration) age=\(age)"
    case .motion(let source, let isMoving): "motion source=\(source) is=\(flag(isMoving))"
    case .motionLost(let source): "motionlost source=\(source)"
    case .passOver: "passover"
    case .time: "time"
    case .begin: "begin"
    case .stop: "stop"
    case .reload: "reload"
    case .full: "full"
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
    case "motionlost":
      guard let source = words.number("source").flatMap({ UInt8(exactly: $0) }) else { return nil }
      self = .motionLost(source: source)
    case "restored":
      guard let region = words.number("region").flatMap({ Int(exactly: $0) }), let isInside = words.flag("inside"),
        let duration = words.number("duration"), let age = words.number("age")
      else { return nil }
      self = .restored(region: region, isInside: isInside, duration: duration, age: age)
    case "passover": self = .passOver
    case "time": self = .time
    case "begin": self = .begin
    case "stop": self = .stop
    case "reload": self = .reload
    case "full": self = .full
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
