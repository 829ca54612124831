import Agent
import Recording
import Regions

// What the agent knew from before its start, as notes of a recording and back.

extension RestoredMemory {
  /// Notes for the regions that the configuration still has; to be written before the run's first input.
  public func notes(for regions: [Region]) -> [RecordingNote] {
    var notes: [RecordingNote] = []
    for (index, region) in regions.enumerated() {
      for entry in entries where entry.region.hasSameBeacons(as: region) && entry.presence != .unknown {
        notes.append(
          .restored(region: index, isInside: entry.presence == .inside, duration: entry.duration, age: age))
        break
      }
    }
    return notes
  }

  /// Takes up a note; false when it names a region that there is not.
  public mutating func take(region: Int, isInside: Bool, duration: Int64, age: Int64, of regions: [Region]) -> Bool {
    guard regions.indices.contains(region), duration >= 0, age >= 0 else { return false }
    self.age = age
    entries.append(
      StateMemory.Entry(
        region: regions[region], presence: isInside ? .inside : .outside, duration: duration))
    return true
  }
}
