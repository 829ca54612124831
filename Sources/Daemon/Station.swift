import Agent
import Broker
import Configuration
import Contract
import FixedPoint
import Host
import Lamps
import Lines
import Motion
import Radio
import Recording
import Regions
import Service
import Site

/// The agent with all its shells: built for one configuration, and changed part by part for the next.
final class Station {
  private let options: DaemonOptions
  private let loop: EventLoop
  private let log: Log
  private let service: ServiceManager
  private let bootID = Clock.bootID
  private let startTime: Milliseconds
  /// What was known at the start.
  private let restored: RestoredMemory?

  private(set) var inputs: Inputs
  let live: LiveAgent
  private let status: StatusTeller
  private var ears: Ears
  private var lampLines: LampLines
  private var lamps: LampPlayer
  private var senses: Senses
  private var post: Post?
  private var hook: Hook
  private var keeper: StateKeeper
  private var recorder: LiveRecorder?

  /// Address of the adapter that the recording knows of.
  private var recordedAdapter: UInt64?
  private var savedMemory: UInt64 = 0
  private var isFirstScanTold = false
  /// The last reload was refused.
  private var isRefused = false
  /// Faults of parts that tell them as they come, by part.
  private var recordingFault: String?

  init(
    options: DaemonOptions, inputs: Inputs, loop: EventLoop, log: Log, service: ServiceManager, now: Milliseconds
  ) {
    self.options = options
    self.inputs = inputs
    self.loop = loop
    self.log = log
    self.service = service
    startTime = now
    let configuration = inputs.configuration
    log.level = configuration.logLevel
    let clock = WallClock(boot: now, wall: Clock.wallMilliseconds, isSynchronised: Clock.isSynchronised)
    let session = Process.randomSeed()
    let keeper = StateKeeper(directory: configuration.stateDirectory) { log.log($0, $1) }
    self.keeper = keeper
    let moment = Self.moment(bootID: bootID, now: now, clock: clock)
    let restored = Self.restore(keeper.read(), at: moment, log: log)
    self.restored = restored
    let regions = configuration.regions
    let agent = EdgeAgent(
      site: inputs.site, settings: configuration.agent, regions: regions, memory: restored)
    live = LiveAgent(
      agent: agent,
      encoder: MessageEncoder(
        site: inputs.site, sessionSeed: session, regions: regions, regionNames: configuration.regionNames),
      session: session, clock: clock)
    status = StatusTeller(version: options.version, now: now)
    ears = Self.ears(configuration, live: live, loop: loop, log: log)
    lampLines = LampLines(options: configuration.lamps) { log.log($0, $1) }
    lamps = LampPlayer(sink: lampLines)
    senses = Self.senses(configuration, loop: loop, log: log)
    hook = Self.hook(configuration, log: log)
  }

  // MARK: Making parts

  private static func ears(_ configuration: Configuration, live: LiveAgent, loop: EventLoop, log: Log) -> Ears {
    let port = KernelPort()
    let radio = Radio(options: configuration.radio, port: port) { event in log.log(event.level, event.text) }
    port.sent = { live.command($0, adapter: radio.adapter?.index ?? 0) }
    return Ears(radio: radio, loop: loop, token: Daemon.Token.radio)
  }

  private static func senses(_ configuration: Configuration, loop: EventLoop, log: Log) -> Senses {
    Senses(
      inputs: MotionInputs(options: configuration.motion) { log.log($0, $1) }, loop: loop, token: Daemon.Token.motion)
  }

  private static func hook(_ configuration: Configuration, log: Log) -> Hook {
    Hook(arguments: configuration.hook, timeLimit: configuration.hookTimeLimit) { log.log($0, $1) }
  }

  private func makePost() -> Post? {
    guard var options = inputs.configuration.broker else { return nil }
    options.jitterSeed = Process.randomSeed()
    let (log, address) = (log, options.address)
    do throws(BrokerError) {
      // A station lives as long as its process (and Embedded Swift has no weak references).
      let broker = try Broker(options: options, statusPayload: { self.statusPayload($0) }) { event in
        log.log(event.level, event.text(address))
      }
      return Post(broker: broker, loop: loop, token: Daemon.Token.broker)
    } catch {
      log.error("broker: \(error.message)")
      return nil
    }
  }

  private static func moment(bootID: (high: UInt64, low: UInt64), now: Milliseconds, clock: WallClock) -> Moment {
    Moment(
      bootHigh: bootID.high, bootLow: bootID.low, time: now,
      wallTime: clock.isCredible(at: now) ? now.addingSaturating(clock.offset) : nil)
  }

  private static func restore(_ bytes: [UInt8]?, at moment: Moment, log: Log) -> RestoredMemory? {
    guard let bytes else { return nil }
    let memory: StateMemory
    do throws(StateMemoryError) {
      memory = try StateMemory.decode(bytes)
    } catch {
      log.warning("state: the kept file is damaged and was not used; regions begin anew")
      return nil
    }
    switch memory.restored(at: moment) {
    case .restored(let restored):
      log.debug("state: \(restored.entries.count) regions are remembered from \(restored.age / 1_000) s ago")
      return restored
    case .tooOld, .ageUnknown: return nil
    }
  }

  // MARK: The course of a run

  /// Takes the lamps, begins to connect and to listen.
  func begin(now: Milliseconds) {
    live.beginTurn(at: now)
    live.output = { self.take($0, $1) }
    post = makePost()
    beginRecording(now: now)
    lamps.open(now: now)
    tellMissing()
    live.setHearing(false, at: now)
    live.advance(to: now)
    obey(now)
  }

  /// What a configuration without errors may still lack.
  private func tellMissing() {
    let configuration = inputs.configuration
    if configuration.site.isEmpty {
      log.log(
        configuration.regions.isEmpty ? .warning : .info,
        "no site is configured: no positions, "
          + (configuration.regions.isEmpty ? "and no regions either" : "only regions are watched")
          + "; set site in [device]")
    }
    if configuration.broker == nil { log.info("no broker is configured: nothing is published; set host in [broker]") }
  }

  private func beginRecording(now: Milliseconds) {
    let path = options.recording ?? inputs.configuration.recordFile
    guard !path.isEmpty else { return }
    let start = RecordingStart(
      session: live.session, wallOffset: live.clock.offset, isClockSet: live.clock.isSynchronised,
      program: options.version)
    do throws(RecordingError) {
      let recorder = try LiveRecorder(
        path: path, limit: Int64(inputs.configuration.recordLimit), start: start, at: now)
      self.recorder = recorder
      if let restored {
        for note in restored.notes(for: inputs.configuration.regions) { recorder.note(note, at: now) }
      }
      live.record(to: recorder)
      log.info("recording to \(path)")
    } catch {
      recordingFault = "recording: \(error.message)"
      log.error("recording: \(error.message); the run goes on without")
    }
  }

  func noteReady(token: Int) {
    switch token {
    case Daemon.Token.radio: ears.noteReady()
    case Daemon.Token.broker: post?.noteReady()
    case Daemon.Token.motion: senses.noteReady()
    default: break
    }
  }

  func childEnded() { hook.childEnded() }

  /// One turn: everything that is ready or due.
  func turn(now: Milliseconds) {
    lookAtClock(now)
    live.beginTurn(at: now)
    if let info = ears.radio.adapter, info.address != recordedAdapter {
      recordedAdapter = info.address
      recorder?.adapter(info.index, address: info.address, at: now)
    }
    let adapter = ears.radio.adapter?.index ?? 0
    ears.step(now: now) { bytes, time in live.packet(bytes, adapter: adapter, at: time) }
    live.setHearing(ears.radio.state.isHearing, at: now)
    senses.step(now: now) { live.noteMotion($0, $1, at: now) }
    live.advance(to: now)
    obey(now)
    hook.step(now: now)
    keep(now)
    recorder?.flushIfDue(at: now)
    if let report = recorder?.takeReport() {
      recordingFault = report
      log.error(report)
    }
    tellHealth(now)
    post?.step(now: now)
  }

  func deadline(now: Milliseconds) -> Deadline {
    var deadline = Deadline()
    deadline.include(ears.deadline)
    deadline.include(live.nextDeadline)
    deadline.include(senses.deadline)
    deadline.include(lamps.deadline)
    deadline.include(post?.deadline)
    deadline.include(hook.deadline)
    deadline.include(keeper.deadline)
    deadline.include(recorder?.deadline)
    if post != nil { deadline.include(status.deadline) }
    return deadline
  }

  private func lookAtClock(_ now: Milliseconds) {
    switch live.lookAtClock(boot: now, wall: Clock.wallMilliseconds) {
    case .none: break
    case .jumped(let step):
      log.info("the system's clock was set by \(step / 1_000) s; intervals are not touched by that")
    case .synchronised(let isSynchronised):
      log.info(isSynchronised ? "the system's clock is synchronised" : "the system's clock is no longer synchronised")
    }
  }

  /// Orders the radio what the agent wants. A configuration with errors, or a site with errors, is not worked from.
  private func obey(_ now: Milliseconds) {
    ears.radio.order(inputs.hasConfigurationErrors ? .off : live.duty, now: now)
    ears.refresh()
    if !isFirstScanTold, ears.radio.state.isHearing {
      isFirstScanTold = true
      log.info("scanning \(now.subtractingSaturating(startTime)) ms after the start")
    }
  }

  private func keep(_ now: Milliseconds) {
    if live.memoryVersion != savedMemory {
      savedMemory = live.memoryVersion
      keeper.noteChange(now: now)
    }
    keeper.step(now: now) { memory(now) }
  }

  private func memory(_ now: Milliseconds) -> [UInt8] {
    live.memory(at: Self.moment(bootID: bootID, now: now, clock: live.clock)).encode()
  }

  // MARK: What the agent tells

  private func take(_ event: AgentEvent, _ message: Message?) {
    if let message { post?.publish(message) }
    switch event {
    case .zoneEnter(let visit):
      lamps.flash(.zoneEntered, now: visit.time)
    case .zoneExit(let visit):
      lamps.flash(.zoneExited, now: visit.time)
    case .wakeup(let wakeup):
      lamps.flash(.wakeUp, now: wakeup.time)
      hook.start(environment: environment(of: wakeup), now: Clock.bootMilliseconds)
    default: break
    }
    if let line = logLine(event) { log.log(line.level, line.text) }
  }

  // MARK: Health

  private func statusPayload(_ availability: Availability) -> [UInt8] {
    let state: AgentAvailability =
      switch availability {
      case .online: .online
      case .stopped: .stopped
      case .lost: .lost
      }
    return status.payload(state, now: Clock.bootMilliseconds, stamp: live.clock.stamp)
  }

  private func tellHealth(_ now: Milliseconds) {
    let radio = ears.radio
    let health = AgentHealth(
      mode: live.mode, radio: radio.state.name, adapter: radio.adapter?.name,
      lastAdvertisementAge: radio.lastPacket.map { now.subtractingSaturating($0) }, faults: faults)
    status.take(health, now: now)
    // Without a connection there is no need: each begins with the status of its moment.
    if let message = status.due(now: now, stamp: live.clock.stamp), let post, post.broker.isConnected {
      post.publish(message)
    }
    lamps.show(
      LampConditions(
        mode: live.mode, radio: radio.state, hears: live.hearsBeacons, broker: post?.broker.standing,
        clockSet: live.clock.isCredible(at: now),
        configurationWrong: !inputs.isWhole || isRefused), now: now)
    lamps.step(now: now)
    service.status(serviceLine)
  }

  /// What is wrong now, each a sentence with what to do.
  private var faults: [String] {
    var list: [String] = []
    if inputs.hasConfigurationErrors { list.append("the configuration has errors; `bluedot config` lists them") }
    if inputs.hasSiteErrors { list.append("the site has errors; `bluedot check` lists them") }
    if isRefused { list.append("the last reload was refused; the configuration or site has errors") }
    switch ears.radio.state {
    case .noAdapter, .noPermission, .blocked, .recovering: list.append(ears.radio.statusText)
    case .off, .starting, .scanning: break
    }
    if let fault = keeper.fault { list.append(fault) }
    if let recordingFault { list.append(recordingFault) }
    return list
  }

  private var serviceLine: String {
    let text = "\(live.mode.text); \(ears.radio.statusText)"
    guard let standing = post?.broker.standing else { return text }
    let network =
      switch standing {
      case .connected: "; broker connected"
      case .refused: "; refused by the broker"
      case .noNetwork: "; no network"
      case .unreachable, .unknown: "; broker not reached"
      }
    return text + network
  }

  // MARK: Changes and the end

  /// True while the inputs in use have no errors.
  var isWhole: Bool { inputs.isWhole }

  func noteRefusal() { isRefused = true }

  /// Goes on with other inputs; what is the same in both goes on undisturbed.
  func take(_ new: Inputs, now: Milliseconds) {
    let old = inputs
    inputs = new
    isRefused = false
    log.level = new.configuration.logLevel
    let (before, after) = (old.configuration, new.configuration)
    if after.stateDirectory != before.stateDirectory {
      keeper = StateKeeper(directory: after.stateDirectory) { [log] in log.log($0, $1) }
    }
    if after.lamps != before.lamps {
      lamps.close()
      lampLines = LampLines(options: after.lamps) { [log] in log.log($0, $1) }
      lamps = LampPlayer(sink: lampLines)
      lamps.open(now: now)
    }
    if after.motion != before.motion {
      senses.close()
      senses = Self.senses(after, loop: loop, log: log)
    }
    if after.hook != before.hook || after.hookTimeLimit != before.hookTimeLimit {
      hook.stop(now: now)
      hook = Self.hook(after, log: log)
    }
    if after.radio != before.radio {
      ears.leave()
      ears.radio.stop(now: now)
      ears = Self.ears(after, live: live, loop: loop, log: log)
    }
    if after.broker != before.broker {
      _ = post?.finish(within: 1_000)
      post = makePost()
    }
    let isSameSite = old.siteFingerprint == new.siteFingerprint && old.hasSiteErrors == new.hasSiteErrors
    if !isSameSite { live.leaveSite(at: now) }
    if !isSameSite || after.regions != before.regions
      || after.regionNames != before.regionNames || after.agent != before.agent
    {
      replaceAgent(now)
    }
    tellMissing()
    obey(now)
  }

  private func replaceAgent(_ now: Milliseconds) {
    let moment = Self.moment(bootID: bootID, now: now, clock: live.clock)
    let restored = Self.restore(live.memory(at: moment).encode(), at: moment, log: log)
    let regions = inputs.configuration.regions
    let agent = EdgeAgent(
      site: inputs.site, settings: inputs.configuration.agent, regions: regions, memory: restored)
    live.replace(
      with: agent, site: inputs.site, regions: regions,
      regionNames: inputs.configuration.regionNames, at: now)
  }

  /// Leaves everything as it should be left: scan off, lamps dark, state kept, "stopped" at the broker.
  func stop(within farewell: Milliseconds) {
    let now = Clock.bootMilliseconds
    live.beginTurn(at: now)
    ears.leave()
    ears.radio.stop(now: now)
    live.stop(at: now)
    senses.close()
    hook.stop(now: now)
    keeper.finish { memory(now) }
    tellHealth(now)
    lamps.close()
    if let post {
      let missing = post.finish(within: farewell)
      if missing > 0 { log.warning("\(missing) messages did not reach the broker") }
    }
  }
}
