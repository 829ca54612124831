import CHost

/// A signal that the event loop takes in place of its usual effect.
public enum Signal: Sendable, Equatable {
  /// SIGTERM: stop.
  case terminate
  /// SIGINT: stop, asked for at the keyboard.
  case interrupt
  /// SIGHUP: read the configuration again; from a terminal: it is gone.
  case hangup
  /// SIGCHLD: a child process ended.
  case child
}

/// Waits for descriptors, the next deadline and signals together. One for each process: it takes the signals of all.
///
/// Deadlines are on CLOCK_BOOTTIME, so that no step of the wall clock makes one come early or late. A wait allocates
/// nothing. Signals that arrive between two waits end the next one at once.
public final class EventLoop {
  private let loop: OpaquePointer

  /// From here on SIGTERM, SIGINT, SIGHUP and SIGCHLD come from `takeSignal()` only, and SIGPIPE is ignored.
  public init() throws(HostError) {
    var error: Int32 = 0
    guard let loop = bd_loop_create(&error) else { throw HostError(action: "set up the event loop", code: -error) }
    self.loop = loop
  }

  deinit { bd_loop_destroy(loop) }

  /// Watches a descriptor until it is forgotten or closed; again to change `writing` or the token.
  ///
  /// - Parameters:
  ///   - descriptor: anything but a regular file, which is always ready (EPERM).
  ///   - writing: also tell when it takes bytes; that it has some is always told.
  ///   - token: what `token(at:)` says of it; 0…2,147,483,647.
  public func watch(_ descriptor: Int32, writing: Bool = false, token: Int) throws(HostError) {
    let result = bd_loop_watch(loop, descriptor, writing, Int32(exactly: token) ?? -1)
    guard result == 0 else { throw HostError(action: "watch descriptor \(descriptor)", code: -result) }
  }

  /// Ends the watching; a descriptor that is closed or was never watched is no error. What the last wait found of it is
  /// void: its token is -1 from now on.
  public func forget(_ descriptor: Int32) { bd_loop_forget(loop, descriptor) }

  /// Waits until a descriptor is ready, a signal has arrived, or the time has come.
  ///
  /// - Parameter deadline: in ms of `Clock.bootMilliseconds`; one that has passed returns what is ready now; `nil`:
  ///   never.
  /// - Returns: how many descriptors are ready, 64 at most; 0 at the deadline or for a signal alone.
  public func wait(until deadline: Int64?) -> Int {
    Int(bd_loop_wait(loop, deadline.map { max($0, 0) } ?? -1))
  }

  /// The token of a descriptor that the last wait found ready; -1 when it was forgotten since.
  public func token(at index: Int) -> Int { Int(bd_loop_token(loop, Int32(clamping: index))) }
  /// There are bytes, a connection, or the end to be read.
  public func isReadable(at index: Int) -> Bool { bd_loop_is_readable(loop, Int32(clamping: index)) }
  public func isWritable(at index: Int) -> Bool { bd_loop_is_writable(loop, Int32(clamping: index)) }
  /// The other end is gone or the device has an error; what can still be read is told by `isReadable(at:)`.
  public func isClosed(at index: Int) -> Bool { bd_loop_is_closed(loop, Int32(clamping: index)) }

  /// A signal that arrived, each kind once however often it came; look after every wait until there is none.
  public func takeSignal() -> Signal? {
    while true {
      switch bd_loop_take_signal(loop) {
      case 0: return nil
      case 1: return .hangup
      case 2: return .interrupt
      case 15: return .terminate
      case 17: return .child
      default: continue
      }
    }
  }
}
