/// Where the fragments of extended advertising data wait until the last one has come.
///
/// A controller sends the fragments of one packet train close together, trains of a few advertisers interleaved. Four
/// places of the largest size that the specification allows hold them; with all four taken, the one that waited
/// longest is given up.
struct FragmentStore: ~Copyable {
  static var slotCount: Int { 4 }

  /// Largest advertising data of an extended set, in bytes (Core Specification Vol 4 Part E, 7.8.54).
  static var slotSize: Int { 1_650 }

  /// A fragment that waited while this many other extended reports came belongs to a train whose end was lost: a
  /// controller delivers a train within milliseconds. Joined with a later train it would make a false advertisement.
  static var patience: UInt32 { 64 }

  struct Key: Equatable {
    var address: UInt64
    var adapter: UInt16
    var addressCode: UInt8
    var advertisingSet: UInt8
    /// A set's scan response is a train of its own.
    var isScanResponse: Bool

    static func == (a: Key, b: Key) -> Bool {
      a.address == b.address && a.adapter == b.adapter && a.addressCode == b.addressCode
        && a.advertisingSet == b.advertisingSet && a.isScanResponse == b.isScanResponse
    }
  }

  private struct Slot {
    var key = Key(address: 0, adapter: 0, addressCode: 0, advertisingSet: 0, isScanResponse: false)
    var isUsed = false
    /// More than `slotSize` bytes came: the rest of the train is swallowed, so that its end is not taken for a whole.
    var isOversize = false
    var length = 0
    var lastReport: UInt32 = 0
  }

  private var slots: InlineArray<4, Slot>
  private(set) var bytes: InlineArray<6_600, UInt8>
  private var usedCount = 0

  init() {
    slots = InlineArray(repeating: Slot())
    bytes = InlineArray(repeating: 0)
  }

  /// True when nothing waits, so that a complete report needs no look-up.
  var isEmpty: Bool { usedCount == 0 }

  /// The slot in which fragments of `key` wait; `nil` when there is none.
  ///
  /// - Parameter now: number of the current extended report; it may wrap.
  mutating func find(_ key: Key, now: UInt32, discards: inout DiscardCounts, place: Int) -> Int? {
    for index in 0..<Self.slotCount where slots[index].isUsed {
      if now &- slots[index].lastReport > Self.patience {
        if !slots[index].isOversize { discards.count(.fragmentLost, at: place) }
        free(index)
      } else if slots[index].key == key {
        return index
      }
    }
    return nil
  }

  /// Adds `data` to the fragments of `key`, in a fresh slot when none wait. The slot; `nil` when it is too much.
  mutating func append(
    _ data: RawSpan, to found: Int?, key: Key, now: UInt32, discards: inout DiscardCounts, place: Int
  ) -> Int? {
    let index = found ?? take(key, discards: &discards, place: place)
    slots[index].lastReport = now
    guard !slots[index].isOversize else { return nil }
    let length = slots[index].length
    guard data.byteCount <= Self.slotSize - length else {
      slots[index].isOversize = true
      discards.count(.fragmentOversize, at: place)
      return nil
    }
    let start = index * Self.slotSize + length
    for offset in 0..<data.byteCount { bytes[start + offset] = data.byte(offset) }
    slots[index].length = length + data.byteCount
    return index
  }

  /// Where the fragments of a slot lie in `bytes`.
  func range(_ index: Int) -> Range<Int> {
    let start = index * Self.slotSize
    return start..<(start + slots[index].length)
  }

  mutating func free(_ index: Int) {
    guard slots[index].isUsed else { return }
    slots[index].isUsed = false
    usedCount -= 1
  }

  private mutating func take(_ key: Key, discards: inout DiscardCounts, place: Int) -> Int {
    var chosen = 0
    for index in 0..<Self.slotCount {
      if !slots[index].isUsed {
        chosen = index
        break
      }
      // The difference to the chosen one's number is right across a wrap.
      if Int32(bitPattern: slots[index].lastReport &- slots[chosen].lastReport) < 0 { chosen = index }
    }
    if slots[chosen].isUsed {
      if !slots[chosen].isOversize { discards.count(.fragmentLost, at: place) }
    } else {
      usedCount += 1
    }
    slots[chosen] = Slot(key: key, isUsed: true)
    return chosen
  }
}
