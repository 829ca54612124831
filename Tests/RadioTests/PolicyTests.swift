import Testing

@testable import Radio

/// The parts that decide, by themselves.
@Suite struct LadderTests {
  @Test func climbsRungByRungAndThenWaitsLonger() {
    var ladder = Ladder()
    var rungs: [Int] = []
    var waits: [Int64] = []
    for _ in 0..<30 {
      let next = ladder.climb()
      rungs.append(next.rung)
      waits.append(next.wait)
    }
    #expect(rungs == (0..<30).map { $0 % 3 + 1 })
    #expect(Array(waits[0..<3]) == [200, 500, 1_000])
    #expect([3, 6, 9, 12, 15, 18, 21, 24].map { waits[$0] } == [5, 10, 20, 40, 80, 160, 240, 240].map { $0 * 1_000 })
    ladder.settle()
    let again = ladder.climb()
    #expect(again == (1, 200))
  }

  @Test func aTroubleMayNeedAHigherRung() {
    var ladder = Ladder()
    #expect(ladder.climb(least: 2) == (2, 500))
    #expect(ladder.climb(least: 2) == (3, 1_000))
    #expect(ladder.climb(least: 2) == (2, 5_000))
  }
}

@Suite struct SilenceWatchTests {
  @Test func remediesGetHeavierAndThenRarer() {
    var watch = SilenceWatch(limit: 90_000)
    watch.start(now: 0)
    var due: [Int64] = []
    var rungs: [Int] = []
    for _ in 0..<9 {
      due.append(watch.deadline / 1_000)
      rungs.append(watch.next(now: watch.deadline))
    }
    #expect(due == [90, 180, 270, 360, 540, 720, 900, 1_260, 1_620])
    #expect(rungs == [1, 2, 3, 1, 2, 3, 1, 2, 3])
    for _ in 0..<100 { _ = watch.next(now: watch.deadline) }
    let last = watch.deadline
    _ = watch.next(now: last)
    #expect(watch.deadline - last == 3_600_000)
    #expect(watch.heard(now: 0) == true)
    #expect(watch.deadline == 90_000 && !watch.heard(now: 5) && watch.deadline == 90_005)
  }

  @Test func noLimitIsNoWatch() {
    var watch = SilenceWatch(limit: 0)
    watch.start(now: 5)
    #expect(watch.deadline == .max)
  }
}

@Suite struct CommandTrackerTests {
  private func answer(_ opcode: UInt16, isPending: Bool = false) -> CommandAnswer {
    CommandAnswer(opcode: opcode, status: 0, isPending: isPending)
  }

  @Test func tellsOursFromOthers() {
    var tracker = CommandTracker()
    #expect(tracker.take(answer(0x200C), now: 0) == .foreign)
    tracker.sent(0x200C, now: 0)
    #expect(tracker.take(answer(0x200B), now: 1) == .foreign)
    #expect(tracker.take(answer(0x200C, isPending: true), now: 1) == .ours && tracker.outstanding == 0x200C)
    #expect(tracker.take(answer(0x200C), now: 2) == .ours && tracker.outstanding == nil)
    #expect(tracker.take(answer(0x200C), now: 3) == .foreign)
  }

  @Test func aLateAnswerIsStillOurs() {
    var tracker = CommandTracker()
    tracker.sent(0x200C, now: 0)
    #expect(!tracker.isOverdue(now: 2_999) && tracker.isOverdue(now: 3_000))
    tracker.giveUp(now: 3_000)
    #expect(tracker.take(answer(0x200C), now: 12_999) == .late)
    #expect(tracker.take(answer(0x200C), now: 12_999) == .foreign)
    tracker.sent(0x200C, now: 20_000)
    tracker.giveUp(now: 20_000)
    #expect(tracker.take(answer(0x200C), now: 30_000) == .foreign)
  }
}

@Suite struct ForeignScanTests {
  private let wanted = RadioOptions.Timing(window: 48, interval: 64)
  private let enabled = CommandAnswer(opcode: 0x200C, status: 0, isPending: false)

  private func effect(_ commands: [[UInt8]], _ answer: CommandAnswer) -> ForeignScan.Effect {
    var scan = ForeignScan()
    for command in commands { scan.note(command.span.bytes) }
    return scan.effect(of: answer, wanted: wanted)
  }

  @Test func withoutTheCommandTheScanIsOff() {
    #expect(effect([], enabled) == .off)
    #expect(effect([], CommandAnswer(opcode: 0x2042, status: 0, isPending: false)) == .off)
  }

  @Test func offAndOn() {
    #expect(effect([HCICommand.scanEnable(.legacy, false).packet], enabled) == .off)
    #expect(effect([HCICommand.scanEnable(.legacy, true).packet], enabled) == .usable)
    // With the duplicate filter.
    #expect(effect([[0x01, 0x0C, 0x20, 0x02, 0x01, 0x01]], enabled) == .unusable)
  }

  @Test(arguments: [(48, 64, true), (47, 64, false), (96, 128, true), (64, 64, true), (18, 36, false)])
  func theirShareMustBeEnough(window: UInt16, interval: UInt16, isEnough: Bool) {
    let timing = RadioOptions.Timing(window: window, interval: interval)
    for kind in [ScanKind.legacy, .extended] {
      let commands = [
        HCICommand.scanParameters(kind, timing, isActive: true).packet, HCICommand.scanEnable(kind, true).packet,
      ]
      let answer = CommandAnswer(
        opcode: HCICommand.scanEnable(kind, true).opcode, status: 0, isPending: false)
      #expect(effect(commands, answer) == (isEnough ? .usable : .unusable))
    }
  }

  @Test func whatChangesNothing() {
    #expect(effect([], CommandAnswer(opcode: 0x200C, status: 0x0C, isPending: false)) == .none)
    #expect(effect([], CommandAnswer(opcode: 0x200C, status: 0, isPending: true)) == .none)
    #expect(effect([], CommandAnswer(opcode: 0x200B, status: 0, isPending: false)) == .none)
    #expect(effect([], CommandAnswer(opcode: 0x0C03, status: 0, isPending: false)) == .reset)
  }

  @Test func everyPrefixOfACommandIsRead() {
    for command in [
      HCICommand.scanParameters(.extended, wanted, isActive: true).packet, HCICommand.scanEnable(.legacy, true).packet,
    ] {
      for count in 0...command.count { _ = effect([Array(command[..<count])], enabled) }
    }
  }
}

@Suite struct ReportFilterTests {
  @Test func aTroubleIsToldOnceThenOnlyIfItLasts() {
    var filter = ReportFilter()
    #expect(filter.good("listening") == true)
    #expect(filter.trouble("silent", now: 0) == true)
    #expect(filter.good("listening") == true)
    // Again, and over at once: nothing is told.
    #expect(!filter.trouble("silent", now: 10) && !filter.good("listening") && filter.deadline == .max)
    // Again, and it stays: told after a while, once.
    #expect(filter.trouble("silent", now: 1_000) == false)
    #expect(filter.deadline == 31_000 && !filter.isDue(now: 30_999) && filter.isDue(now: 31_000))
    #expect(filter.isDue(now: 99_000) == false)
    #expect(filter.good("listening") == true)
    // A new one is told at once.
    #expect(filter.trouble("gone", now: 100_000) == true)
  }

  @Test func whatIsSettledIsForgotten() {
    var filter = ReportFilter()
    #expect(filter.trouble("silent", now: 0) && !filter.isNew("silent"))
    filter.settle()
    #expect(filter.trouble("silent", now: 1) == true)
  }

  @Test func itDoesNotGrow() {
    var filter = ReportFilter()
    for number in 0..<1_000 { #expect(filter.isNew("trouble \(number)") == true) }
  }
}

@Suite struct AdapterChoiceTests {
  private let list = [
    AdapterInfo(index: 2, name: "hci2", address: 0xA, isUp: true, bus: "USB"),
    AdapterInfo(index: 0, name: "hci0", address: 0xB, isUp: true, isPrimary: false, bus: "USB"),
    AdapterInfo(index: 1, name: "hci1", address: 0xC, isUp: false, bus: "USB"),
  ]

  @Test(
    arguments: [
      (RadioOptions.Adapter.first, 1), (.index(2), 2), (.index(0), 0), (.address(0xA), 2), (.index(7), nil),
      (.address(0xD), nil), (.socket(path: "/x"), nil),
    ] as [(RadioOptions.Adapter, UInt16?)])
  func choice(wanted: RadioOptions.Adapter, index: UInt16?) {
    #expect(chooseAdapter(wanted, from: list)?.index == index)
  }

  @Test func texts() {
    #expect(
      AdapterInfo(index: 0, name: "hci0", address: 0x0A_FFEE_12_3456, isUp: true, bus: "UART").text
        == "hci0 (0A:FF:EE:12:34:56, UART)")
    #expect(
      noAdapterText(.address(0xB0), among: Array(list.prefix(1)), anyBlock: .unknown)
        == "no adapter has the address 00:00:00:00:00:B0; present: hci2 (00:00:00:00:00:0A, USB)")
    #expect(noAdapterText(.first, among: [], anyBlock: .soft).contains("`rfkill unblock bluetooth`"))
    #expect(noAdapterText(.index(3), among: [], anyBlock: .none).hasPrefix("there is no adapter hci3; plug one in"))
  }
}
