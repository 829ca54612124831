import Advertisement

/// Finds the beam that an identity belongs to: open addressing over a slot table that the caller owns and lends.
///
/// A slot holds a beam's number plus one, 0 when free. The table has a power of two of slots, at least twice as many
/// as beams, so that a look-up of a foreign beacon ends after about one probe.
public enum BeamIndex {
  /// The most beams that a table can hold: their numbers fit 16 bits.
  public static var capacity: Int { 65_000 }

  /// Slots that a table for `count` beams needs.
  public static func slotCount(for count: Int) -> Int {
    var slots = 16
    while slots < 2 * count { slots *= 2 }
    return slots
  }

  /// Fills `slots` (all 0 before) with `identities`; of two equal identities the first one counts.
  ///
  /// - Returns: false when there are more identities than the table can hold; nothing is filled in then.
  public static func build(identities: Span<BeaconIdentity>, into slots: inout MutableSpan<UInt16>) -> Bool {
    guard identities.count <= capacity, 2 * identities.count <= slots.count, slots.count.nonzeroBitCount == 1 else {
      return false
    }
    let mask = slots.count - 1
    for index in identities.indices {
      var slot = Int(identities[index].stableHash) & mask
      var isKnown = false
      while slots[slot] != 0 {
        isKnown = identities[Int(slots[slot]) - 1] == identities[index]
        if isKnown { break }
        slot = (slot + 1) & mask
      }
      if !isKnown { slots[slot] = UInt16(truncatingIfNeeded: index + 1) }
    }
    return true
  }

  /// The number of the beam with this identity; `nil` for a foreign one.
  public static func find(
    _ identity: BeaconIdentity, identities: Span<BeaconIdentity>, slots: Span<UInt16>
  ) -> Int? {
    guard slots.count > 0 else { return nil }
    let mask = slots.count - 1
    var slot = Int(identity.stableHash) & mask
    while slots[slot] != 0 {
      let index = Int(slots[slot]) - 1
      if identities[index] == identity { return index }
      slot = (slot + 1) & mask
    }
    return nil
  }
}
