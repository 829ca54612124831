import CRadio

/// Room for as many packets as one system call reads; kept, so that reading allocates nothing.
final class PacketBatch {
  /// Packets that one batch holds; fewer mean that no more were there.
  static let capacity = Int32(BD_BATCH_COUNT)

  private let batch: OpaquePointer

  /// `nil` when there is no memory.
  init?() {
    guard let batch = bd_batch_create() else { return nil }
    self.batch = batch
  }

  deinit { bd_batch_destroy(batch) }

  /// Reads the packets that are there; their number, or a negative errno value (EAGAIN: none, EPIPE: the end).
  func receive(from descriptor: Int32) -> Int32 { bd_batch_receive(batch, descriptor) }

  /// A packet of the batch, valid until the next one is read.
  func packet(_ index: Int32) -> UnsafeRawBufferPointer {
    var size = 0
    let start = bd_batch_packet(batch, index, &size)
    return UnsafeRawBufferPointer(start: start, count: size)
  }
}
