import FixedPoint
import Positioning
import Ranging

/// The loss fields of the beams heard lately on the current floor, in memory of fixed size.
///
/// A field takes a byte for each cell. Holding one for every beam of a large site would take gigabytes; a board hears a
/// few dozen beams at a time. A field is worked out when its beam is heard first, and the one that was not used for
/// longest makes room.
struct FieldCache {
  /// Memory for fields, bytes: the whole agent is to stay within 8 MB on usual sites.
  static let budget = 2 << 20

  /// Fields that are held however large they are: more beams than a board hears in one tick.
  static let leastSlots = 64

  private(set) var field: [UInt8]
  /// The beam that a slot's field belongs to; `nil` for a free one.
  private var owners: [UInt16?]
  private var lastUse: [Milliseconds]

  /// Slots that a floor gets.
  static func slotCount(for floor: Floor) -> Int {
    guard let grid = floor.grid else { return 0 }
    return min(floor.beamCount, max(leastSlots, budget / max(grid.fieldCount, 1)))
  }

  init(floors: [Floor]) {
    var bytes = 0
    var slots = 0
    for floor in floors {
      let count = Self.slotCount(for: floor)
      slots = max(slots, count)
      bytes = max(bytes, count * (floor.grid?.fieldCount ?? 0))
    }
    field = [UInt8](repeating: 0, count: bytes)
    owners = [UInt16?](repeating: nil, count: slots)
    lastUse = [Milliseconds](repeating: .min, count: slots)
  }

  /// Forgets all fields: another floor has another grid.
  mutating func clear(_ tracks: inout [BeamTrack]) {
    for slot in owners.indices {
      if let owner = owners[slot] { tracks[Int(owner)].fieldStart = nil }
      owners[slot] = nil
      lastUse[slot] = .min
    }
  }

  /// Sees to it that the beam has its field in this tick.
  ///
  /// - Returns: false when every slot serves another beam of this very tick.
  mutating func provide(
    _ beam: UInt16, at time: Milliseconds, floor: Floor, grid: FloorGrid, beams: [Beam], tracks: inout [BeamTrack]
  ) -> Bool {
    if let start = tracks[Int(beam)].fieldStart {
      lastUse[start / grid.fieldCount] = time
      return true
    }
    var chosen: Int?
    for slot in 0..<Self.slotCount(for: floor) where owners[slot] == nil || lastUse[slot] < time {
      guard let best = chosen else {
        chosen = slot
        continue
      }
      if owners[best] != nil && (owners[slot] == nil || lastUse[slot] < lastUse[best]) { chosen = slot }
    }
    guard let slot = chosen else { return false }
    if let owner = owners[slot] { tracks[Int(owner)].fieldStart = nil }
    owners[slot] = beam
    lastUse[slot] = time
    let start = slot * grid.fieldCount
    tracks[Int(beam)].fieldStart = start
    var span = field.mutableSpan
    LossField.fill(&span, from: start, beam: beams[Int(beam)], grid: grid)
    return true
  }
}
