import Advertisement
import Agent
import Configuration
import Contract
import Daemon
import FixedPoint
import Recording
import Regions

/// A run of the agent as the live program carries it out, with simulated time and late timers, recording as it goes.
struct LiveRun: ~Copyable {
  /// What was told, as `replay --format jsonl` prints it.
  private(set) var told: [UInt8] = []
  private(set) var now: Milliseconds
  private(set) var agent: EdgeAgent
  private var encoder: MessageEncoder
  private var parser = EventParser()
  private var stamp: Stamp
  private var random: UInt64
  let recorder: LiveRecorder

  init(
    path: String, site: Site, configuration: Configuration = Configuration(), memory: RestoredMemory? = nil,
    start: RecordingStart, at time: Milliseconds, isHearing: Bool = true, seed: UInt64 = 1
  ) throws {
    let regions = configuration.regions
    agent = EdgeAgent(site: site, settings: configuration.agent, regions: regions, memory: memory)
    encoder = MessageEncoder(
      site: site, sessionSeed: start.session, regions: regions, regionNames: configuration.regionNames)
    stamp = Stamp(wallOffset: start.wallOffset, clockSynced: start.isClockSet)
    recorder = try LiveRecorder(path: path, start: start, at: time)
    now = time
    random = seed
    for note in memory?.notes(for: regions) ?? [] { recorder.note(note, at: time) }
    setHearing(isHearing)
  }

  /// Lets time pass: the agent is called at its deadlines, up to 40 ms late, as timers are.
  mutating func wait(until time: Milliseconds) {
    while let due = agent.nextDeadline, due < time {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      now = min(max(now, due) + Int64(random >> 33) % 40, time)
      agent.advance(to: now)
      tell()
    }
    now = max(now, time)
  }

  /// What the radio delivered.
  mutating func receive(_ packet: [UInt8], at time: Milliseconds) {
    wait(until: time)
    recorder.packet(packet.span.bytes, isReceived: true, at: now)
    var heard: [Sighting] = []
    _ = parser.parse(packet: packet.span.bytes, hasPacketType: true) { report, frame, _ in
      if let sighting = frame.sighting(rssi: report.rssi) { heard.append(sighting) }
    }
    for sighting in heard { agent.hear(sighting, at: now) }
    tell()
  }

  mutating func setHearing(_ isHearing: Bool) {
    recorder.note(.hearing(isHearing), at: now)
    agent.setHearing(isHearing, at: now)
    tell()
  }

  mutating func noteMotion(_ source: MotionSource, isMoving: Bool) {
    recorder.note(.motion(source: source.rawValue, isMoving: isMoving), at: now)
    agent.noteMotion(source, isMoving: isMoving, at: now)
    tell()
  }

  mutating func loseMotion(_ source: MotionSource) {
    recorder.note(.motionLost(source: source.rawValue), at: now)
    agent.loseMotion(source, at: now)
    tell()
  }

  /// The board sleeps.
  mutating func suspend(until time: Milliseconds) {
    now = time
    recorder.note(.passOver, at: now)
    agent.passOver(to: now)
    tell()
  }

  mutating func setClock(offset: Milliseconds, isSet: Bool = true) {
    agent.advance(to: now)
    tell()
    recorder.note(.clock(wallOffset: offset, isSet: isSet), at: now)
    stamp = Stamp(wallOffset: offset, clockSynced: isSet)
  }

  mutating func begin() {
    recorder.note(.begin, at: now)
    agent.start(at: now)
    tell()
  }

  mutating func stop() {
    recorder.note(.stop, at: now)
    agent.stop(at: now)
    tell()
  }

  /// The end of the program; the recording is complete.
  mutating func end() {
    stop()
    recorder.close()
  }

  private mutating func tell() {
    for event in agent.takeEvents() {
      if let message = encoder.encode(event, stamp: stamp) { told += message.replayLine }
    }
  }
}
