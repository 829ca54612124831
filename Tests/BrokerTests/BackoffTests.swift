import Testing

@testable import Broker

@Suite struct BackoffTests {
  @Test func waitsDoubleUpToTheLongestWithinTheirUpperHalf() {
    for seed in 0..<200 as Range<UInt64> {
      var backoff = Backoff(first: 1_000, longest: 60_000, seed: seed)
      for range: Int64 in [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000] {
        let wait = backoff.next()
        #expect(range / 2...range ~= wait)
      }
      backoff.reset()
      let afterReset = backoff.next()
      #expect(500...1_000 ~= afterReset)
    }
  }

  @Test func jitterSpreadsAFleet() {
    let waits = (0..<1_000).map { seed in
      var backoff = Backoff(first: 1_000, longest: 60_000, seed: UInt64(seed))
      return backoff.next()
    }
    #expect(Set(waits).count > 400)
    let mean = waits.reduce(0, +) / Int64(waits.count)
    #expect(730...770 ~= mean)
  }

  @Test func theSameSeedGivesTheSameWaits() {
    var one = Backoff(first: 100, longest: 1_000, seed: 9)
    var two = Backoff(first: 100, longest: 1_000, seed: 9)
    let waits = (0..<10).map { _ in one.next() }
    let same = (0..<10).map { _ in two.next() }
    #expect(waits == same)
  }

  @Test(arguments: [(Int64(0), Int64(0)), (-5, 10), (1, 1), (.max, .max), (1, .max), (10, 5)])
  func senselessBoundsNeverTrapNorSpin(first: Int64, longest: Int64) {
    var backoff = Backoff(first: first, longest: longest, seed: .max)
    let waits = (0..<200).map { _ in backoff.next() }
    #expect(waits.allSatisfy { $0 >= 1 })
  }
}
