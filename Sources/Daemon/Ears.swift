import FixedPoint
import Host
import Radio

/// The radio inside the event loop: read in batches while all is well.
///
/// Each advertisement could end the loop's wait; at 1,000 a second that would cost more than all the work on them. While
/// the controller scans, its socket is therefore left alone for a moment after each reading, and what came meanwhile is
/// read at once. The kernel keeps it: the socket's buffer holds far more than a batch.
final class Ears {
  /// Time between two readings while scanning, ms: a tenth of the agent's tick, so that positions don't notice.
  static let batch: Milliseconds = 50

  let radio: Radio
  private let loop: EventLoop
  private let token: Int
  private var watched: [Int32] = []
  private var watchedVersion = -1
  private var isReady = true
  /// Until then the descriptors are not watched.
  private var restUntil: Milliseconds?
  private var lastTrouble: HostError?

  init(radio: Radio, loop: EventLoop, token: Int) {
    self.radio = radio
    self.loop = loop
    self.token = token
  }

  func noteReady() { isReady = true }

  /// Reads and does what is due.
  func step(now: Milliseconds, packet: (_ bytes: RawSpan, _ time: Milliseconds) -> Void) {
    if let rest = restUntil, now >= rest { isReady = true }
    guard isReady || now >= radio.deadline else { return }
    isReady = false
    var isAnyHeard = false
    radio.step(now: now) { bytes, time in
      isAnyHeard = true
      packet(bytes, time)
    }
    // A set-up in progress is answered at once, and a silent radio is waited for.
    restUntil = isAnyHeard && radio.state.isHearing ? now.addingSaturating(Self.batch) : nil
    if restUntil == nil { watch() } else { unwatch() }
  }

  var deadline: Milliseconds {
    guard let restUntil else { return radio.deadline }
    return min(restUntil, radio.deadline)
  }

  /// After the radio was ordered something: its descriptors may be others.
  func refresh() {
    if restUntil == nil || !radio.state.isHearing {
      restUntil = nil
      watch()
    }
  }

  /// Gives the descriptors back to nobody: the radio is about to go.
  func leave() { unwatch() }

  private func watch() {
    guard watchedVersion != radio.descriptorsVersion || watched.isEmpty else { return }
    for descriptor in watched where !radio.descriptors.contains(descriptor) { loop.forget(descriptor) }
    watched = radio.descriptors
    watchedVersion = radio.descriptorsVersion
    for descriptor in watched {
      // What cannot be watched is still read at the radio's own deadlines.
      do throws(HostError) { try loop.watch(descriptor, token: token) } catch { lastTrouble = error }
    }
  }

  private func unwatch() {
    for descriptor in watched { loop.forget(descriptor) }
    watched = []
  }
}
