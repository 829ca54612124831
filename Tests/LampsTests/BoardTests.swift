import FixedPoint
import Testing

@testable import Lamps

@Suite struct BoardTests {
  @Test func aPatternBeginsWhenItsConditionDoes() {
    var board = LampBoard(roles: .all)
    #expect(board.drawing(.status, from: 0, 20) == "....................")
    board.show(LampConditions(mode: .starting), at: 1_050)
    #expect(board.drawing(.status, from: 1_050, 14) == "###...###...##")
    // What is the same goes on; what is new begins.
    board.show(LampConditions(mode: .starting, radio: .starting), at: 1_500)
    #expect(board.drawing(.status, from: 1_550, 7) == ".###...")
    #expect(board.drawing(.radio, from: 1_500, 21) == "#.........#.........#")
    board.show(LampConditions(mode: .searching, radio: .starting), at: 2_100)
    #expect(board.drawing(.status, from: 2_100, 21) == "##########..........#")
    #expect(board.drawing(.radio, from: 2_500, 11) == "#.........#")
  }

  @Test func fourLampsTellEachTheirOwn() {
    var board = LampBoard(roles: .all)
    board.show(.fine, at: 0)
    #expect(board.pattern(of: .status, at: 0) == .tracking)
    #expect(board.pattern(of: .radio, at: 0) == .beaconsHeard)
    #expect(board.pattern(of: .network, at: 0) == .brokerConnected)
    #expect(board.pattern(of: .event, at: 0) == .dark)
    board.show(
      LampConditions(mode: .idle, radio: .blocked, network: .refused, clockSet: false), at: 0)
    #expect(board.pattern(of: .status, at: 0) == .idle)
    #expect(board.pattern(of: .radio, at: 0) == .radioBlocked)
    #expect(board.pattern(of: .network, at: 0) == .brokerRefused)
  }

  @Test(arguments: [
    (LampConditions.fine, LampPattern.tracking),
    (.fine.with { $0.mode = .deadReckoning }, .deadReckoning),
    (.fine.with { $0.mode = .searching }, .searching),
    (.fine.with { ($0.mode, $0.hears) = (.searching, false) }, .nothingHeard),
    (.fine.with { ($0.mode, $0.hears) = (.tracking, false) }, .tracking),
    (.fine.with { ($0.mode, $0.hears) = (.idle, false) }, .idle),
    (.fine.with { $0.mode = .waking }, .waking),
    (.fine.with { $0.mode = .starting }, .starting),
    (.fine.with { ($0.mode, $0.network) = (.starting, .none) }, .starting),
    (.fine.with { ($0.mode, $0.radio) = (.starting, .none) }, .radioMissing),
    (.fine.with { $0.radio = .starting }, .radioStarting),
    (.fine.with { $0.radio = .dead }, .radioDead),
    (.fine.with { $0.radio = .blocked }, .radioBlocked),
    (.fine.with { $0.radio = .noPermission }, .radioNoPermission),
    (.fine.with { $0.radio = .off }, .tracking),
    (.fine.with { $0.network = .none }, .noNetwork),
    (.fine.with { $0.network = .refused }, .brokerRefused),
    (.fine.with { $0.network = .unreachable }, .brokerUnreachable),
    (.fine.with { $0.network = .off }, .tracking),
    (.fine.with { $0.clockSet = false }, .clockNotSet),
    (.fine.with { ($0.clockSet, $0.network) = (false, .unreachable) }, .clockNotSet),
    (.fine.with { ($0.clockSet, $0.network) = (false, .none) }, .noNetwork),
    (.fine.with { ($0.radio, $0.network) = (.dead, .none) }, .radioDead),
    (.fine.with { ($0.radio, $0.configurationWrong) = (.dead, true) }, .configurationWrong),
    (.fine.with { ($0.mode, $0.configurationWrong) = (.stopped, true) }, .dark),
  ])
  func oneLampTellsTheGravest(conditions: LampConditions, pattern: LampPattern) {
    var board = LampBoard(roles: LampRoles(status: true))
    board.show(conditions, at: 0)
    #expect(board.pattern(of: .status, at: 0) == pattern)
  }

  /// With every combination of conditions on every board: what a lamp shows is so, is its to tell, and nothing that
  /// matters more is left untold.
  @Test func everyConditionOnEveryBoard() {
    let faults: Set<LampPattern> = [
      .configurationWrong, .radioNoPermission, .radioBlocked, .radioMissing, .radioDead, .noNetwork, .brokerRefused,
      .clockNotSet, .brokerUnreachable,
    ]
    var shown: [LampRoles.Key: Set<LampPattern>] = [:]
    for roles in LampRoles.allBoards {
      for conditions in LampConditions.all {
        var board = LampBoard(roles: roles)
        board.show(conditions, at: 0)
        let patterns = LampRole.all.map { board.pattern(of: $0, at: 0) }
        shown[roles.key, default: []].formUnion(patterns)
        for (role, pattern) in zip(LampRole.all, patterns) {
          #expect(pattern.applies(to: conditions))
          guard roles.contains(role) else {
            #expect(pattern == .dark && !board.isLit(role, at: 0))
            continue
          }
          #expect(pattern == .dark || roles.home(of: pattern.role) == role)
        }
        let due = faults.filter { $0.applies(to: conditions) && roles.home(of: $0.role) != nil }
        let isFaultShown = patterns.contains { faults.contains($0) }
        // A start hides faults of the network on a lamp that tells both.
        #expect(isFaultShown == !due.isEmpty || conditions.mode == .starting)
        if conditions.mode == .stopped { #expect(patterns.allSatisfy { $0 == .dark }) }
      }
    }
    let lasting = Set(LampPattern.all.filter { $0.rhythm.repeats })
    #expect(shown[LampRoles.all.key] == lasting)
    #expect(
      shown[LampRoles(status: true).key] == lasting.subtracting([.beaconsHeard, .brokerConnected]),
      "one lamp tells all that is wrong and what the agent does")
  }

  @Test func withoutAStatusLampTheFirstOneTellsAll() {
    var board = LampBoard(roles: LampRoles(network: true, event: true))
    board.show(.fine.with { $0.radio = .dead }, at: 0)
    #expect(board.pattern(of: .network, at: 0) == .radioDead)
    board.show(.fine, at: 0)
    #expect(board.pattern(of: .network, at: 0) == .tracking)
    #expect(board.pattern(of: .event, at: 0) == .dark)
  }

  @Test func aLampThatComesAndGoesTakesItsPatternsAlong() {
    var board = LampBoard(roles: LampRoles(status: true))
    board.show(.fine.with { $0.radio = .dead }, at: 0)
    #expect(board.pattern(of: .status, at: 0) == .radioDead)
    board.use(LampRoles(status: true, radio: true), at: 500)
    #expect(board.pattern(of: .status, at: 500) == .tracking)
    #expect(board.drawing(.radio, from: 500, 10) == "#######..#")
    board.use(LampRoles(), at: 600)
    #expect(!board.isLit(.status, at: 600) && board.nextChange(after: 600) == nil)
  }

  @Test func nextChangeIsTheNextOne() {
    var board = LampBoard(roles: .all)
    #expect(board.nextChange(after: 0) == nil)
    board.show(LampConditions(mode: .starting, radio: .starting), at: 1_000)
    #expect(board.nextChange(after: 1_000) == 1_100)  // the radio's
    #expect(board.nextChange(after: 1_100) == 1_300)  // the status lamp's
    #expect(board.nextChange(after: 1_950) == 2_000)
  }

  /// Nothing changes before the time that `nextChange` gives, whatever happened before.
  @Test(arguments: [1, 2, 3])
  func nothingChangesBeforeNextChange(seed: UInt64) {
    var random = SplitMix(state: seed)
    let all = LampConditions.all
    for roles in LampRoles.allBoards {
      var board = LampBoard(roles: roles)
      var time: Milliseconds = 0
      for _ in 0..<40 {
        if random.next() % 3 > 0 { board.show(all[Int(random.next() % UInt64(all.count))], at: time) }
        if random.next() % 3 == 0, let flash = LampFlash(rawValue: UInt8(random.next() % 3)) {
          board.flash(flash, at: time)
        }
        let next = board.nextChange(after: time)
        let limit = min(next ?? .max, time + 5_000)
        #expect(next.map { $0 > time } ?? true)
        for role in LampRole.all {
          let level = board.isLit(role, at: time)
          for moment in stride(from: time, to: limit, by: 50) { #expect(board.isLit(role, at: moment) == level) }
        }
        time += Milliseconds(random.next() % 30) * 50
      }
    }
  }

  @Test func absurdTimesDoNotTrap() {
    for first in [Milliseconds.min, 0, .max] {
      for second in [Milliseconds.min, 0, .max] {
        var board = LampBoard(roles: .all)
        board.show(.fine, at: first)
        for _ in 0..<10 { board.flash(.wakeUp, at: first) }
        board.flash(.zoneExited, at: second)
        _ = board.isLit(.event, at: second)
        _ = board.pattern(of: .status, at: second)
        if let next = board.nextChange(after: second) { #expect(next > second) }
      }
    }
  }
}

extension LampRoles {
  /// A name for dictionaries of tests; the core hashes nothing.
  typealias Key = String
  var key: Key { LampRole.all.filter(contains).map { "\($0)" }.joined(separator: "+") }
}

/// Numbers that look random and are the same in each run.
private struct SplitMix {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
