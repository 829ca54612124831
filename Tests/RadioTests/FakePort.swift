import CHost
import Foundation
import Host

@testable import Radio

/// The kernel, played: a list of adapters, each with a software controller, and everything that was asked of it.
final class FakePort: RadioPort {
  var list: [AdapterInfo] = []
  var ends: [UInt16: ControllerEnd] = [:]
  /// The controller behind each Unix socket that can be reached.
  var paths: [String: ControllerEnd] = [:]
  var anyBlock = AdapterBlock.unknown

  /// Errors (errno) of the next calls; 0 is none. The last one stays.
  var listErrors: [Int32] = [0]
  var openErrors: [Int32] = [0]
  var sendErrors: [Int32] = [0]
  var actionErrors: [AdapterAction: [Int32]] = [:]
  /// Actions take until this is false.
  var holdsActions = false

  /// What was asked for: "up 0", "open 0", …
  private(set) var log: [String] = []
  private var running: (action: AdapterAction, index: UInt16)?
  private var eventEnds: (ours: Int32, theirs: Int32)?
  private var actionEnds: (ours: Int32, theirs: Int32)?

  deinit {
    if let eventEnds { close(eventEnds.ours) }
    if let actionEnds {
      close(actionEnds.ours)
      close(actionEnds.theirs)
    }
  }

  /// Adds an adapter that is up and has a controller.
  @discardableResult
  func add(
    index: UInt16, address: UInt64 = 0xC0_FFEE_12_3456, isUp: Bool = true, end: ControllerEnd = ControllerEnd()
  ) -> ControllerEnd {
    list.append(AdapterInfo(index: index, name: "hci\(index)", address: address, isUp: isUp, bus: "UART", block: .none))
    ends[index] = end
    if isUp { end.bringUp() }
    tellEvent(1)
    return end
  }

  /// Pulls an adapter out.
  func remove(index: UInt16) {
    list.removeAll { $0.index == index }
    ends[index]?.hangUp()
    ends[index] = nil
    tellEvent(2)
  }

  func change(index: UInt16, _ body: (inout AdapterInfo) -> Void) {
    for place in list.indices where list[place].index == index { body(&list[place]) }
    tellEvent()
  }

  /// rfkill takes hold of an adapter, which goes down, or lets go of it.
  func setBlock(_ block: AdapterBlock, index: UInt16) {
    change(index: index) {
      $0.block = block
      if block.isBlocked { $0.isUp = false }
    }
    if block.isBlocked { ends[index]?.send([0x01, 0x03, 0x0C, 0x00], isAnswerHeard: false) }
  }

  /// - Parameter news: HCI_DEV_REG 1, UNREG 2, UP 3, DOWN 4.
  private func tellEvent(_ news: UInt8 = 3) {
    guard let eventEnds else { return }
    var packet: [UInt8] = [0x04, 0xFD, 0x06, 0x01, 0x00, news, 0x00, 0x00, 0x00]
    _ = Foundation.send(eventEnds.ours, &packet, packet.count, Int32(MSG_DONTWAIT))
  }

  private func take(_ errors: inout [Int32]) -> Int32 { errors.count > 1 ? errors.removeFirst() : errors.first ?? 0 }

  // MARK: RadioPort

  func adapters() throws(HostError) -> [AdapterInfo] {
    let code = take(&listErrors)
    guard code == 0 else { throw HostError(action: "list the Bluetooth adapters", code: code) }
    return list
  }

  func blockOfAnyRadio() -> AdapterBlock { anyBlock }

  func openEvents() throws(HostError) -> Int32 {
    let ends = packetPair()
    eventEnds.map { _ = close($0.ours) }
    eventEnds = (ends.0, ends.1)
    return ends.1
  }

  func open(index: UInt16) throws(HostError) -> Int32 {
    log.append("open \(index)")
    let code = take(&openErrors)
    guard code == 0 else { throw HostError(action: "open hci\(index)", code: code) }
    guard let end = ends[index] else { throw HostError(action: "open hci\(index)", code: ENODEV) }
    return end.connect()
  }

  func connect(path: String) throws(HostError) -> Int32 {
    log.append("connect \(path)")
    guard let end = paths[path] else { throw HostError(action: "connect to \(path)", code: ECONNREFUSED) }
    return end.connect()
  }

  func send(_ packet: [UInt8], to descriptor: Int32) -> Int32 {
    let code = take(&sendErrors)
    return code == 0 ? sendPacket(packet, descriptor) : code
  }

  func start(_ action: AdapterAction, index: UInt16) throws(HostError) {
    log.append("\(action) \(index)")
    running = (action, index)
    let ends = packetPair()
    actionEnds = (ends.0, ends.1)
  }

  var actionDescriptor: Int32? { actionEnds?.theirs }

  func takeActionResult() -> Int32? {
    guard let (action, index) = running, !holdsActions else { return nil }
    running = nil
    if let actionEnds {
      close(actionEnds.ours)
      close(actionEnds.theirs)
    }
    actionEnds = nil
    let code = actionErrors[action] == nil ? 0 : take(&actionErrors[action, default: []])
    guard code == 0 else { return code }
    guard let place = list.firstIndex(where: { $0.index == index }) else { return ENODEV }
    if action == .up && list[place].block.isBlocked { return 132 /* ERFKILL */ }
    switch action {
    case .up: if !list[place].isUp { ends[index]?.bringUp() }
    case .down, .reset: ends[index]?.send([0x01, 0x03, 0x0C, 0x00], isAnswerHeard: false)
    }
    if action != .reset { change(index: index) { $0.isUp = action == .up } }
    return 0
  }

  /// `stop` waits: the controllers answer meanwhile.
  func wait(descriptor: Int32, milliseconds: Int64) {
    for end in ends.values { end.pump() }
    for end in paths.values { end.pump() }
  }
}

/// Two ends of a socket for packets.
func packetPair() -> (Int32, Int32) {
  var ends: [Int32] = [-1, -1]
  let type = Int32(SOCK_SEQPACKET.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
  precondition(socketpair(AF_UNIX, type, 0, &ends) == 0)
  return (ends[0], ends[1])
}

/// 0 or an errno value.
func sendPacket(_ packet: [UInt8], _ descriptor: Int32) -> Int32 {
  packet.withUnsafeBytes { bytes in
    let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    return Foundation.send(descriptor, bytes.baseAddress, bytes.count, flags) == bytes.count ? 0 : errno
  }
}
