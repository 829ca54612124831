import FixedPoint
import Regions
import Testing

@testable import Agent

@Suite struct StateMemoryTests {
  private let boot = Moment(bootHigh: 7, bootLow: 9, time: 1_000_000, wallTime: 1_767_600_000_000)

  private var memory: StateMemory {
    StateMemory(
      moment: boot,
      entries: [
        .init(region: Watched.lobby, presence: .inside, duration: 60_000),
        .init(region: Watched.organisation, presence: .outside, duration: 0),
        .init(
          region: Region(namespaceHigh: .max, namespaceLow: 3, instance: 5), presence: .inside, duration: .max),
        .init(region: Region(uuidHigh: 1, uuidLow: 2, major: 3, minor: 4), presence: .unknown, duration: 1),
      ])
  }

  private func later(by time: Milliseconds, wall: Milliseconds? = nil, sameBoot: Bool = true) -> Moment {
    Moment(
      bootHigh: 7, bootLow: sameBoot ? 9 : 10, time: sameBoot ? boot.time + time : 5_000,
      wallTime: wall.map { (boot.wallTime ?? 0) + $0 })
  }

  // MARK: The format

  @Test func whatIsWrittenIsRead() throws {
    for wallTime in [1_767_600_000_000, -5, nil] as [Milliseconds?] {
      var memory = memory
      memory.moment.wallTime = wallTime
      let bytes = memory.encode()
      #expect(bytes.count == 44 + 4 * 42)
      #expect(try StateMemory.decode(bytes) == memory)
    }
    let empty = StateMemory(moment: boot, entries: [])
    #expect(try StateMemory.decode(empty.encode()) == empty)
  }

  /// The format of version 1 must not change unnoticed: an update of the program reads what the one before wrote.
  @Test func theBytesOfVersionOne() {
    let memory = StateMemory(
      moment: Moment(bootHigh: 0x0102, bootLow: 0x0304, time: 5, wallTime: 6),
      entries: [.init(region: Region(uuidHigh: 7, uuidLow: 8, major: 9), presence: .inside, duration: 10)])
    let text = memory.encode().map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
    // The checksum is zlib's crc32 of the bytes before it.
    #expect(
      text == "42445354" + "01" + "01" + "0001" + "0000000000000102" + "0000000000000304" + "0000000000000005"
        + "0000000000000006" + "00" + "01" + "0000000000000007" + "0000000000000008" + "00090000"
        + "ffffffffffffffff" + "ffff0000" + "000000000000000a" + "7d7258a9")
  }

  @Test func theChecksumIsTheUsualOne() {
    #expect(crc32(Array("123456789".utf8)[...]) == 0xCBF4_3926)
    #expect(crc32([]) == 0)
  }

  @Test func errorsSayWhatIsWrong() {
    let good = memory.encode()
    func error(_ bytes: [UInt8]) -> StateMemoryError? {
      do throws(StateMemoryError) {
        _ = try StateMemory.decode(bytes)
        return nil
      } catch { return error }
    }
    #expect(error([]) == .size(found: 0, expected: 44))
    #expect(error(Array(good.prefix(3))) == .size(found: 3, expected: 44))
    #expect(error(Array(good.prefix(43))) == .size(found: 43, expected: 44))
    #expect(error(Array(good.dropLast())) == .size(found: 211, expected: 212))
    #expect(error(good + [0]) == .size(found: 213, expected: 212))
    #expect(error(Array("# nothing of ours".utf8)) == .foreign)
    #expect(error(Array("{}".utf8)) == .foreign)
    var newer = good
    newer[4] = 2
    #expect(error(newer) == .version(found: 2))
    #expect(error([UInt8](repeating: 0, count: 212)) == .foreign)
    // Right checksums, impossible values.
    for (offset, value) in [(5, 2), (40, 3), (41, 3), (40 + 34, 0x80)] as [(Int, UInt8)] {
      var wrong = Array(good.dropLast(4))
      wrong[offset] = value
      let check = crc32(wrong[...])
      wrong += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: check >> UInt32($0)) }
      #expect(error(wrong) == .value(offset: offset))
    }
    #expect(StateMemoryError.version(found: 2).message == "written in version 2 of the format; this program reads 1")
  }

  /// Every flipped bit and every cut is noticed, and nothing traps.
  @Test func damageIsNoticed() {
    let good = memory.encode()
    for bit in 0..<(8 * good.count) {
      var bad = good
      bad[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(throws: StateMemoryError.self) { try StateMemory.decode(bad) }
    }
    for length in 0..<good.count {
      #expect(throws: StateMemoryError.self) { try StateMemory.decode(Array(good.prefix(length))) }
    }
    var random: UInt64 = 1
    for _ in 0..<5_000 {
      var garbage = Array(good.prefix(8))
      for _ in 0..<(Int(random >> 33) % 400) {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        garbage.append(UInt8(truncatingIfNeeded: random >> 40))
      }
      random &+= 1
      #expect(throws: StateMemoryError.self) { try StateMemory.decode(garbage) }
    }
  }

  // MARK: Its age

  @Test func withinABootTheBootClockCounts() {
    #expect(memory.restored(at: later(by: 0)) == .restored(RestoredMemory(age: 0, entries: memory.entries)))
    // Whatever the time of day says.
    for wall in [-7_200_000, 7_200_000, nil] as [Milliseconds?] {
      #expect(
        memory.restored(at: later(by: 900_000, wall: wall))
          == .restored(RestoredMemory(age: 900_000, entries: memory.entries)))
      #expect(memory.restored(at: later(by: 900_001, wall: wall)) == .tooOld(age: 900_001))
    }
    // A boot clock that went back is not of this boot.
    #expect(memory.restored(at: later(by: -1)) == .ageUnknown)
  }

  @Test func afterABootTheTimeOfDayCountsIfBothAreKnown() {
    #expect(
      memory.restored(at: later(by: 0, wall: 60_000, sameBoot: false))
        == .restored(RestoredMemory(age: 60_000, entries: memory.entries)))
    #expect(memory.restored(at: later(by: 0, wall: 900_001, sameBoot: false)) == .tooOld(age: 900_001))
    #expect(memory.restored(at: later(by: 0, wall: -1, sameBoot: false)) == .ageUnknown)
    #expect(memory.restored(at: later(by: 0, sameBoot: false)) == .ageUnknown)
    var unset = memory
    unset.moment.wallTime = nil
    #expect(unset.restored(at: later(by: 0, wall: 60_000, sameBoot: false)) == .ageUnknown)
  }

  /// A kernel without a boot id: equal zeros are not the same boot.
  @Test func anUnknownBootIsNoBoot() {
    var memory = memory
    memory.moment.bootHigh = 0
    memory.moment.bootLow = 0
    var now = memory.moment
    now.wallTime = nil
    #expect(memory.restored(at: now) == .ageUnknown)
  }

  @Test func theEndsOfTimeDoNotTrap() {
    for first in [Milliseconds.min, .max] {
      for second in [Milliseconds.min, .max] {
        var early = boot
        early.time = first
        early.wallTime = second
        var late = boot
        late.time = second
        late.wallTime = first
        _ = StateMemory(moment: early, entries: []).restored(at: late)
        late.bootLow = 1
        _ = StateMemory(moment: early, entries: []).restored(at: late)
      }
    }
  }
}
