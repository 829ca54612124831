import Host

/// Something done to a controller as a whole. Each needs CAP_NET_ADMIN.
public enum AdapterAction: UInt8, Sendable {
  case up
  case down
  /// The kernel sends HCI Reset and drops what it had queued.
  case reset
}

/// What the kernel offers: the list of controllers, sockets, up, down and reset. `KernelPort` is the real one.
///
/// Sockets carry H4 packets (packet type first), one a message. No call but `wait` waits.
public protocol RadioPort: AnyObject {
  /// All controllers, in the kernel's order.
  func adapters() throws(HostError) -> [AdapterInfo]
  /// Whether rfkill holds any Bluetooth radio: one that is held may have no controller to show for it.
  func blockOfAnyRadio() -> AdapterBlock
  /// A descriptor that can be read when a controller came, went, or was switched on or off.
  func openEvents() throws(HostError) -> Int32
  /// A socket of one controller.
  func open(index: UInt16) throws(HostError) -> Int32
  /// A socket of a controller behind a Unix socket.
  func connect(path: String) throws(HostError) -> Int32

  /// Sends one packet; 0 or an errno value, EAGAIN when there is no room now.
  func send(_ packet: [UInt8], to descriptor: Int32) -> Int32

  /// Begins an action; one at a time.
  func start(_ action: AdapterAction, index: UInt16) throws(HostError)
  /// Readable once the action is done; `nil` when none goes on.
  var actionDescriptor: Int32? { get }
  /// 0 or the errno value of the action that was started, once; `nil` while it goes on.
  func takeActionResult() -> Int32?

  /// Waits until the descriptor can be read, `milliseconds` at most.
  func wait(descriptor: Int32, milliseconds: Int64)
}
