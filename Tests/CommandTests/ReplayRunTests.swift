import Foundation
import Testing

/// How `bluedot replay` runs: paced or not, read from a pipe, interrupted, or with nobody left to read it.
@Suite struct ReplayRunTests {
  @Test func theDemoIsReplayed() throws {
    let run = try bluedot("replay", Demo.walk, "--site", Demo.site, "--format", "jsonl")
    #expect(run.code == 0)
    #expect(run.errors.contains(" 4314 advertising reports, 4314 sightings of the site's beacons, 0 of others, "))
    let lines = run.lines.compactMap { Line($0) }
    #expect(lines.count == run.lines.count && lines.count > 700)
    #expect(run.errors.contains(" positions worked out, \(lines.count) events\n"))
    let text = try bluedot("replay", Demo.walk, "--site=\(Demo.site)")
    #expect(text.code == 0 && text.lines.count == lines.count && text.errors == run.errors)
    #expect(text.lines.first == "08:00:00.500  map       Flat (level 0)")
    #expect(!text.output.contains("\u{1B}"), "no colours where no person watches")
  }

  @Test func everySpeedTellsTheSame() throws {
    try withFiles(["walk": try Demo.walk(first: 3_000)]) { folder in
      let arguments = ["replay", folder.path + "/walk", "--site", Demo.site, "--format", "jsonl"]
      let fast = try bluedot(arguments)
      let real = try bluedot(arguments + ["--speed", "1"])
      #expect(fast.code == 0 && fast.lines.count >= 7)
      #expect(real.code == 0 && real.output == fast.output && real.errors == fast.errors)
      #expect(real.seconds > 2.5 && real.seconds < 10)
      #expect(try bluedot(arguments + ["--speed", "max"]).output == fast.output)
      #expect(try bluedot(arguments + ["--speed", "20"]).output == fast.output)
    }
  }

  /// A clock that was set on by years tells nothing about how long the recorder waited.
  @Test func aClockThatJumpsIsNotWaitedFor() throws {
    var recording = TestRecording()
    recording.stand(milliseconds: 1_100)
    recording.time += 50 * 365 * 86_400_000
    recording.stand(milliseconds: 1_100)
    try withFiles(["walk": recording.bytes]) { folder in
      let arguments = ["replay", folder.path + "/walk", "--site", Demo.site, "--format", "jsonl"]
      let real = try Program(arguments + ["--speed", "1"]).finish(within: 15)
      #expect(real.code == 0 && real.seconds > 2 && real.seconds < 8)
      #expect(try real.output == bluedot(arguments).output && real.lines.count > 4)
    }
  }

  @Test func standardInput() throws {
    let arguments = ["--site", Demo.site, "--format", "jsonl"]
    let run = try bluedot(["replay", "-"] + arguments, input: Demo.walk)
    #expect(try run.code == 0 && run.output == bluedot(["replay", Demo.walk] + arguments).output)
    let piped = try shell("cat '\(Demo.walk)' | $BLUEDOT replay - --site '\(Demo.site)' --format jsonl")
    #expect(piped.code == 0 && piped.output == run.output)
  }

  /// `head` has seen enough: nothing to complain about.
  @Test func aReaderThatGoesAway() throws {
    let run = try shell("$BLUEDOT replay '\(Demo.walk)' --site '\(Demo.site)' | head -1; exit ${PIPESTATUS[0]}")
    #expect(run.code == 0 && run.lines == ["08:00:00.500  map       Flat (level 0)"])
    #expect(!run.errors.contains("bluedot"))
  }

  /// Even one that is gone before there is any position.
  @Test func aReaderThatNeverCame() throws {
    try withFiles(["walk": try Demo.walk(first: 700)]) { folder in
      let walk = folder.path + "/walk"
      let run = try shell(
        "(sleep 0.2; $BLUEDOT replay '\(walk)' --site '\(Demo.site)' --speed 1; echo $? >&2) | true")
      #expect(run.output.isEmpty && run.errors.hasSuffix("\n0\n"))
      #expect(!run.errors.contains("bluedot"))
    }
  }

  @Test func aFullDisk() throws {
    let run = try shell("$BLUEDOT replay '\(Demo.walk)' --site '\(Demo.site)' > /dev/full")
    #expect(run.code == 1)
    #expect(run.errors.hasSuffix("bluedot replay: cannot write the output: No space left on device\n"))
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func aSignalEndsTheReplay(signal: Int32, code: Int32) throws {
    let program = try Program(["replay", Demo.walk, "--site", Demo.site, "--speed", "1"])
    #expect(program.wait { program.output.contains("position") })
    program.send(signal: signal)
    let sent = Date()
    let run = program.finish(within: 15)
    #expect(Date().timeIntervalSince(sent) < 1.5)
    #expect(run.code == code)
    #expect(run.errors.contains(" positions worked out, \(run.lines.count) events\n"))
    #expect(!run.errors.contains("bluedot"))
  }

  /// Waiting for input that does not come can be interrupted as well, and is no fault of the recording.
  @Test(arguments: [0, 2_000] as [Int64])
  func aSignalWhileInputIsAwaited(milliseconds: Int64) throws {
    try withFiles([:]) { folder in
      let pipe = folder.path + "/pipe"
      #expect(mkfifo(pipe, 0o600) == 0)
      let program = try Program(["replay", "-", "--site", Demo.site], input: pipe, inputMode: O_RDWR)
      let writer = try #require(FileHandle(forWritingAtPath: pipe))
      // Of no milliseconds not even the header is there.
      if milliseconds > 0 { try writer.write(contentsOf: Data(try Demo.walk(first: milliseconds))) }
      usleep(500_000)
      program.send(signal: SIGINT)
      let run = program.finish(within: 10)
      #expect(run.code == 130)
      #expect(run.output.contains("position") == (milliseconds > 0))
      #expect(run.errors.contains(" positions worked out, ") == (milliseconds > 0))
      #expect(!run.errors.contains("bluedot"))
      try writer.close()
    }
  }
}
