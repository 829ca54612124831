import Agent
import FixedPoint
import Host
import Motion

/// The motion inputs inside the event loop.
final class Senses {
  private let inputs: MotionInputs
  private let loop: EventLoop
  private let token: Int
  private var watched: [Int32] = []
  private var isReady = true

  init(inputs: MotionInputs, loop: EventLoop, token: Int) {
    self.inputs = inputs
    self.loop = loop
    self.token = token
  }

  func noteReady() { isReady = true }

  var deadline: Milliseconds? { inputs.deadline }

  /// Reads what is there and tells each change.
  func step(now: Milliseconds, report: (_ source: MotionSource, _ isMoving: Bool) -> Void) {
    guard isReady || now >= inputs.deadline ?? .max else { return }
    isReady = false
    inputs.step(now: now) { source, change in
      switch change {
      case .moving: report(source, true)
      case .resting: report(source, false)
      // An input that is gone can end no rest: as far as it goes, the board is awake.
      case .lost: report(source, true)
      }
    }
    watch()
  }

  func close() {
    unwatch()
    inputs.close()
  }

  private func watch() {
    let descriptors = inputs.descriptors
    guard descriptors != watched else { return }
    unwatch()
    for descriptor in descriptors {
      // An input that cannot be watched is still read at its own deadlines.
      guard (try? loop.watch(descriptor, token: token)) != nil else { continue }
      watched.append(descriptor)
    }
  }

  private func unwatch() {
    for descriptor in watched { loop.forget(descriptor) }
    watched = []
  }
}
