import CHost
import Foundation
import Host
import Testing

@testable import Radio

/// The real port, as far as a machine without Bluetooth goes; on one that has it, no controller is touched.
@Suite struct KernelPortTests {
  /// No controller has this index.
  private let nobody: UInt16 = 0xFFFE

  @Test(arguments: [AdapterAction.up, .down, .reset])
  func anActionEndsOnItsOwnThread(action: AdapterAction) throws {
    let port = KernelPort()
    #expect(port.actionDescriptor == nil && port.takeActionResult() == nil)
    try port.start(action, index: nobody)
    let descriptor = try #require(port.actionDescriptor)
    port.wait(descriptor: descriptor, milliseconds: 20_000)
    let code = try #require(port.takeActionResult())
    // No such device, no right to do it, or no Bluetooth in this kernel.
    #expect([ENODEV, EPERM, EAFNOSUPPORT].contains(code))
    #expect(port.actionDescriptor == nil && port.takeActionResult() == nil)
  }

  @Test func oneActionAtATime() throws {
    let port = KernelPort()
    try port.start(.up, index: nobody)
    let error = #expect(throws: HostError.self) { try port.start(.reset, index: nobody) }
    #expect(error?.code == EBUSY && error?.message == "cannot reset hci65534: Device or resource busy")
  }

  @Test func anActionNobodyWaitsForIsLetGo() throws {
    for _ in 0..<50 { try KernelPort().start(.up, index: nobody) }
  }

  @Test func noSuchController() {
    let error = #expect(throws: HostError.self) { try KernelPort().open(index: nobody) }
    #expect([ENODEV, EPERM, EAFNOSUPPORT].contains(error?.code ?? 0))
  }

  @Test func unixSockets() throws {
    let port = KernelPort()
    #expect(throws: HostError.self) { try port.connect(path: "/nowhere/hci") }
    let error = #expect(throws: HostError.self) { try port.connect(path: String(repeating: "x", count: 200)) }
    #expect(error?.code == ENAMETOOLONG)
  }

  /// An empty packet is no end; the end is one.
  @Test func emptyPacketsAndTheEnd() throws {
    let batch = try #require(PacketBatch())
    let ends = packetPair()
    defer { close(ends.1) }
    #expect(batch.receive(from: ends.1) == -EAGAIN)
    #expect(sendPacket([], ends.0) == 0 && sendPacket([1, 2, 3], ends.0) == 0)
    #expect(batch.receive(from: ends.1) == 2)
    #expect(batch.packet(0).count == 0 && Array(batch.packet(1)) == [1, 2, 3])
    #expect(sendPacket([UInt8](repeating: 7, count: 1_000), ends.0) == 0)
    #expect(batch.receive(from: ends.1) == 1 && batch.packet(0).count == 259)
    #expect(batch.packet(-1).count == 0 && batch.packet(64).count == 0)
    close(ends.0)
    #expect(batch.receive(from: ends.1) == -EPIPE)
  }
}
