import FixedPoint

/// The mean RSSI of each beacon over the last few seconds.
struct LevelWindow {
  /// Length in ms.
  let length: Milliseconds
  private var samples: [(time: Milliseconds, beacon: Int, rssi: Double)] = []

  init(seconds: Double) { length = Milliseconds(seconds * 1000) }

  mutating func add(beacon: Int, rssi: Int8, at time: Milliseconds) {
    samples.append((time, beacon, Double(rssi)))
  }

  /// Beacons heard within the window that ends at `time`, with their mean RSSI in dBm, loudest first.
  mutating func levels(at time: Milliseconds) -> [(beacon: Int, rssi: Double)] {
    samples.removeAll { $0.time <= time - length }
    var sums: [Int: (sum: Double, count: Double)] = [:]
    for sample in samples {
      let old = sums[sample.beacon] ?? (0, 0)
      sums[sample.beacon] = (old.sum + sample.rssi, old.count + 1)
    }
    // Ties by number, so that a run never depends on the dictionary's order.
    return sums.map { ($0.key, $0.value.sum / $0.value.count) }
      .sorted { ($0.rssi, $1.beacon) > ($1.rssi, $0.beacon) }
  }
}
