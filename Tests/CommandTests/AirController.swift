import Foundation
import VirtualController

/// A Bluetooth controller in software behind a Unix socket, as `--adapter unix:PATH` takes one, with beacons around it.
///
/// It runs on a thread of its own until it is let go.
final class AirController: @unchecked Sendable {
  struct Beacon {
    /// As `TestRecording.report` makes them.
    var minor: UInt8
    var rssi: Int8
    /// ms.
    var interval: Double
  }

  private let lock = NSLock()
  private let path: String
  private let listener: Int32
  private var connection: Int32 = -1
  private let controller: OpaquePointer
  private var outgoing: [[UInt8]] = []
  private var beacons: [Beacon]
  private var nextTimes: [Date] = []
  private var isEnded = false
  private let ended = DispatchSemaphore(value: 0)
  private var sentReports = 0

  init(path: String, beacons: [Beacon]) throws {
    self.path = path
    self.beacons = beacons
    let listener = socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0)
    self.listener = listener
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { room in
      for (index, byte) in path.utf8.enumerated() where index < room.count - 1 { room[index] = byte }
    }
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0, listen(listener, 4) == 0 else { throw NotListening() }
    let holder = Holder()
    guard
      let created = vc_create(
        { context, packet, size in
          guard let context, let packet else { return }
          let holder = Unmanaged<Holder>.fromOpaque(context).takeUnretainedValue()
          holder.controller?.outgoing.append(Array(UnsafeBufferPointer(start: packet, count: size)))
        }, Unmanaged.passUnretained(holder).toOpaque())
    else { throw NotListening() }
    controller = created
    self.holder = holder
    holder.controller = self
    nextTimes = beacons.map { _ in Date() }
    let thread = Thread { [unowned self] in loop() }
    thread.start()
  }

  struct NotListening: Error {}

  /// What the controller's callback knows of us.
  private final class Holder { unowned(unsafe) var controller: AirController? }
  private let holder: Holder

  /// Ends the thread and the socket.
  func end() {
    lock.withLock { isEnded = true }
    ended.wait()
    if connection >= 0 { close(connection) }
    close(listener)
    vc_destroy(controller)
    unlink(path)
  }

  /// Reports that were sent so far.
  var reportCount: Int { lock.withLock { sentReports } }
  var isScanned: Bool { lock.withLock { vc_scan_state(controller).scan != VC_SCAN_OFF } }

  /// Calls `body` with the controller, for faults.
  func with(_ body: (OpaquePointer) -> Void) { lock.withLock { body(controller) } }

  private func loop() {
    while !lock.withLock({ isEnded }) {
      var entries = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
      if connection >= 0 { entries.append(pollfd(fd: connection, events: Int16(POLLIN), revents: 0)) }
      poll(&entries, nfds_t(entries.count), 5)
      lock.withLock {
        if entries[0].revents != 0 {
          if connection >= 0 { close(connection) }
          connection = accept(listener, nil, nil)
        }
        receive()
        advertise()
        for packet in outgoing where connection >= 0 {
          send(connection, packet, packet.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
        }
        outgoing.removeAll()
      }
    }
    ended.signal()
  }

  private func receive() {
    var room = [UInt8](repeating: 0, count: 300)
    while connection >= 0 {
      let count = recv(connection, &room, room.count, Int32(MSG_DONTWAIT))
      if count < 0 { return }
      if count == 0 {
        close(connection)
        connection = -1
        return
      }
      vc_receive(controller, room, count)
    }
  }

  private func advertise() {
    let now = Date()
    for (index, beacon) in beacons.enumerated() where now >= nextTimes[index] {
      nextTimes[index] = now + beacon.interval / 1_000
      let event = TestRecording.event([TestRecording.report(minor: beacon.minor, rssi: beacon.rssi)])
      if vc_play(controller, event, event.count) { sentReports += 1 }
    }
  }
}
