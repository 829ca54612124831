/// The mean RSSI of each beacon since the last tick: receptions of one burst fade together and count once.
struct TickMeans {
  private var sums: [(sum: Double, count: Double)]
  /// Beacons heard since the last tick, in the order of their first reception.
  private var heard: [Int] = []

  init(beaconCount: Int) {
    sums = [(Double, Double)](repeating: (0, 0), count: beaconCount)
  }

  mutating func add(beacon: Int, rssi: Int8) {
    if sums[beacon].count == 0 { heard.append(beacon) }
    sums[beacon].sum += Double(rssi)
    sums[beacon].count += 1
  }

  /// The means, loudest first; begins the next tick.
  mutating func take() -> [(beacon: Int, rssi: Double)] {
    var means: [(beacon: Int, rssi: Double)] = []
    for beacon in heard {
      means.append((beacon, sums[beacon].sum / sums[beacon].count))
      sums[beacon] = (0, 0)
    }
    heard.removeAll(keepingCapacity: true)
    return means.sorted { ($0.rssi, $1.beacon) > ($1.rssi, $0.beacon) }
  }
}
