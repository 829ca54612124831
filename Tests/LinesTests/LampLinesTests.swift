import FixedPoint
import Lamps
import Testing

@testable import Lines

@Suite struct LampLinesTests {
  private let fake = FakeLines()
  private let log = Log()

  private func lamps(_ options: LampOptions = .four) -> LampLines {
    LampLines(options: options, source: fake, report: log.report)
  }

  @Test func lampsAreLitAndPutOut() {
    let lamps = lamps()
    #expect(lamps.roles == [.status, .radio, .network, .event] && lamps.openRoles.isEmpty)
    lamps.open(now: 0)
    #expect(
      log.take() == [
        "info: status lamp: line 1 (GPIO1) of gpiochip0 (fake)", "info: radio lamp: line 2 (GPIO2) of gpiochip0 (fake)",
        "info: network lamp: line 3 (GPIO3) of gpiochip0 (fake)",
        "info: event lamp: line 4 (GPIO4) of gpiochip0 (fake)",
      ])
    #expect(lamps.openRoles == .all && lamps.deadline == nil)
    lamps.set(.radio, lit: true)
    #expect(fake.isLit(2) && !fake.isLit(1) && !fake.isLit(3) && !fake.isLit(4))
    // Only a change is written.
    for _ in 0..<10 { lamps.set(.radio, lit: true) }
    #expect(fake.lines[2]?.writes == 1)
    lamps.set(.radio, lit: false)
    #expect(!fake.isLit(2) && fake.lines[2]?.writes == 2)
    #expect(log.lines.isEmpty)
  }

  @Test func onlyConfiguredLampsAreOpened() {
    var options = LampOptions()
    options.network = .fake(3)
    let lamps = lamps(options)
    lamps.open(now: 0)
    #expect(lamps.roles == [.network] && lamps.openRoles == LampRoles(network: true) && fake.attempts == 1)
    lamps.set(.status, lit: true)
    #expect(fake.lines.count == 1 && !fake.isLit(3))
  }

  @Test func closingPutsAllOutAndGivesTheLinesBack() {
    let lamps = lamps()
    lamps.open(now: 0)
    lamps.set(.status, lit: true)
    lamps.set(.event, lit: true)
    lamps.close()
    #expect(fake.lines.values.allSatisfy { !$0.isOpen && !$0.isActive })
    #expect(lamps.openRoles.isEmpty && lamps.deadline == nil)
    lamps.set(.status, lit: true)
    lamps.step(now: 1_000_000)
    #expect(fake.attempts == 4 && !fake.isLit(1))
  }

  @Test func lampsThatNobodyClosedAreClosed() {
    do {
      let lamps = lamps()
      lamps.open(now: 0)
      lamps.set(.status, lit: true)
    }
    #expect(fake.lines.values.allSatisfy { !$0.isOpen })
  }

  /// Field lesson E4: name the holder, run on, try again slowly, tell it once.
  @Test func aBusyLineIsToldOnceAndTriedAgain() {
    fake.troubles[2] = .busy(consumer: "led0", place: "line 2 of gpiochip0")
    let lamps = lamps()
    lamps.open(now: 5_000)
    #expect(
      log.take().filter { $0.hasPrefix("warning") } == [
        "warning: radio lamp: line 2 of gpiochip0 is held by \"led0\"; stop what holds it, or choose another line"
          + " (gpioinfo lists them); tried again every 30 s"
      ])
    #expect(lamps.openRoles == LampRoles(status: true, network: true, event: true))
    lamps.set(.status, lit: true)
    lamps.set(.radio, lit: true)
    #expect(fake.isLit(1))
    #expect(lamps.deadline == 35_000)
    for now: Milliseconds in [6_000, 34_999] { lamps.step(now: now) }
    #expect(fake.attempts == 4)
    lamps.step(now: 35_000)
    #expect(fake.attempts == 5 && lamps.deadline == 65_000 && log.lines.isEmpty)
    // Somebody else holds it: that is news.
    fake.troubles[2] = .busy(consumer: "spi0 CS1", place: "line 2 of gpiochip0")
    lamps.step(now: 65_000)
    #expect(log.take().count == 1)
    fake.troubles = [:]
    lamps.step(now: 95_000)
    #expect(log.take() == ["info: radio lamp: line 2 (GPIO2) of gpiochip0 (fake)"])
    #expect(fake.isLit(2), "lit as it was told to be meanwhile")
    #expect(lamps.openRoles == .all && lamps.deadline == nil)
  }

  @Test func withoutRetriesAFailureIsFinal() {
    fake.troubles = [1: .noChips, 2: .noSuchChip]
    let lamps = LampLines(options: .four, source: fake, retries: false, report: log.report)
    lamps.open(now: 0)
    #expect(lamps.deadline == nil && lamps.openRoles == LampRoles(network: true, event: true))
    lamps.step(now: 1_000_000)
    #expect(fake.attempts == 4)
    #expect(
      log.take().prefix(2) == [
        "info: this machine has no GPIO chip: no lamps",
        "warning: radio lamp: there is no GPIO chip \"fake\"; gpiodetect lists names and labels",
      ])
  }

  @Test func aMachineWithoutGPIOIsToldInOneLineAndIsNoFault() {
    for offset: UInt32 in 1...4 { fake.troubles[offset] = .noChips }
    let lamps = lamps()
    lamps.open(now: 0)
    #expect(log.take() == ["info: this machine has no GPIO chip: no lamps until there is one"])
    lamps.set(.status, lit: true)
    for now: Milliseconds in [30_000, 60_000] { lamps.step(now: now) }
    #expect(log.lines.isEmpty && fake.attempts == 12 && lamps.deadline == 90_000)
    // One is plugged in, which lacks a line.
    fake.troubles = [4: .noSuchLine(chip: "gpiochip0", lineCount: 4)]
    lamps.step(now: 90_000)
    #expect(
      log.take().last
        == "warning: event lamp: gpiochip0 has no line 4, but 0 to 3; tried again every 30 s")
    #expect(fake.isLit(1) && lamps.openRoles == LampRoles(status: true, radio: true, network: true))
  }

  /// A chip that is pulled out takes its lines with it.
  @Test func aLineThatFailsIsTakenAgain() {
    let lamps = lamps()
    lamps.open(now: 0)
    _ = log.take()
    lamps.step(now: 1_000)
    let failure = LineError(.fake(3), .failed(code: 19))
    fake.lines[3]?.failure = failure
    fake.troubles[3] = .noSuchChip
    lamps.set(.network, lit: true)
    #expect(log.take() == ["warning: network lamp: line 3 of fake: No such device; tried again every 30 s"])
    #expect(!lamps.openRoles.contains(.network) && lamps.deadline == 31_000)
    lamps.set(.network, lit: false)
    lamps.set(.network, lit: true)
    #expect(log.lines.isEmpty)
    lamps.step(now: 31_000)
    #expect(
      log.take() == [
        "warning: network lamp: there is no GPIO chip \"fake\"; gpiodetect lists names and labels; tried again every 30 s"
      ])
    fake.troubles = [:]
    lamps.step(now: 61_000)
    #expect(fake.isLit(3) && log.take().count == 1 && lamps.deadline == nil)
  }
}
