import Advertisement
import Agent
import Broker
import Configuration
import Contract
import FixedPoint
import Host
import Recording

extension Command {
  static var replay: Command {
    Command(name: "replay", summary: "play a recording and print what the agent tells", help: ReplayOptions.help) {
      arguments throws(UsageError) in
      let options = try ReplayOptions(&arguments)
      StopSignal.catchSignals()
      var configuration: Configuration?
      if let path = options.configuration {
        guard let loaded = loadConfigurationForUse(path) else { return ExitCode.failure }
        configuration = loaded
      }
      var site = Site()
      // A configuration without a site only watches regions.
      if let directory = options.site ?? configuration?.site, !directory.isEmpty {
        guard let loaded = loadSiteForUse(directory) else { return ExitCode.failure }
        site = loaded
      }
      do throws(RecordingError) {
        let reader = try RecordingReader(path: options.recording)
        var replay = try Replay(reader, site: site, configuration: configuration, options: options)
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

/// One run of a recording through the agent.
struct Replay: ~Copyable {
  private var reader: RecordingReader
  private var parser = EventParser()
  private var driver: ReplayDriver
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
  /// Notes that this version does not understand, or that stand where they make no sense.
  private var strangeNotes: UInt64 = 0
  /// True when the recording is one of our own runs'.
  private var isOwn = false
  private var isFull = false
  /// Whether the agent's modes are told: they belong to live runs and to what a configuration asks for.
  private var tellsModes: Bool { isOwn || driver.isConfigured }

  init(
    _ reader: consuming RecordingReader, site: Site, configuration: Configuration?, options: ReplayOptions
  ) throws(RecordingError) {
    // On a terminal that shows the events themselves, they are the progress.
    progress = Progress(label: "replaying", total: output.isTerminal ? nil : reader.size)
    self.reader = reader
    self.options = options
    driver = ReplayDriver(site: site, configuration: configuration)
    encoder = MessageEncoder(site: site, sessionSeed: 0)
    text = EventText(
      site: site, isColoured: output.isTerminal && Process.environment("NO_COLOR") == nil,
      regionNames: configuration?.regionNames ?? [])
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

  /// What a record of the recording is to the agent.
  private enum Input {
    case packet(PacketSightings)
    case note(RecordingNote)
  }

  /// One packet of the recording; false at its end.
  private mutating func step() throws(RecordingError) -> Bool {
    var input: Input?
    var recorded: Milliseconds?
    let isMore = try reader.next { packet, bytes in
      switch packet.kind {
      case .event:
        var heard = PacketSightings()
        let count = parser.parse(packet: bytes, hasPacketType: packet.hasPacketType) { report, frame, _ in
          // A scan response is the same transmission answered; counting it would double the beacon.
          guard !report.eventType.isScanResponse, let sighting = frame.sighting(rssi: report.rssi) else { return }
          heard.add(sighting)
        }
        reports += UInt64(count)
        input = .packet(heard)
      case .note:
        guard let note = RecordingNote(bytes) else {
          strangeNotes += 1
          return
        }
        input = .note(note)
      default: return
      }
      recorded = packet.milliseconds
    }
    progress.update(reader.position)
    guard let input else { return isMore }
    guard let recorded else {
      withoutTime += 1
      return isMore
    }
    switch input {
    case .packet(let heard):
      if clock == nil {
        begin(RecordingClock(first: recorded), sessionSeed: UInt64(bitPattern: recorded))
      }
      driver.hear(heard, at: advanceClock(to: recorded))
    case .note(let note):
      if !take(note, at: recorded) { strangeNotes += 1 }
    }
    tellEvents()
    return isMore
  }

  /// What a recorded run took in beside packets; false when it makes no sense there.
  private mutating func take(_ note: RecordingNote, at recorded: Milliseconds) -> Bool {
    if case .start(let start) = note, clock == nil {
      isOwn = true
      driver.beginOwnRun()
      begin(RecordingClock(first: recorded, of: start), sessionSeed: start.session)
      return true
    }
    // Notes mean something only within the run that they are of.
    guard isOwn else { return false }
    let time = advanceClock(to: recorded, isPassedOver: note == .passOver)
    switch note {
    case .clock(let wallOffset, let isSet):
      // What was due until now is told at the time of day that it had then.
      driver.advance(to: time)
      tellEvents()
      clock?.set(wallOffset: wallOffset, isClockSet: isSet)
    case .full: isFull = true
    default: return driver.take(note, at: time)
    }
    return true
  }

  private mutating func begin(_ clock: RecordingClock, sessionSeed: UInt64) {
    self.clock = clock
    encoder = MessageEncoder(
      site: driver.site, sessionSeed: sessionSeed, regions: driver.regions, regionNames: text.regionNames)
    publisher = options.broker.flatMap { ReplayPublisher($0) }
    pace = options.speed.map { ReplayPace(speed: $0, start: clock.agentTime) }
  }

  /// Brings the agent's time to a packet's and tells what falls due until then; returns it.
  ///
  /// - Parameter isPassedOver: nothing fell due in that time.
  private mutating func advanceClock(to recorded: Milliseconds, isPassedOver: Bool = false) -> Milliseconds {
    guard let step = clock?.step(to: recorded) else { return recorded }
    if step.isJump || step.isRest {
      if step.isRest { driver.rest(until: step.time) } else { driver.advance(to: step.time) }
      tellEvents()
      // Nobody knows how long a jump took in truth, so nobody waits for it.
      pace = options.speed.map { ReplayPace(speed: $0, start: step.time) }
    } else {
      waitUntil(step.time, isPassedOver: isPassedOver)
    }
    clock?.take(step)
    return step.time
  }

  /// Waits as the speed asks; the agent's time goes on meanwhile, so that events come when they are due.
  private mutating func waitUntil(_ time: Milliseconds, isPassedOver: Bool) {
    while let pace, let present = pace.recordedTime(), present < time, !StopSignal.isRaised {
      if !isPassedOver { driver.advance(to: present) }
      tellEvents()
      output.flush()
      let wait = min(pace.wait(until: time), 50)
      if let publisher { publisher.pump(wait: wait) } else { Clock.sleep(milliseconds: wait) }
    }
    publisher?.keepUp()
  }

  private mutating func tellEvents() {
    let offset = clock?.wallOffset ?? 0
    for event in driver.takeEvents() {
      if case .mode = event, !tellsModes { continue }
      let stamp = Stamp(wallOffset: offset, clockSynced: clock?.isCredible ?? false)
      let message = encoder.encode(event, stamp: stamp)
      switch options.format {
      case .jsonl:
        // The rest is told by the status, which a replay does not print.
        guard let message else { continue }
        output.write(bytes: message.replayLine)
      case .text: output.writeLine(text.line(for: event, wallOffset: offset))
      }
      told += 1
      if let message { publisher?.publish(message) }
    }
  }

  // MARK: The end

  /// What was read, dropped and told, for people on standard error; returns the exit code.
  private borrowing func summarise(isDamaged: Bool, loss: String?) -> Int32 {
    let counts = driver.counts
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
    note(strangeNotes, "notes not understood")
    note(reader.truncatedCount, "packets cut by the recorder")
    note(UInt64(reader.recorderDrops), "packets lost by the recorder")
    parser.discards.forEach { reason, count in note(UInt64(count), "\(reason.name)") }
    if !notes.isEmpty { errors.writeLine("  of these: " + joined(notes)) }
    if driver.reloads > 0 {
      errors.writeLine(
        "  the site or the configuration was read anew \(driver.reloads) times; from there on the run may have differed"
      )
    }
    if isFull { errors.writeLine("  the recording ends at its size limit; the run went on") }
    // Whoever stops us while nobody reads the output knows that it has no end.
    let isUnread = StopSignal.isRaised && output.failure?.code == interrupted
    if let failure = output.failure, failure.code != brokenPipe, !isUnread {
      errors.writeLine("bluedot replay: \(failure.message)")
      return ExitCode.failure
    }
    if let loss { errors.writeLine("bluedot replay: \(loss)") }
    if StopSignal.isRaised { return StopSignal.exitCode }
    if isDamaged || loss != nil { return ExitCode.failure }
    guard counts.fixes == 0, driver.regionEvents == 0 else { return ExitCode.success }
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
    if counts.withoutRSSI == counts.sightings {
      return "the site's beacons were heard, but the recording has no RSSI of them (127: the controller gave none)"
    }
    return "the site's beacons were heard too briefly (a position takes half a second)"
  }

  private borrowing func joined(_ parts: [String]) -> String {
    var text = ""
    for part in parts { text += text.isEmpty ? part : ", \(part)" }
    return text
  }

  /// EPIPE: whoever read the output has seen enough, as `head` does.
  private var brokenPipe: Int32 { 32 }
  /// EINTR: a stop signal came while the output was stuck.
  private var interrupted: Int32 { 4 }
}
