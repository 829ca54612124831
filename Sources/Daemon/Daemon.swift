import Agent
import Broker
import Configuration
import FixedPoint
import Host
import Radio
import Service

/// `bluedot run`: one thread, one event loop, everything that the agent needs of the world.
///
/// A turn of the loop looks at what is ready or due, lets the agent take it in, passes on what the agent tells, and
/// waits for whatever comes next. Nothing in a turn waits for anything outside but the disk, and every fault of the
/// world outside is a state to show and to come back from, never an end.
public final class Daemon {
  /// Tokens of the event loop.
  enum Token {
    static let radio = 1
    static let broker = 2
    static let motion = 3
  }

  /// How long the last messages may take to reach the broker when the agent is told to stop, ms.
  private static let farewell: Milliseconds = 2_000
  /// Time between two looks for whether a configuration or site that was refused has been mended, ms.
  private static let mendInterval: Milliseconds = 10_000

  private let options: DaemonOptions
  private let log: Log
  private let loop: EventLoop
  private let service = ServiceManager()
  private let problems: ProblemLog
  private let station: Station
  private var nextMend: Milliseconds?

  /// - Throws: when the system gives no event loop.
  public init(options: DaemonOptions) throws(HostError) {
    self.options = options
    log = Log(level: options.logLevel ?? .info)
    loop = try EventLoop()
    problems = ProblemLog(log)
    let now = Clock.bootMilliseconds
    let inputs = Inputs(options: options, problems: problems)
    station = Station(options: options, inputs: inputs, loop: loop, log: log, service: service, now: now)
    if !inputs.isWhole { nextMend = now.addingSaturating(Self.mendInterval) }
  }

  /// Runs until a signal ends it; returns the exit code.
  public func run() -> Int32 {
    let begun = Clock.bootMilliseconds
    service.ready(now: begun)
    station.begin(now: begun)
    while true {
      let now = Clock.bootMilliseconds
      mendIfDue(now)
      station.turn(now: now)
      service.step(now: now)
      var deadline = station.deadline(now: now)
      deadline.include(nextMend)
      deadline.include(service.deadline)
      let count = loop.wait(until: deadline.time == .max ? nil : deadline.time)
      for index in 0..<count { station.noteReady(token: loop.token(at: index)) }
      while let signal = loop.takeSignal() {
        switch signal {
        case .child: station.childEnded()
        case .hangup: reload()
        case .terminate, .interrupt:
          stop()
          return 0
        }
      }
    }
  }

  private func stop() {
    log.info("stopping")
    service.stopping()
    station.stop(within: Self.farewell)
    log.info("stopped")
  }

  // MARK: Configuration and site

  /// SIGHUP: takes up a configuration and a site without errors; keeps the old ones otherwise.
  private func reload() {
    service.reloading()
    problems.forget()
    let inputs = Inputs(options: options, problems: problems)
    let now = Clock.bootMilliseconds
    if inputs.isWhole {
      station.take(inputs, now: now)
      nextMend = nil
      log.info("configuration and site were read again")
    } else if station.isWhole {
      log.error("the new configuration or site has errors and was refused; the old one stays in use")
      station.noteRefusal()
    } else {
      station.take(inputs, now: now)
    }
    service.ready(now: now)
  }

  /// A start with errors in configuration or site is looked at again and again until they are mended.
  private func mendIfDue(_ now: Milliseconds) {
    guard let due = nextMend, now >= due else { return }
    nextMend = now.addingSaturating(Self.mendInterval)
    let inputs = Inputs(options: options, problems: problems)
    guard inputs.isWhole else { return }
    log.info("configuration and site are without errors now")
    station.take(inputs, now: now)
    nextMend = nil
  }
}
