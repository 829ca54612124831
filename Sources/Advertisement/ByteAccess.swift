// The one place where bytes of a packet are loaded. Every offset is checked here; a byte beyond the end reads as 0, so
// that a slip in a length check elsewhere gives a wrong value and never a trap or a foreign byte of memory.

extension RawSpan {
  /// The byte at `offset`; 0 beyond the end.
  @inline(__always) func byte(_ offset: Int) -> UInt8 {
    // A negative offset is a huge unsigned one, so one comparison checks both ends.
    guard UInt(bitPattern: offset) < UInt(bitPattern: byteCount) else { return 0 }
    return unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
  }

  /// The byte at `offset` as a two's complement number; 0 beyond the end.
  @inline(__always) func signedByte(_ offset: Int) -> Int8 { Int8(bitPattern: byte(offset)) }

  @inline(__always) func littleEndian16(_ offset: Int) -> UInt16 {
    UInt16(byte(offset)) | UInt16(byte(offset &+ 1)) << 8
  }

  @inline(__always) func bigEndian16(_ offset: Int) -> UInt16 {
    UInt16(byte(offset)) << 8 | UInt16(byte(offset &+ 1))
  }

  @inline(__always) func littleEndian32(_ offset: Int) -> UInt32 {
    guard holds(4, at: offset) else { return 0 }
    return UInt32(littleEndian: unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt32.self))
  }

  @inline(__always) func bigEndian32(_ offset: Int) -> UInt32 {
    guard holds(4, at: offset) else { return 0 }
    return UInt32(bigEndian: unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt32.self))
  }

  @inline(__always) func bigEndian64(_ offset: Int) -> UInt64 {
    guard holds(8, at: offset) else { return 0 }
    return UInt64(bigEndian: unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
  }

  /// A device address: six bytes, least significant first on the air, as `0x112233445566` for 11:22:33:44:55:66.
  @inline(__always) func deviceAddress(_ offset: Int) -> UInt64 {
    UInt64(littleEndian32(offset)) | UInt64(littleEndian16(offset &+ 4)) << 32
  }

  /// Up to eight bytes from `offset`, the first in the most significant place, zeros after the last.
  @inline(__always) func bigEndianPadded(_ offset: Int, count: Int) -> UInt64 {
    var value: UInt64 = 0
    for index in 0..<8 {
      value = value << 8 | (index < count ? UInt64(byte(offset &+ index)) : 0)
    }
    return value
  }

  @inline(__always) private func holds(_ count: Int, at offset: Int) -> Bool {
    offset >= 0 && byteCount >= count && offset <= byteCount &- count
  }
}
