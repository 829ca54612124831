import Advertisement
import Agent
import Broker
import Contract
import FixedPoint
import Host
import Recording
import Site

extension Command {
  static var replay: Command {
    Command(name: "replay", summary: "play a recording and print what the agent tells", help: ReplayOptions.help) {
      arguments throws(UsageError) in
      let options = try ReplayOptions(&arguments)
      StopSignal.catchSignals()
      guard let site = loadSiteForUse(options.site) else { return ExitCode.failure }
      do throws(RecordingError) {
        let reader = try RecordingReader(path: options.recording)
        var replay = try Replay(reader, site: site, options: options)
        return replay.run()
      } catch {
        // A signal that interrupts the wait for input shows as an error of reading, and is none.
        if StopSignal.isRaised { return StopSignal.exitCode }
        OutputStream.standardError().writeLine("bluedot replay: \(error.message)")
        return ExitCode.failure
      }
    }
  }
}

/// Loads a site and prints what is wrong with it; `nil` when it cannot be used.
func loadSiteForUse(_ directory: String) -> Site? {
  let load = loadSite(directory: directory)
  let output = OutputStream.standardError()
  for problem in load.problems { output.writeLine(problem.line(directory: directory)) }
  guard !load.hasErrors else {
    output.writeLine("bluedot: the site in \(directory) has errors; `bluedot check --site \(directory)` lists them all")
    return nil
  }
  return load.site
}

/// One run of a recording through the agent.
struct Replay: ~Copyable {
  private var reader: RecordingReader
  private var parser = EventParser()
  private var agent: LocationAgent
  private var encoder: MessageEncoder
  private let text: EventText
  private let options: ReplayOptions
  private let output = OutputStream.standardOutput()
  private let errors = OutputStream.standardError()
  private var publisher: ReplayPublisher?
  private var progress: Progress
  private var clock: RecordingClock?
  private var pace: ReplayPace?

  private var reports: UInt64 = 0
  private var withoutTime: UInt64 = 0
  private var told: UInt64 = 0

  init(_ reader: consuming RecordingReader, site: Site, options: ReplayOptions) throws(RecordingError) {
    // On a terminal that shows the events themselves, they are the progress.
    progress = Progress(label: "replaying", total: output.isTerminal ? nil : reader.size)
    self.reader = reader
    self.options = options
    agent = LocationAgent(site: site)
    encoder = MessageEncoder(site: site, sessionSeed: 0)
    text = EventText(site: site, isColoured: output.isTerminal && Process.environment("NO_COLOR") == nil)
  }

  /// Plays the recording to its end, to an error in it, or until a stop signal.
  mutating func run() -> Int32 {
    var problem: RecordingError?
    do throws(RecordingError) {
      while !StopSignal.isRaised, output.failure == nil, try step() {}
    } catch {
      if !StopSignal.isRaised { problem = error }
    }
    output.flush()
    progress.finish()
    let loss = publisher?.finish()
    if let problem { errors.writeLine("bluedot replay: \(problem.message)") }
    return summarise(isDamaged: problem != nil, loss: loss)
  }

  // MARK: Playing

  /// One packet of the recording; false at its end.
  private mutating func step() throws(RecordingError) -> Bool {
    var recorded: Milliseconds?
    var heard: Sightings = Sightings()
    let isMore = try reader.next { packet, bytes in
      guard packet.kind == .event else { return }
      recorded = packet.milliseconds
      let isTimed = recorded != nil
      let count = parser.parse(packet: bytes, hasPacketType: packet.hasPacketType) { report, frame, _ in
        // A scan response is the same transmission answered; counting it would double the beacon.
        guard isTimed, !report.eventType.isScanResponse, let sighting = frame.sighting(rssi: report.rssi) else {
          return
        }
        heard.add(sighting)
      }
      reports += UInt64(count)
      if !isTimed { withoutTime += 1 }
    }
    progress.update(reader.position)
    guard let recorded else { return isMore }
    let time = advanceClock(to: recorded)
    for index in 0..<heard.count { agent.hear(heard[index], at: time) }
    agent.advance(to: time)
    tellEvents()
    return isMore
  }

  private mutating func advanceClock(to recorded: Milliseconds) -> Milliseconds {
    if clock == nil {
      clock = RecordingClock(first: recorded)
      encoder = MessageEncoder(site: agent.site, sessionSeed: UInt64(bitPattern: recorded))
      publisher = options.broker.flatMap { ReplayPublisher($0, start: recorded) }
      pace = options.speed.map { ReplayPace(speed: $0, start: recorded) }
    }
    let jumps = clock?.jumps
    let time = clock?.advance(to: recorded) ?? recorded
    if clock?.jumps != jumps {
      // Nobody knows how long a jump took in truth, so nobody waits for it.
      pace = options.speed.map { ReplayPace(speed: $0, start: time) }
    }
    waitUntil(time)
    return time
  }

  /// Waits as the speed asks; the agent's time goes on meanwhile, so that events come when they are due.
  private mutating func waitUntil(_ time: Milliseconds) {
    while let pace, let present = pace.recordedTime(), present < time, !StopSignal.isRaised {
      agent.advance(to: present)
      tellEvents()
      output.flush()
      let wait = min(pace.wait(until: time), 50)
      if let publisher { publisher.pump(wait: wait) } else { Clock.sleep(milliseconds: wait) }
    }
    publisher?.keepUp()
  }

  private mutating func tellEvents() {
    let offset = clock?.wallOffset ?? 0
    for event in agent.takeEvents() {
      told += 1
      let stamp = Stamp(wallOffset: offset, clockSynced: clock?.isCredible ?? false)
      let message = encoder.encode(event, stamp: stamp)
      switch options.format {
      case .jsonl: if let message { output.write(bytes: message.replayLine) }
      case .text: output.writeLine(text.line(for: event, wallOffset: offset))
      }
      if let message { publisher?.publish(message) }
    }
  }

  // MARK: The end

  /// What was read, dropped and told, for people on standard error; returns the exit code.
  private borrowing func summarise(isDamaged: Bool, loss: String?) -> Int32 {
    let counts = agent.counts
    errors.writeLine(
      "\(reader.packetCount) packets, \(reports) advertising reports, \(counts.sightings) sightings of the site's"
        + " beacons, \(counts.foreign) of others, \(counts.fixes) positions worked out, \(told) events")
    var notes: [String] = []
    func note(_ count: UInt64, _ what: String) { if count > 0 { notes.append("\(count) \(what)") } }
    note(counts.withoutRSSI, "without RSSI")
    note(counts.outliers, "outliers held back")
    note(counts.crowdedOut, "left out of crowded ticks")
    note(counts.absurdPower, "with an absurd measured power")
    note(UInt64(clock?.jumps ?? 0), "jumps of the recording's clock")
    note(withoutTime, "events without a time")
    note(reader.truncatedCount, "packets cut by the recorder")
    note(UInt64(reader.recorderDrops), "packets lost by the recorder")
    parser.discards.forEach { reason, count in note(UInt64(count), "\(reason.name)") }
    if !notes.isEmpty { errors.writeLine("  of these: " + joined(notes)) }
    if let failure = output.failure, failure.code != brokenPipe {
      errors.writeLine("bluedot replay: \(failure.message)")
      return ExitCode.failure
    }
    if let loss { errors.writeLine("bluedot replay: \(loss)") }
    if StopSignal.isRaised { return StopSignal.exitCode }
    if isDamaged || loss != nil { return ExitCode.failure }
    guard counts.fixes == 0 else { return ExitCode.success }
    errors.writeLine("bluedot replay: no position: \(reasonForNothing(counts))")
    return ExitCode.failure
  }

  private borrowing func reasonForNothing(_ counts: AgentCounts) -> String {
    if reader.packetCount == 0 { return "the recording has no packets" }
    if withoutTime > 0 && clock == nil { return "the recording has no times; replay needs a btsnoop recording" }
    if reports == 0 { return "the recording has no advertising reports; was a scan running?" }
    if counts.sightings == 0 && counts.foreign > 0 {
      return
        "none of the \(counts.foreign) beacon sightings is of this site; compare `bluedot decode` with beacons.json"
    }
    if counts.sightings == 0 { return "no beacon frame among the \(reports) reports" }
    return "the site's beacons were heard too briefly (a position takes half a second)"
  }

  private borrowing func joined(_ parts: [String]) -> String {
    var text = ""
    for part in parts { text += text.isEmpty ? part : ", \(part)" }
    return text
  }

  /// EPIPE: whoever read the output has seen enough, as `head` does.
  private var brokenPipe: Int32 { 32 }
}

/// The sightings of one packet. An event holds 255 bytes and a report at least 10, so 25 is more than enough.
private struct Sightings {
  private var list = InlineArray<32, Sighting?>(repeating: nil)
  private(set) var count = 0

  mutating func add(_ sighting: Sighting) {
    guard count < list.count else { return }
    list[count] = sighting
    count += 1
  }

  subscript(index: Int) -> Sighting {
    list[index]
      ?? Sighting(
        identity: BeaconIdentity(kind: .iBeacon, length: 0, high: 0, low: 0, tail: 0), rssi: nil, measuredPower: nil)
  }
}
