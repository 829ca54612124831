import Agent
import Testing

@testable import Radio

/// A radio with a played kernel and a played clock.
final class Rig {
  final class Record {
    var events: [RadioEvent] = []
  }

  let port: FakePort
  let radio: Radio
  var now: Int64 = 100_000
  /// HCI events that were handed on.
  private(set) var packets: [[UInt8]] = []
  private(set) var steps = 0
  private let record = Record()

  /// - Parameter prepare: what is there before the radio is made; without it, hci0.
  init(options: RadioOptions = RadioOptions(), prepare: ((FakePort) -> Void)? = nil) {
    port = FakePort()
    let record = record
    radio = Radio(options: options, port: port, report: { record.events.append($0) })
    if let prepare { prepare(port) } else { port.add(index: 0) }
  }

  /// A radio that scans with hci0 and has been heard to.
  static func scanning(_ options: RadioOptions = RadioOptions(), prepare: ((FakePort) -> Void)? = nil) -> Rig {
    let rig = Rig(options: options, prepare: prepare)
    rig.radio.order(.tracking, now: rig.now)
    rig.settle()
    rig.forget()
    return rig
  }

  var end: ControllerEnd { port.ends.values.first ?? port.paths.values.first ?? ControllerEnd() }
  var state: RadioState { radio.state }
  var texts: [String] { record.events.map(\.text) }
  var events: [RadioEvent] { record.events }

  /// Forgets what was told and sent so far.
  func forget() {
    record.events.removeAll()
    end.forgetCommands()
    packets.removeAll()
  }

  func order(_ duty: ScanDuty) {
    radio.order(duty, now: now)
    settle()
  }

  func step() {
    steps += 1
    radio.step(now: now) { bytes, _ in
      var packet: [UInt8] = []
      for index in bytes.byteOffsets { packet.append(bytes.octet(index)) }
      packets.append(packet)
    }
  }

  /// Steps until nothing moves any more; the clock stands.
  func settle() {
    for _ in 0..<400 {
      step()
      var isBusy = false
      for end in port.ends.values where end.pump() { isBusy = true }
      for end in port.paths.values where end.pump() { isBusy = true }
      if !isBusy && radio.deadline > now { return }
    }
    Issue.record("the radio does not come to rest: \(radio.state), \(radio.phase)")
  }

  /// Lets time go by: the radio is called when it asks to be.
  func run(_ duration: Int64, every: Int64 = .max, _ body: () -> Void = {}) {
    let stop = now + duration
    var next = every == .max ? stop : now
    while now < stop {
      settle()
      if now >= next {
        body()
        settle()
        next += every
      }
      now = min(stop, max(radio.deadline, now + 1), max(next, now + 1))
    }
    settle()
  }

  /// Runs until the condition holds; the time that took, or `nil` when it never did within `limit`.
  func time(limit: Int64 = 600_000, every: Int64 = .max, until condition: () -> Bool) -> Int64? {
    let start = now
    settle()
    while !condition() {
      guard now - start < limit else { return nil }
      now = max(min(radio.deadline, start + limit, every == .max ? .max : now + every), now + 1)
      settle()
    }
    return now - start
  }
}

let scanningLegacy = RadioState.scanning(isExtended: false)
let scanningExtended = RadioState.scanning(isExtended: true)
