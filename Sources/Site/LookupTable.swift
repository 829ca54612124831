import Advertisement

/// A key with a hash that is the same in every process.
protocol StableHashable: Equatable {
  var stableHash: UInt32 { get }
}

extension BeaconIdentity: StableHashable {}

extension String: StableHashable {
  /// FNV-1a over the UTF-8 bytes (Fowler, Noll, Vo; 32-bit offset basis and prime).
  var stableHash: UInt32 {
    var hash: UInt32 = 0x811C_9DC5
    for byte in utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return hash
  }
}

/// Values by key, insert and find only: open addressing, at most half full. (The standard library's dictionary would
/// make the Embedded build depend on libm, and is seeded per process.)
struct LookupTable<Key: StableHashable, Value> {
  private var entries: [(key: Key, value: Value)] = []
  /// Index into `entries` plus 1; 0 is free. The count is a power of 2.
  private var slots = [UInt32](repeating: 0, count: 16)

  /// The value stored last under `key`. Storing `nil` changes nothing.
  subscript(key: Key) -> Value? {
    get {
      let found = slots[slot(of: key)]
      return found == 0 ? nil : entries[Int(found) - 1].value
    }
    set {
      guard let newValue else { return }
      let slot = slot(of: key)
      if slots[slot] != 0 {
        entries[Int(slots[slot]) - 1].value = newValue
        return
      }
      entries.append((key, newValue))
      slots[slot] = UInt32(truncatingIfNeeded: entries.count)
      if entries.count * 2 > slots.count { grow() }
    }
  }

  /// The slot that holds `key`, else the free one where it belongs.
  private func slot(of key: Key) -> Int {
    let mask = slots.count - 1
    var slot = Int(key.stableHash) & mask
    while slots[slot] != 0, entries[Int(slots[slot]) - 1].key != key { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    for index in entries.indices {
      slots[slot(of: entries[index].key)] = UInt32(truncatingIfNeeded: index + 1)
    }
  }
}
