import Host

/// The MQTT 5 connection: publishes, keeps what must arrive, and comes back by itself whatever goes wrong.
///
/// - QoS 1 waits in a bounded queue until the broker has confirmed it. A message whose answer was lost with its
///   connection is sent again, so subscribers may see it twice: its id tells.
/// - QoS 0 is never delivered late: without a connection that flows it is dropped and counted. Of a retained topic the
///   latest message is kept for `positionLifetime`.
/// - Retained `status`: online with every connection, offline by `finish(within:)` or by the broker's will.
///
/// Each attempt takes a new client of the library, which therefore holds nothing back over an outage. No call blocks:
/// names are resolved by glibc's helper thread, sockets are non-blocking; `pump` waits only as long as it is told.
public final class Broker: MessageSink {
  private enum Phase {
    case waiting(until: Int64)
    case resolving(Lookup)
    case reaching(Link, Lookup, deadline: Int64)
    case connected(Link, since: Int64)
    case finished
  }

  private struct Position {
    var topic: String
    var payload: [UInt8]
    var time: Int64
  }

  /// Bytes that may be on the way when a position is sent: some ten positions. More means that the network stalls, and
  /// what is added now would come out late.
  private static let flowLimit = 8_192

  public private(set) var counters = BrokerCounters()

  /// How it stands with the broker, as the last attempt showed.
  public private(set) var standing = BrokerStanding.unknown

  private let options: BrokerOptions
  private let prefix: String
  private let statusPayload: (Availability) -> [UInt8]
  private let report: (BrokerEvent) -> Void

  private var phase: Phase
  private var now: Int64
  private var backoff: Backoff
  private var queue: MessageQueue
  private var positions: [Position] = []
  /// What was told last, so that it isn't told again.
  private var lastTrouble: String?
  private var lastRefusal: String?

  /// Makes the client; the first `pump` begins to connect.
  ///
  /// - Parameters:
  ///   - statusPayload: the retained `status` for a moment; `lost` is asked for at each attempt, for the will.
  ///   - report: is told of each change, from within `pump` or `finish`.
  public init(
    options: BrokerOptions, statusPayload: @escaping (Availability) -> [UInt8],
    report: @escaping (BrokerEvent) -> Void
  ) throws(BrokerError) {
    try options.validate()
    self.options = options
    self.statusPayload = statusPayload
    self.report = report
    prefix = "bluedot/\(options.device)/"
    now = Clock.bootMilliseconds
    phase = .waiting(until: .min)
    backoff = Backoff(first: options.firstWait, longest: options.longestWait, seed: options.jitterSeed)
    queue = MessageQueue(capacity: options.queueCapacity)
  }

  public var isConnected: Bool {
    if case .connected = phase { true } else { false }
  }

  public var backlog: Int { queue.count }

  /// Positions that wait for the connection to flow. One who may be late, such as a replay, waits until it is 0.
  public var waitingPositions: Int { positions.count }

  // MARK: Messages

  @discardableResult
  public func publish(topic: String, payload: [UInt8], qos: Int32, retain: Bool) -> PublishResult {
    if case .finished = phase {
      count(droppedQoS: qos)
      return .dropped
    }
    let topic = prefix + topic
    guard qos > 0 else { return publishPosition(topic, payload, retain: retain) }
    if queue.append(QueuedMessage(topic: topic, payload: payload, retain: retain)) { counters.eventsDropped += 1 }
    if case .connected(let link, _) = phase { handOver(to: link) }
    return .queued
  }

  private func publishPosition(_ topic: String, _ payload: [UInt8], retain: Bool) -> PublishResult {
    // The newer message makes one that still waits worthless.
    let kept = positions.count
    positions.removeAll { $0.topic == topic }
    counters.positionsDropped += kept - positions.count
    if case .connected(let link, _) = phase, link.unconfirmedBytes < Self.flowLimit {
      switch link.publish(topic: topic, payload: payload, qos: 0, retain: retain) {
      case .taken: return .sent
      case .refused(let reason):
        refuse(topic, reason)
        return .dropped
      case .notNow: break
      }
    }
    guard retain else {
      counters.positionsDropped += 1
      return .dropped
    }
    positions.append(Position(topic: topic, payload: payload, time: now))
    return .queued
  }

  private func handOver(to link: Link) {
    while let message = queue.next {
      switch link.publish(topic: message.topic, payload: message.payload, qos: 1, retain: message.retain) {
      case .taken(let id): queue.markHandedOver(id: id)
      case .refused(let reason):
        queue.removeNext()
        refuse(message.topic, reason)
      case .notNow: return
      }
    }
  }

  private func handOverPositions(to link: Link) {
    dropStalePositions()
    while let position = positions.first, link.unconfirmedBytes < Self.flowLimit {
      switch link.publish(topic: position.topic, payload: position.payload, qos: 0, retain: true) {
      case .taken: break
      case .refused(let reason): refuse(position.topic, reason)
      case .notNow: return
      }
      positions.removeFirst()
    }
  }

  private func dropStalePositions() {
    let before = positions.count
    positions.removeAll { now - $0.time > options.positionLifetime }
    counters.positionsDropped += before - positions.count
  }

  private func takeAnswers(from link: Link) {
    while let answer = link.nextAnswer() {
      guard let message = queue.removeAnswered(id: answer.id) else { continue }
      if let refusal = answer.refusal {
        refuse(message.topic, refusal)
      } else if !message.isOwn {
        counters.messagesConfirmed += 1
      }
    }
  }

  private func refuse(_ topic: String, _ reason: String) {
    counters.messagesRefused += 1
    let trouble = topic + reason
    guard trouble != lastRefusal else { return }
    lastRefusal = trouble
    report(.messageRefused(topic: topic, reason: reason))
  }

  private func count(droppedQoS qos: Int32) {
    if qos > 0 { counters.eventsDropped += 1 } else { counters.positionsDropped += 1 }
  }

  // MARK: The connection

  public func pump(now: Int64, wait: Int64) {
    self.now = now
    let wait = max(wait, 0)
    switch phase {
    case .finished:
      Clock.sleep(milliseconds: wait)
    case .waiting(let until):
      dropStalePositions()
      if now >= until {
        beginAttempt()
      } else {
        Clock.sleep(milliseconds: min(wait, until - now))
      }
    case .resolving(let lookup):
      switch lookup.step(wait: wait) {
      case .busy: break
      case .done: reachNext(of: lookup, last: "the name has no address")
      case .failed(let reason):
        standing = .noNetwork
        fail(because: "cannot resolve \(options.address.host): \(reason)")
      }
    case .reaching(let link, let lookup, let deadline):
      stepReaching(link, lookup, deadline, wait: min(wait, max(deadline - now, 0)))
    case .connected(let link, let since):
      stepConnected(link, since, wait: wait)
    }
  }

  /// What an event loop has to watch for `pump`; it may be another one after each call. `nil`: nothing but the time.
  public var interest: (descriptor: Int32, isWriting: Bool)? {
    switch phase {
    case .reaching(let link, _, _), .connected(let link, _): link.descriptor.map { ($0, link.wantsWrite) }
    case .waiting, .resolving, .finished: nil
    }
  }

  /// Grows with each connection that is begun: a new descriptor may have the number of one that was closed.
  public private(set) var interestVersion = 0

  /// When `pump` has to be called at the latest although nothing happens on the descriptor, ms of CLOCK_BOOTTIME.
  public var deadline: Int64 {
    switch phase {
    case .finished: .max
    case .waiting(let until): positions.isEmpty ? until : min(until, now + options.positionLifetime)
    // Names are looked up by a thread of glibc's that tells nobody when it is done.
    case .resolving: now + Self.lookupInterval
    case .reaching(_, _, let deadline): deadline
    // The library looks after the keep-alive when it is called: eight times within it is soon enough.
    case .connected: now + max(Int64(options.keepAlive) * 1_000 / 8, 1_000)
    }
  }

  /// Time between two looks at a running look-up of a name, ms: short beside what a network takes.
  private static let lookupInterval: Int64 = 20

  private func beginAttempt() {
    guard let lookup = Lookup(options.address) else { return fail(because: "cannot connect: out of memory") }
    phase = .resolving(lookup)
    // An address in digits is there at once.
    if case .done = lookup.step(wait: 0) { reachNext(of: lookup, last: "the name has no address") }
  }

  /// Tries the next address of the host; when there is none left, `last` is why the attempt failed.
  private func reachNext(of lookup: Lookup, last: String) {
    guard let address = lookup.next() else {
      return fail(because: "cannot connect to \(options.address.text): \(last)")
    }
    do throws(BrokerError) {
      let link = try Link(options, address: address, willTopic: prefix + "status", will: statusPayload(.lost))
      phase = .reaching(link, lookup, deadline: now + options.connectTimeout)
      interestVersion &+= 1
    } catch {
      fail(because: "cannot connect to \(options.address.text): \(error.message)")
    }
  }

  private func stepReaching(_ link: Link, _ lookup: Lookup, _ deadline: Int64, wait: Int64) {
    switch link.step(wait: wait) {
    case .reaching:
      if now >= deadline {
        standing = .unreachable
        reachNext(of: lookup, last: "no answer within \(options.connectTimeout) ms")
      }
    case .ended(let reason):
      standing = link.hasNoNetwork ? .noNetwork : .unreachable
      reachNext(of: lookup, last: reason)
    case .refused(let reason):
      refused(because: reason)
    case .connected:
      phase = .connected(link, since: now)
      standing = .connected
      counters.connections += 1
      lastTrouble = nil
      lastRefusal = nil
      _ = link.publish(topic: prefix + "status", payload: statusPayload(.online), qos: 1, retain: true)
      report(.connected)
      handOverPositions(to: link)
      handOver(to: link)
    }
  }

  private func stepConnected(_ link: Link, _ since: Int64, wait: Int64) {
    handOverPositions(to: link)
    let state = link.step(wait: wait)
    takeAnswers(from: link)
    switch state {
    case .ended(let reason), .refused(let reason):
      if now - since >= options.stableAfter { backoff.reset() }
      queue.takeBack()
      phase = .waiting(until: now + backoff.next())
      standing = .unreachable
      report(.disconnected(reason: reason))
    case .connected, .reaching:
      handOver(to: link)
    }
  }

  private func fail(because reason: String) {
    let wait = backoff.next()
    phase = .waiting(until: now + wait)
    guard lastTrouble != reason else { return }
    lastTrouble = reason
    report(.waiting(reason: reason, milliseconds: wait))
  }

  private func refused(because reason: String) {
    standing = .refused
    phase = .waiting(until: now + backoff.next())
    let reason = "\(options.address.text) refused the connection: \(reason)"
    guard lastTrouble != reason else { return }
    lastTrouble = reason
    report(.refused(reason: reason))
  }

  // MARK: The end

  @discardableResult
  public func finish(within: Int64) -> Int {
    if case .finished = phase { return 0 }
    now = Clock.bootMilliseconds
    let deadline = now + max(within, 0)
    // Nobody has seen us online and nothing waits: there is nothing to say.
    if counters.connections > 0 || queue.count > 0 {
      var status = QueuedMessage(topic: prefix + "status", payload: statusPayload(.stopped), retain: true)
      status.isOwn = true
      if queue.append(status) { counters.eventsDropped += 1 }
    }
    // The time is short: don't sit out a long wait between attempts.
    if case .waiting = phase { phase = .waiting(until: now) }
    while queue.count > 0 && now < deadline {
      if case .connected(let link, _) = phase { handOver(to: link) }
      pump(now: now, wait: min(deadline - now, 50))
      now = Clock.bootMilliseconds
    }
    // A goodbye keeps the broker from sending the will; that is right only if it has our own word that we stopped.
    if case .connected(let link, _) = phase, queue.count == 0 { sayGoodbye(on: link) }
    queue.takeBack()
    counters.positionsDropped += positions.count
    positions.removeAll()
    phase = .finished
    standing = .unknown
    return queue.foreignCount
  }

  private func sayGoodbye(on link: Link) {
    link.disconnect()
    // The packet is a few bytes into an idle socket: it leaves at once or never.
    for _ in 0..<10 {
      if case .ended = link.step(wait: 20) { return }
    }
  }
}
