import FixedPoint

/// The strongest beams of one tick, at most 16, loudest first.
struct TickBeams {
  struct Heard {
    var beam: UInt16 = 0
    /// Mean RSSI of the tick less the beam's power at 1 m, dB.
    var relative = Decibels.zero
  }

  private var heard = InlineArray<16, Heard>(repeating: Heard())
  private(set) var count = 0

  mutating func add(beam: UInt16, relative: Decibels) {
    var place = count
    while place > 0, heard[place - 1].relative < relative { place -= 1 }
    guard place < TickEvidence.capacity else { return }
    var last = min(count, TickEvidence.capacity - 1)
    while last > place {
      heard[last] = heard[last - 1]
      last -= 1
    }
    heard[place] = Heard(beam: beam, relative: relative)
    count = min(count + 1, TickEvidence.capacity)
  }

  subscript(index: Int) -> Heard { heard[index] }
}
