import Agent
import CHost
import FixedPoint
import Host

// From nothing to an open socket: which adapter, is it up, may we.
extension Radio {
  /// How often the list of adapters is read while the one that is wanted isn't there, ms.
  private static let adapterWait: Milliseconds = 2_000
  /// The same while the kernel has no Bluetooth at all: somebody must load a module first.
  private static let kernelWait: Milliseconds = 10_000
  /// A capability comes only with a new start, or when someone else does what we may not.
  static let permissionWait: Milliseconds = 60_000
  /// rfkill is looked at this often while it holds the adapter.
  private static let blockWait: Milliseconds = 1_000
  /// Two looks at the adapters are at least so far apart, whatever the kernel tells.
  private static let leastWait: Milliseconds = 200

  var isKernelPort: Bool {
    if case .socket = options.adapter { false } else { true }
  }

  /// Looks for the adapter and opens it, or brings it up first, or waits.
  func open(_ now: Milliseconds) {
    lastOpen = now
    if case .socket(let path) = options.adapter { return connect(path, now) }
    do throws(HostError) {
      if events < 0 {
        events = try port.openEvents()
        descriptorsChanged = true
      }
      let list = try port.adapters()
      guard let found = chooseAdapter(options.adapter, from: list) else {
        use(nil)
        let text = noAdapterText(options.adapter, among: list, anyBlock: port.blockOfAnyRadio())
        return wait(now, Self.adapterWait, .noAdapter, detail: text)
      }
      use(found)
      if found.isUp { openSocket(of: found, now) } else { bringUp(found, now) }
    } catch {
      use(nil)
      if ErrorCode.isPermission(error.code) {
        wait(now, Self.permissionWait, .noPermission(capability: "CAP_NET_RAW"), detail: error.message)
      } else if ErrorCode.isNoBluetooth(error.code) {
        wait(now, Self.kernelWait, .noAdapter, detail: RadioAdvice.noBluetooth)
      } else {
        wait(now, Self.kernelWait, .noAdapter, detail: "\(error.message); trying again")
      }
    }
  }

  /// What was learned of one controller means nothing for another.
  private func use(_ info: AdapterInfo?) {
    let before = adapter
    adapter = info
    guard let info else { return }
    if let before, before.index == info.index, before.address == info.address { return }
    forgetAdapter()
    mustRestoreMasks = false
    upAttempts = 0
  }

  private func forgetAdapter() {
    kind = nil
    ladder.settle()
    silence = SilenceWatch(limit: options.silenceLimit)
  }

  private func openSocket(of info: AdapterInfo, _ now: Milliseconds) {
    do throws(HostError) {
      attach(try port.open(index: info.index))
      upAttempts = 0
      begin(now)
    } catch {
      if ErrorCode.isPermission(error.code) {
        wait(now, Self.permissionWait, .noPermission(capability: "CAP_NET_RAW"), detail: error.message)
      } else if ErrorCode.isGone(error.code) {
        wait(now, Self.adapterWait, .noAdapter, detail: "\(info.name) went away while it was opened")
      } else {
        fail(error.message, now)
      }
    }
  }

  private func connect(_ path: String, _ now: Milliseconds) {
    do throws(HostError) {
      attach(try port.connect(path: path))
      kind = nil
      // Nobody else sets this controller up.
      mustRestoreMasks = true
      begin(now)
    } catch {
      let text = "\(error.message); a controller must listen there (SOCK_SEQPACKET, one H4 packet a message)"
      wait(now, openWait.next(), .noAdapter, detail: text)
    }
  }

  // MARK: Up

  private func bringUp(_ info: AdapterInfo, _ now: Milliseconds) {
    if info.block.isBlocked { return wait(now, Self.blockWait, .blocked) }
    if case .recovering = state {} else { become(.starting) }
    start(.up, now)
  }

  func start(_ action: AdapterAction, _ now: Milliseconds) {
    guard let adapter else { return wait(now, 0, state) }
    closeSocket()
    do throws(HostError) {
      try port.start(action, index: adapter.index)
      descriptorsChanged = true
      phase = .acting(action)
    } catch {
      fail(error.message, now)
    }
  }

  /// The kernel has brought the adapter up, or could not.
  func broughtUp(_ code: Int32, _ now: Milliseconds) {
    mustComeUp = false
    switch code {
    case 0, ErrorCode.already:
      // It came up, and then it isn't: don't ask in a loop.
      upAttempts += 1
      guard upAttempts <= 3 else {
        upAttempts = 0
        return fail("does not stay up", now)
      }
      open(now)
    case ErrorCode.blockedByRfkill: wait(now, Self.blockWait, .blocked)
    case _ where ErrorCode.isPermission(code):
      let detail = "it is needed to bring \(name) up"
      wait(now, Self.permissionWait, .noPermission(capability: "CAP_NET_ADMIN"), detail: detail)
    case _ where ErrorCode.isGone(code): lost(now)
    case ErrorCode.busy: fail("is taken by another program (HCI user channel)", now)
    default: fail(HostError(action: "come up", code: code).message, now)
    }
  }

  // MARK: Coming and going

  /// Reads the kernel's word about adapters, and looks at them if there was any.
  func takeAdapterEvents(_ now: Milliseconds) {
    guard events >= 0, let batch = readyBatch() else { return }
    var isAny = false
    var hasArrived = false
    // A flood of them means no more than one does.
    for _ in 0..<4 {
      let count = batch.receive(from: events)
      if count < 0 && count != -ErrorCode.tryAgain && count != -ErrorCode.noBuffers { closeEvents() }
      if count <= 0 { break }
      isAny = true
      for index in 0..<count where isArrival(batch.packet(index).bytes) { hasArrived = true }
    }
    if isAny { adaptersChanged(hasArrived: hasArrived, now) }
  }

  /// A stack internal event (0xFD) of type device (1) with the news that an adapter was registered (1).
  private func isArrival(_ event: RawSpan) -> Bool {
    event.octet(1) == 0xFD && event.opcode(3) == 1 && event.opcode(5) == 1
  }

  /// Something about adapters changed; which one, the list tells.
  private func adaptersChanged(hasArrived: Bool, _ now: Milliseconds) {
    switch phase {
    case .waiting(let until): phase = .waiting(until: min(until, max(now, lastOpen.addingSaturating(Self.leastWait))))
    case .scanning, .settingUp, .pausing(_, .rearm): checkAdapter(now)
    // Someone may have pulled a dead adapter out and put it in again.
    case .pausing where socket < 0 && hasArrived:
      ladder.settle()
      open(now)
    // A remedy goes on that itself brings adapters up and down; it looks when it is done.
    case .idle, .acting, .pausing, .disabling: break
    }
  }

  /// Sees whether the adapter in use is still there and up.
  func checkAdapter(_ now: Milliseconds) {
    guard isKernelPort, let adapter, socket >= 0 else { return }
    guard let list = try? port.adapters() else { return }
    guard let found = list.first(where: { $0.index == adapter.index && $0.address == adapter.address }) else {
      return lost(now)
    }
    self.adapter = found
    if !found.isUp { wentDown(now) }
  }

  /// Another program, or rfkill, switched the adapter off.
  func wentDown(_ now: Milliseconds) {
    closeSocket()
    if let adapter, adapter.block.isBlocked { return wait(now, Self.blockWait, .blocked) }
    let reason = "was switched off by another program"
    wait(now, downWait.next(), .recovering(rung: Ladder.rungs, reason: reason))
  }

  /// The adapter is no more: unplugged, or its driver is gone.
  func lost(_ now: Milliseconds) {
    counters.losses += 1
    closeSocket()
    forgetAdapter()
    let detail = isKernelPort ? "\(name) went away" : "\(name) closed the connection"
    adapter = nil
    guard isKernelPort else { return wait(now, openWait.next(), .noAdapter, detail: detail) }
    // Another one may be there; the list tells, but is not asked in a loop.
    if now.subtractingSaturating(lastOpen) >= Self.leastWait && duty != .off { return open(now) }
    wait(now, Self.leastWait, .noAdapter, detail: detail)
  }

  /// Nothing is open; looks again after `time` ms.
  func wait(_ now: Milliseconds, _ time: Milliseconds, _ state: RadioState, detail: String = "") {
    closeSocket()
    guard duty != .off else { return rest(now) }
    phase = .waiting(until: now.addingSaturating(time))
    become(state, detail: detail)
  }

  /// Nothing is wanted: nothing stays open but the kernel's word about adapters.
  func rest(_ now: Milliseconds) {
    closeSocket()
    setup = nil
    applied = nil
    // What the kernel does can't be called back; its end is waited for.
    if case .acting = phase {} else { phase = .idle }
    become(.off)
  }

  // MARK: Descriptors

  private func attach(_ descriptor: Int32) {
    closeSocket()
    socket = descriptor
    socketVersion &+= 1
    knownDrops = 0
    descriptorsChanged = true
  }

  func closeSocket() {
    guard socket >= 0 else { return }
    bd_close(socket)
    socket = -1
    socketVersion &+= 1
    hasMore = false
    unsent = nil
    tracker.forget()
    foreign.forget()
    descriptorsChanged = true
  }

  func closeEvents() {
    guard events >= 0 else { return }
    bd_close(events)
    events = -1
    descriptorsChanged = true
  }
}
