import Testing

@testable import Lamps

/// The vocabulary: no two patterns may be taken for each other.
@Suite struct PatternTests {
  /// A rhythm as the eye sees it: the shortest cycle that it is made of.
  private static func cycle(_ times: [Int]) -> [Int] {
    for length in stride(from: 2, to: times.count, by: 2) where times.count % length == 0 {
      if times.indices.allSatisfy({ times[$0] == times[$0 % length] }) { return Array(times[..<length]) }
    }
    return times
  }

  /// Whether two endless rhythms can be told apart without a watch: by the number of flashes in a cycle, or, however
  /// one is shifted against the other, by some time that is at least 1.8 times as long.
  private static func canBeToldApart(_ a: [Int], _ b: [Int]) -> Bool {
    let (a, b) = (cycle(a), cycle(b))
    guard a.count == b.count else { return true }
    return stride(from: 0, to: max(a.count, 1), by: 2).allSatisfy { shift in
      a.indices.contains { index in
        let (x, y) = (a[index], b[(index + shift) % b.count])
        return max(x, y) * 10 >= min(x, y) * 18
      }
    }
  }

  @Test func whatTheEyeCannotTellApartIsCalledAlike() {
    #expect(!Self.canBeToldApart([100, 200, 300, 400], [100, 200, 300, 400]))
    #expect(!Self.canBeToldApart([100, 200, 300, 400], [300, 400, 100, 200]))
    #expect(!Self.canBeToldApart([100, 200], [100, 200, 100, 200]))
    #expect(!Self.canBeToldApart([100, 200, 300, 400], [310, 390, 120, 200]))
    #expect(!Self.canBeToldApart([], []))
    #expect(Self.canBeToldApart([100, 200, 300, 400], [300, 400, 100, 400]))
    #expect(Self.canBeToldApart([100, 200], [200, 100]))
  }

  @Test func noTwoPatternsAreAlike() {
    let patterns = LampPattern.all
    #expect(patterns.count == 23 && patterns.count == LampPattern.count)
    for a in patterns {
      for b in patterns where a.rawValue < b.rawValue {
        if a.rhythm.count == 0 && b.rhythm.count == 0 {
          #expect(a.rhythm.isLit(after: 0) != b.rhythm.isLit(after: 0), "\(a) and \(b) look alike")
        } else {
          #expect(Self.canBeToldApart(a.rhythm.times, b.rhythm.times), "\(a) and \(b) look alike")
        }
      }
    }
  }

  @Test func onlyTwoDoNotBlink() {
    #expect(LampPattern.all.filter { $0.rhythm.count == 0 } == [.brokerConnected, .dark])
    #expect(LampPattern.brokerConnected.rhythm.isLit(after: 12_345))
    #expect(!LampPattern.dark.rhythm.isLit(after: 12_345))
  }

  @Test(arguments: LampPattern.all)
  func timesAreWithinWhatTheEyeCanFollow(pattern: LampPattern) {
    let rhythm = pattern.rhythm
    #expect(rhythm.times.allSatisfy { $0 >= 80 && $0 % 100 == 0 })
    #expect(rhythm.duration <= 4_000)
    #expect(rhythm.duration == Int64(rhythm.times.reduce(0, +)))
    #expect(rhythm.count % 2 == 0)
  }

  /// Where flashes or gaps are to be counted, one of them must stand apart for the count to begin after.
  @Test(arguments: LampPattern.all.filter { $0.rhythm.repeats && $0.rhythm.count > 2 })
  func flashesCanBeCounted(pattern: LampPattern) {
    let times = pattern.rhythm.times
    let standsApart = [0, 1].contains { first in
      let ordered = stride(from: first, to: times.count, by: 2).map { times[$0] }.sorted(by: >)
      return ordered[0] >= 3 * ordered[1]
    }
    #expect(standsApart)
    #expect(times.count <= 10, "nobody counts more than five")
  }

  @Test func flashesPlayOnceAndOthersRepeat() {
    #expect(LampPattern.all.filter { !$0.rhythm.repeats } == [.zoneEntered, .zoneExited, .wakeUp])
  }

  @Test func namesAndMeaningsAreOneEach() {
    let names = LampPattern.all.map { "\($0.name)" }
    #expect(Set(names).count == LampPattern.count)
    #expect(Set(LampPattern.all.map { "\($0.meaning)" }).count == LampPattern.count)
    #expect(names.allSatisfy { $0.allSatisfy { $0.isLowercase || $0 == "-" } && !$0.isEmpty })
  }

  /// The times themselves, so that a change to the vocabulary is seen for what it is: technicians know it by heart.
  @Test(arguments: [
    (LampPattern.configurationWrong, [100, 100]),
    (.starting, [300, 300]),
    (.searching, [1_000, 1_000]),
    (.radioDead, [700, 200, 200, 1_000]),
    (.radioMissing, [700, 200, 200, 200, 200, 1_000]),
    (.radioBlocked, [700, 200, 200, 200, 200, 200, 200, 1_000]),
    (.radioNoPermission, [700, 200, 200, 200, 200, 200, 200, 200, 200, 1_000]),
    (.noNetwork, [700, 200, 700, 200, 200, 1_000]),
    (.brokerRefused, [700, 200, 700, 200, 200, 200, 200, 1_000]),
    (.brokerUnreachable, [700, 200, 700, 200, 200, 200, 200, 200, 200, 1_000]),
    (.clockNotSet, [700, 200, 700, 200, 700, 1_000]),
    (.idle, [100, 3_900]),
    (.radioStarting, [100, 900]),
    (.nothingHeard, [100, 200, 100, 1_600]),
    (.waking, [100, 200, 100, 200, 100, 1_300]),
    (.tracking, [1_900, 100]),
    (.deadReckoning, [1_600, 100, 200, 100]),
    (.beaconsHeard, [400, 100]),
    (.zoneEntered, [100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 300]),
    (.zoneExited, [600, 200, 600, 300]),
    (.wakeUp, [100, 100, 100, 100, 100, 100, 600, 300]),
    (.brokerConnected, []),
    (.dark, []),
  ])
  func times(pattern: LampPattern, times: [Int]) {
    #expect(pattern.rhythm.times == times)
  }
}
