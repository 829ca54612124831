import Advertisement
import Agent
import Contract
import FixedPoint
import Host
import Recording
import Regions

/// The agent with what lies directly around it: packets in, stamped messages out, and a recording of all that went in.
///
/// Each input goes to the recording at the time at which it goes to the agent, so that a replay gives the same events.
final class LiveAgent {
  /// Takes what the agent told, in order.
  typealias Output = (AgentEvent, Message?) -> Void

  private var agent: EdgeAgent
  private var parser = EventParser()
  private var encoder: MessageEncoder
  /// Set before the first input.
  var output: Output = { _, _ in }
  private(set) var clock: WallClock
  /// Names the events of this run, over all reloads.
  let session: UInt64
  private(set) var recorder: LiveRecorder?

  /// HCI events with advertising reports or without.
  private(set) var packets: UInt64 = 0
  private(set) var reports: UInt64 = 0

  init(agent: consuming EdgeAgent, encoder: MessageEncoder, session: UInt64, clock: WallClock) {
    self.agent = agent
    self.encoder = encoder
    self.session = session
    self.clock = clock
  }

  // MARK: What it stands with

  var mode: AgentMode { agent.mode }
  var duty: ScanDuty { agent.duty }
  var hearsBeacons: Bool { agent.hearsBeacons }
  var nextDeadline: Milliseconds? { agent.nextDeadline }
  var memoryVersion: UInt64 { agent.memoryVersion }
  var counts: AgentCounts { agent.counts }
  var discards: DiscardCounts { parser.discards }

  func memory(at moment: Moment) -> StateMemory { agent.memory(at: moment) }

  // MARK: Inputs

  /// Goes on with another agent (another site, other regions); the session and its numbers go on.
  func replace(with agent: consuming EdgeAgent, site: Site, regions: [Region], regionNames: [String], at time: Milliseconds)
  {
    let isHearing = self.agent.isHearing
    self.agent = agent
    encoder.change(site: site, regions: regions, regionNames: regionNames)
    recorder?.note(.reload, at: time)
    self.agent.setHearing(isHearing, at: time)
    tell()
  }

  /// From now on inputs are recorded.
  func record(to recorder: LiveRecorder?) { self.recorder = recorder }

  /// One HCI event, packet type first.
  func packet(_ bytes: RawSpan, adapter: UInt16, at time: Milliseconds) {
    recorder?.packet(bytes, isReceived: true, adapter: adapter, at: time)
    packets &+= 1
    let count = parser.parse(packet: bytes, hasPacketType: true) { report, frame, _ in
      // A scan response is the same transmission answered; counting it would double the beacon.
      guard !report.eventType.isScanResponse, let sighting = frame.sighting(rssi: report.rssi) else { return }
      agent.hear(sighting, at: time)
    }
    reports &+= UInt64(count)
  }

  func setHearing(_ isHearing: Bool, at time: Milliseconds) {
    guard isHearing != agent.isHearing else { return }
    recorder?.note(.hearing(isHearing), at: time)
    agent.setHearing(isHearing, at: time)
  }

  func noteMotion(_ source: MotionSource, isMoving: Bool, at time: Milliseconds) {
    recorder?.note(.motion(source: source.rawValue, isMoving: isMoving), at: time)
    agent.noteMotion(source, isMoving: isMoving, at: time)
  }

  /// Compares the clocks; what was due before a jump is told with the old time of day.
  func lookAtClock(boot: Milliseconds, wall: Milliseconds) -> WallClock.Change {
    let before = (clock.offset, clock.isSynchronised)
    var after = clock
    let change = after.look(boot: boot, wall: wall) { Clock.isSynchronised }
    guard before != (after.offset, after.isSynchronised) else {
      clock = after
      return change
    }
    advance(to: boot)
    clock = after
    recorder?.note(.clock(wallOffset: after.offset, isSet: after.isSynchronised), at: boot)
    return change
  }

  /// Does what is due, and tells it.
  func advance(to time: Milliseconds) {
    agent.advance(to: time)
    tell()
  }

  /// The end of the run.
  func stop(at time: Milliseconds) {
    agent.stop(at: time)
    tell()
    recorder?.note(.stop, at: time)
    recorder?.close()
  }

  private func tell() {
    for event in agent.takeEvents() { output(event, encoder.encode(event, stamp: clock.stamp)) }
  }
}
