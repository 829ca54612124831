import CRadio
import Host

/// The Linux kernel's Bluetooth, through libbluetooth.
public final class KernelPort: RadioPort {
  /// Takes each command that was sent (H4 packet): for recordings.
  public var sent: ((_ packet: [UInt8]) -> Void)?

  private var action: OpaquePointer?

  public init() {}

  deinit { bd_action_release(action) }

  public func adapters() throws(HostError) -> [AdapterInfo] {
    var list = [bd_adapter](repeating: bd_adapter(), count: BD_ADAPTERS_MAX)
    let count = list.withUnsafeMutableBufferPointer { bd_adapters($0.baseAddress, Int32(truncatingIfNeeded: $0.count)) }
    guard count >= 0 else { throw HostError(action: "list the Bluetooth adapters", code: -count) }
    var adapters: [AdapterInfo] = []
    for adapter in list.prefix(Int(count)) { adapters.append(info(adapter)) }
    return adapters
  }

  private func info(_ adapter: bd_adapter) -> AdapterInfo {
    var name = ""
    var address: UInt64 = 0
    withUnsafeBytes(of: adapter.name) { bytes in
      for byte in bytes.prefix(while: { $0 != 0 }) { name.unicodeScalars.append(Unicode.Scalar(byte)) }
    }
    withUnsafeBytes(of: adapter.address) { bytes in
      for (place, byte) in bytes.enumerated() { address |= UInt64(byte) << UInt64(8 * place) }
    }
    return AdapterInfo(
      index: adapter.index, name: name, address: address, isUp: adapter.is_up, isPrimary: adapter.is_primary,
      bus: String(cString: bd_bus_text(adapter.bus)), block: block(Int32(adapter.index)))
  }

  public func blockOfAnyRadio() -> AdapterBlock { block(-1) }

  private func block(_ index: Int32) -> AdapterBlock {
    let bits = bd_adapter_block(index)
    if bits < 0 { return .unknown }
    if UInt32(bits) & BD_BLOCK_HARD.rawValue != 0 { return .hard }
    return UInt32(bits) & BD_BLOCK_SOFT.rawValue != 0 ? .soft : .none
  }

  public func openEvents() throws(HostError) -> Int32 {
    try checked(bd_adapter_events_open(), "open a Bluetooth socket")
  }

  public func open(index: UInt16) throws(HostError) -> Int32 {
    try checked(bd_radio_open(index), "open", "hci\(index)")
  }

  public func connect(path: String) throws(HostError) -> Int32 {
    try checked(bd_radio_connect(path), "connect to", path)
  }

  public func send(_ packet: [UInt8], to descriptor: Int32) -> Int32 {
    let code = -packet.withUnsafeBytes { bd_radio_send(descriptor, $0.baseAddress, $0.count) }
    if code == 0 { sent?(packet) }
    return code
  }

  public func start(_ action: AdapterAction, index: UInt16) throws(HostError) {
    guard self.action == nil else { throw HostError(action: action.text(index), code: ErrorCode.busy) }
    let kind: bd_action_kind =
      switch action {
      case .up: BD_ACTION_UP
      case .down: BD_ACTION_DOWN
      case .reset: BD_ACTION_RESET
      }
    var error: Int32 = 0
    guard let begun = bd_action_begin(kind, index, &error) else {
      throw HostError(action: action.text(index), code: error)
    }
    self.action = begun
  }

  public var actionDescriptor: Int32? { action.map { bd_action_descriptor($0) } }

  public func takeActionResult() -> Int32? {
    guard let action else { return nil }
    var result: Int32 = 0
    guard bd_action_result(action, &result) else { return nil }
    bd_action_release(action)
    self.action = nil
    return -result
  }

  public func wait(descriptor: Int32, milliseconds: Int64) {
    _ = bd_radio_wait(descriptor, Int32(clamping: milliseconds))
  }

  private func checked(_ descriptor: Int32, _ action: String, _ subject: String? = nil) throws(HostError) -> Int32 {
    guard descriptor >= 0 else { throw HostError(action: action, on: subject, code: -descriptor) }
    return descriptor
  }
}

extension AdapterAction {
  /// "reset hci0".
  func text(_ index: UInt16) -> String {
    switch self {
    case .up: "bring hci\(index) up"
    case .down: "bring hci\(index) down"
    case .reset: "reset hci\(index)"
    }
  }
}
