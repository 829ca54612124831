import Testing

@testable import Recording

struct RecordingNoteTests {
  private static let notes: [RecordingNote] = [
    .start(RecordingStart(session: .max, wallOffset: .min, isClockSet: false, program: "0.1.0")),
    .start(RecordingStart(session: 0, wallOffset: .max, isClockSet: true, program: "x")),
    .clock(wallOffset: -1, isSet: true), .clock(wallOffset: 1_714_979_289_000, isSet: false), .hearing(true),
    .hearing(false), .motion(source: 0, isMoving: true), .motion(source: 255, isMoving: false),
    .motionLost(source: 3), .restored(region: 7, isInside: true, duration: 1_234, age: 0),
    .restored(region: 0, isInside: false, duration: .max, age: 900_000), .passOver, .time, .begin, .stop, .reload,
    .full,
  ]

  private func note(_ text: String) -> RecordingNote? {
    let record = MonitorNote.record(text)
    return RecordingNote(record.span.bytes)
  }

  @Test(arguments: notes) func whatIsWrittenIsRead(note: RecordingNote) {
    #expect(self.note(note.text) == note)
  }

  @Test func wordsOfALaterVersionArePassedOver() {
    #expect(note("hearing why=reset  is=0 x") == .hearing(false))
    let start = RecordingStart(session: 255, wallOffset: 5, isClockSet: true, program: "unknown")
    #expect(note("start session=ff wall=5 set=1") == .start(start))
    // A version goes to terminals and into other notes.
    let strange = RecordingStart(session: 255, wallOffset: 5, isClockSet: true, program: "_[1mx_")
    #expect(note("start session=ff wall=5 set=1 program=\u{1B}[1mx\n") == .start(strange))
  }

  @Test(arguments: [
    "", " ", "start", "start session=xyz wall=1 set=1", "start session=1 wall=1 set=2", "clock wall=1", "clock set=1",
    "clock wall=99999999999999999999 set=1", "hearing", "hearing is=true", "motion source=256 is=1",
    "motion source=-1 is=1", "motion is=1", "motionlost", "restored region=1 inside=1 duration=2",
    "restored region=x inside=1 duration=2 age=3", "Stop", "stopping", "future is=1",
  ])
  func whatIsNotUnderstood(text: String) {
    #expect(note(text) == nil)
  }

  /// Only our own notes are notes; what others log stays what it was.
  @Test func notesOfOthers() throws {
    var file = Snoop(datalink: 2_001)
    let own = MonitorNote.record("hearing is=1")
    let others: [[UInt8]] = [
      [], [6], [6, 0], [6, 8], [6, 11] + Array("bluetoothd\0hearing is=1\0".utf8), Array(own.prefix(9)),
      [6, 7] + Array("bluedot\0hearing is=1\0".utf8), [6, 8] + Array("bluedoT\0hearing is=1\0".utf8),
    ]
    for record in others { file.add(record, flags: 0xFFFF_000D) }
    // A system note, and the same bytes as an event.
    file.add(own, flags: 0xFFFF_000C)
    file.add(own, flags: 3)
    file.add(own, flags: 0xFFFF_000D)
    // Cut by another recorder, without its NUL.
    file.add(Array(own.dropLast()), flags: 0xFFFF_000D)
    let outcome = try read(file.bytes)
    #expect(outcome.problem == nil)
    #expect(
      outcome.packets.map(\.kind)
        == [PacketKind](repeating: .other, count: others.count + 1) + [.event, .note, .note])
    let last = outcome.contents[outcome.contents.count - 1]
    #expect(RecordingNote(last.span.bytes) == .hearing(true))
  }
}
