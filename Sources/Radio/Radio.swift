import Agent
import CHost
import CRadio
import FixedPoint
import Host

/// The live radio: keeps a controller scanning as the agent orders, hands on every HCI event, and brings the controller
/// back whatever happens to it.
///
/// One thread, no waiting: the caller watches `descriptors` for reading and calls `step(now:packet:)` when one can be
/// read and when `deadline` is reached. Times are CLOCK_BOOTTIME in ms. Trouble never ends it: it is reported, and tried
/// again, less and less often.
///
/// How it works beside others: raw HCI sockets share the controller with the kernel and with bluetoothd. What others do
/// to the scan is seen and set right, with growing waits, so that two programs don't fight in a tight loop.
public final class Radio {
  enum Phase: Equatable {
    /// Nothing is wanted and nothing is open.
    case idle
    /// Nothing is open; the next look is at `until`.
    case waiting(until: Milliseconds)
    /// The kernel brings the controller up or down, or resets it.
    case acting(AdapterAction)
    /// Commands go out; see `setup`.
    case settingUp
    case scanning
    /// The socket is open; at `until` the remedy begins.
    case pausing(until: Milliseconds, Remedy)
    /// On the way to `idle`.
    case disabling
  }

  enum Remedy: Equatable {
    case rung(Int)
    /// After something that another program did.
    case rearm
  }

  /// How long a command that found no room waits, ms.
  private static let resendWait: Milliseconds = 20
  /// How often the kernel's word about adapters is asked for while packets come, ms.
  private static let eventLookInterval: Milliseconds = 100

  // What follows is internal for the extensions of this class in files of their own.
  let options: RadioOptions
  let port: any RadioPort
  private let report: (RadioEvent) -> Void

  /// How it stands. Changes only within `order`, `step` and `stop`.
  public private(set) var state = RadioState.off
  /// The controller in use; `nil` behind a Unix socket, and while there is none.
  public internal(set) var adapter: AdapterInfo?
  public internal(set) var counters = RadioCounters()
  /// When the last event with advertising reports came; `nil`: none so far.
  public internal(set) var lastPacket: Milliseconds?

  var duty = ScanDuty.off
  var phase = Phase.idle
  private var detail = ""
  private var filter = ReportFilter()
  private var nextEventLook: Milliseconds = .min

  var socket: Int32 = -1
  /// Grows with each socket, so that a packet of an old one is never taken for one of the new.
  var socketVersion = 0
  var events: Int32 = -1
  var batch: PacketBatch?
  /// More packets wait than one step reads.
  var hasMore = false

  var setup: ScanSetup?
  /// A command that found no room yet.
  var unsent: HCICommand?
  var tracker = CommandTracker()
  var foreign = ForeignScan()
  /// The kind that worked with this adapter.
  var kind: ScanKind?
  /// How the controller listens now.
  var applied: RadioOptions.Timing?
  /// A reset may have switched events off.
  var mustRestoreMasks = false
  /// The next set-up begins with HCI Reset: the only reset there is behind a Unix socket.
  var mustReset = false

  var ladder = Ladder()
  var silence: SilenceWatch
  var foreignWait = DoublingWait(first: 500, longest: 60_000)
  var downWait = DoublingWait(first: 1_000, longest: 60_000)
  var openWait = DoublingWait(first: 500, longest: 15_000)
  /// Down and up by us: the second half is still to come.
  var mustComeUp = false
  var upAttempts = 0
  /// In the phase `disabling`: the command has gone out.
  var hasSentDisable = false

  var lastNow: Milliseconds = 0
  var lastOpen: Milliseconds = .min
  var scanningSince: Milliseconds = 0
  var hasSettled = false
  var nextCheck: Milliseconds = 0
  var knownDrops: UInt64 = 0

  /// Makes a radio that is off; `order(_:now:)` starts it.
  ///
  /// - Parameter report: takes lines for the log, from within `order`, `step` and `stop`.
  public init(options: RadioOptions, port: any RadioPort, report: @escaping (RadioEvent) -> Void) {
    self.options = options
    self.port = port
    self.report = report
    silence = SilenceWatch(limit: options.silenceLimit)
  }

  deinit {
    if socket >= 0 { bd_close(socket) }
    if events >= 0 { bd_close(events) }
  }

  // MARK: For the caller

  /// Descriptors to watch for reading, level-triggered. Look again when `descriptorsVersion` has changed: a new
  /// descriptor may have the number of one that was closed.
  public private(set) var descriptors: [Int32] = []
  public private(set) var descriptorsVersion = 0
  /// A descriptor was opened or closed since the list was made.
  var descriptorsChanged = false

  /// The state in words, with what to do about it.
  public var statusText: String { radioText(state, adapter: adapter, name: name, detail: detail) }

  /// What the controller is called.
  var name: String {
    if case .socket(let path) = options.adapter { return "the controller at \(path)" }
    return adapter?.name ?? "the radio"
  }

  /// Says how much to listen from now on.
  public func order(_ duty: ScanDuty, now: Milliseconds) {
    lastNow = now
    guard duty != self.duty else { return }
    self.duty = duty
    switch phase {
    case .idle: if duty != .off { open(now) }
    case .scanning: adjust(now)
    case .waiting where duty == .off: rest(now)
    case .settingUp where duty == .off, .pausing where duty == .off: disable(now)
    case .acting: become(duty == .off ? .off : .starting)
    // Whatever goes on takes the order up when it is done.
    case .waiting, .settingUp, .pausing, .disabling: break
    }
    advance(now)
    listDescriptors()
  }

  /// Reads what is there, a bounded number of packets; passes each HCI event (packet type first) on; does what is due.
  /// Never waits.
  public func step(now: Milliseconds, packet: (_ bytes: RawSpan, _ time: Milliseconds) -> Void) {
    lastNow = now
    let hasRead = read(now, packet)
    // While packets come, the kernel's word about adapters is not worth a system call for each of them.
    if !hasRead || now >= nextEventLook {
      nextEventLook = now.addingSaturating(Self.eventLookInterval)
      takeAdapterEvents(now)
    }
    advance(now)
    if filter.isDue(now: now) { tell(.state(state), state.level, statusText) }
    listDescriptors()
  }

  /// When `step(now:packet:)` must be called at the latest, whatever the descriptors do.
  public var deadline: Milliseconds {
    if hasMore { return lastNow }
    // The least that is always looked after: nothing here needs to be nearer.
    var next = min(lastNow.addingSaturating(60_000), filter.deadline)
    if unsent != nil { next = min(next, lastNow.addingSaturating(Self.resendWait)) }
    if tracker.outstanding != nil { next = min(next, tracker.deadline) }
    switch phase {
    case .idle: break
    case .waiting(let until), .pausing(let until, _): next = min(next, until)
    case .scanning: next = min(next, silence.deadline, nextCheck)
    // Their ends show at the descriptors; this is for a port that shows nothing.
    case .acting: next = min(next, lastNow.addingSaturating(1_000))
    case .settingUp, .disabling: break
    }
    return next
  }

  /// Ends listening and leaves the controller with its scan off; waits for that, 200 ms at most.
  public func stop(now: Milliseconds) {
    lastNow = now
    duty = .off
    if socket >= 0 { disableAndWait() }
    rest(now)
    closeEvents()
    listDescriptors()
  }

  // MARK: Telling

  /// Goes over to a state and tells of it, once.
  func become(_ state: RadioState, detail: String = "") {
    guard state != self.state || detail != self.detail else { return }
    self.state = state
    self.detail = detail
    let text = statusText
    let isTold =
      state.isGood ? filter.good(text) : state == .starting ? filter.isNew(text) : filter.trouble(text, now: lastNow)
    if isTold { tell(.state(state), state.level, text) }
  }

  /// Tells something that is no change of state, once while the trouble lasts.
  func notice(_ text: String, _ level: LogLevel = .warning) {
    let text = "\(name): \(text)"
    if filter.isNew(text) { tell(.notice, level, text) }
  }

  func tell(_ kind: RadioEvent.Kind, _ level: LogLevel, _ text: String) {
    report(RadioEvent(kind: kind, level: level, text: text))
  }

  /// The radio works: what comes from now on is a new trouble.
  func settleReports() { filter.settle() }

  private func listDescriptors() {
    guard descriptorsChanged else { return }
    descriptorsChanged = false
    var list: [Int32] = []
    if socket >= 0 { list.append(socket) }
    if events >= 0 { list.append(events) }
    if let action = port.actionDescriptor { list.append(action) }
    descriptors = list
    descriptorsVersion &+= 1
  }
}
