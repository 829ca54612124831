import Foundation
import VirtualController

/// A software controller at the other end of the radio's socket.
final class ControllerEnd {
  let controller: OpaquePointer
  /// Commands received, as H4 packets; what the kernel itself sends is not among them.
  private(set) var commands: [[UInt8]] = []
  private var descriptor: Int32 = -1
  /// Packets for the host that found no room yet.
  private var waiting: [[UInt8]] = []
  private var isMuted = false

  final class Emitter { weak var end: ControllerEnd? }
  private let emitter = Emitter()

  private let isExtended: Bool

  /// A controller that sends reports only while its event masks allow them.
  init(isExtended: Bool = false) {
    self.isExtended = isExtended
    let context = Unmanaged.passUnretained(emitter).toOpaque()
    let created = vc_create(
      { context, packet, size in
        guard let context, let packet else { return }
        let bytes = Array(UnsafeBufferPointer(start: packet, count: size))
        Unmanaged<Emitter>.fromOpaque(context).takeUnretainedValue().end?.emit(bytes)
      }, context)
    guard let created else { preconditionFailure("out of memory") }
    controller = created
    emitter.end = self
    vc_set_extended(controller, isExtended)
    vc_set_masks_honoured(controller, true)
  }

  deinit {
    vc_destroy(controller)
    if descriptor >= 0 { close(descriptor) }
  }

  var opcodes: [UInt16] { commands.map { UInt16($0[1]) | UInt16($0[2]) << 8 } }
  var scan: vc_scan_state { vc_scan_state(controller) }
  var isConnected: Bool { descriptor >= 0 }

  func forgetCommands() { commands.removeAll() }

  /// The host's end of a new socket.
  func connect() -> Int32 {
    hangUp()
    let ends = packetPair()
    descriptor = ends.0
    return ends.1
  }

  func hangUp() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
    waiting.removeAll()
  }

  /// A packet to the host, whatever it is.
  func emit(_ packet: [UInt8]) {
    guard !isMuted, descriptor >= 0 else { return }
    waiting.append(packet)
  }

  /// A command of someone else: the kernel, another program.
  func send(_ command: [UInt8], isAnswerHeard: Bool) {
    isMuted = !isAnswerHeard
    vc_receive(controller, command, command.count)
    isMuted = false
  }

  /// What the kernel does when it brings an adapter up: a reset, and LE events switched on, extended ones only where
  /// the controller announces them.
  func bringUp() {
    send([0x01, 0x03, 0x0C, 0x00], isAnswerHeard: false)
    send([0x01, 0x01, 0x0C, 0x08, 0xFF, 0xFF, 0xFB, 0xFF, 0x07, 0xF8, 0xBF, 0x3D], isAnswerHeard: false)
    let second: UInt8 = isExtended ? 0x1F : 0x0F
    send([0x01, 0x01, 0x20, 0x08, 0xFF, second, 0, 0, 0, 0, 0, 0], isAnswerHeard: false)
  }

  /// Takes commands and sends what waits; true when anything moved.
  @discardableResult
  func pump() -> Bool {
    guard descriptor >= 0 else { return false }
    var isBusy = false
    var room = [UInt8](repeating: 0, count: 300)
    while true {
      let count = recv(descriptor, &room, room.count, Int32(MSG_DONTWAIT))
      if count <= 0 { break }
      let packet = Array(room[0..<count])
      commands.append(packet)
      vc_receive(controller, packet, packet.count)
      isBusy = true
    }
    var sent = 0
    while sent < waiting.count, sendPacket(waiting[sent], descriptor) == 0 { sent += 1 }
    waiting.removeFirst(sent)
    return isBusy || sent > 0
  }

  var backlog: Int { waiting.count }

  /// An iBeacon from an address that ends in `number`.
  @discardableResult
  func advertise(_ number: UInt8 = 1, rssi: Int8 = -60) -> Bool {
    let data: [UInt8] =
      [0x02, 0x01, 0x06, 0x1A, 0xFF, 0x4C, 0x00, 0x02, 0x15] + [UInt8](repeating: 0xAB, count: 16) + [0, 1, 0, 2, 0xC5]
    return data.withUnsafeBufferPointer { data in
      var advertisement = vc_advertisement()
      advertisement.address = (number, 0x22, 0x33, 0x44, 0x55, 0xC6)
      advertisement.is_random_address = true
      advertisement.type = 3
      advertisement.rssi = rssi
      advertisement.data = data.baseAddress
      advertisement.size = data.count
      return vc_advertise(controller, &advertisement)
    }
  }
}
