import FixedPoint
import Lines
import Testing

@testable import Motion

@Suite struct LineMotionTests {
  private let log = Log()

  private func motion(_ lines: FakeInput) -> LineMotion {
    LineMotion(LineAddress(chip: nil, line: .name("GPIO5")), lines: lines, log: log.report)
  }

  @Test func aLineThatIsActiveWhileMoving() throws {
    let lines = FakeInput()
    let driver = Driver(motion(lines))
    driver.run(until: 0)
    #expect(driver.take() == ["0: line resting"] && driver.input.descriptor == 7 && driver.input.deadline == nil)
    #expect(log.take() == ["info: motion input: line 5 (GPIO5) of gpiochip0 (fake)"])
    let line = try #require(lines.line)

    driver.now = 10_000
    line.isActive = true
    driver.step()
    #expect(driver.take() == ["10000: line moving"] && driver.input.deadline == 12_000)
    // Active all the time: looked at again every 2 s, and nothing to tell.
    driver.run(until: 19_999)
    #expect(driver.take().isEmpty && line.reads == 6)
    // The descriptor tells that it goes inactive; that is still a moment of motion.
    driver.now = 19_000
    (line.isActive, line.hasChanged) = (false, true)
    driver.step()
    driver.run(until: 60_000)
    #expect(driver.take() == ["21000: line resting"] && driver.input.deadline == nil)
    #expect(log.lines.isEmpty)
  }

  /// A shake sensor's pulse is over before anyone looks.
  @Test func aPulseIsMotion() throws {
    let lines = FakeInput()
    let driver = Driver(motion(lines))
    driver.run(until: 5_000)
    _ = driver.take()
    lines.line?.hasChanged = true
    driver.step()
    driver.run(until: 10_000)
    #expect(driver.take() == ["5000: line moving", "7000: line resting"])
  }

  @Test func aLineWithoutADescriptorIsPolled() throws {
    let lines = FakeInput(descriptor: nil)
    let driver = Driver(motion(lines))
    driver.run(until: 1_000) { now in lines.line?.isActive = now >= 600 }
    #expect(lines.line?.reads == 6 && driver.input.descriptor == nil && driver.input.deadline == 1_200)
    driver.run(until: 5_000) { _ in lines.line?.isActive = false }
    #expect(driver.take() == ["0: line resting", "600: line moving", "3000: line resting"])
  }

  @Test func aLineThatCannotBeHadIsToldOnceAndTriedAgain() throws {
    let lines = FakeInput()
    lines.trouble = .busy(consumer: "button", place: "line 5 of gpiochip0")
    let driver = Driver(motion(lines))
    driver.run(until: 95_000)
    #expect(lines.attempts == 4 && driver.reports.isEmpty && driver.input.descriptor == nil)
    #expect(
      log.take() == [
        "warning: motion input: line 5 of gpiochip0 is held by \"button\"; stop what holds it, or choose another line"
          + " (gpioinfo lists them); tried again every 30 s"
      ])
    // Calls in between try nothing.
    driver.step()
    #expect(lines.attempts == 4)
    lines.trouble = nil
    driver.run(until: 130_000)
    #expect(driver.take() == ["120000: line resting"] && log.take().count == 1 && driver.input.descriptor == 7)
  }

  @Test func aMachineWithoutGPIOIsNoFault() {
    let lines = FakeInput()
    lines.trouble = .noChips
    let driver = Driver(motion(lines))
    driver.run(until: 70_000)
    #expect(lines.attempts == 3 && log.take() == ["info: motion input: this machine has no GPIO chip"])
  }

  @Test func aLineThatFailsIsLostAndComesBack() throws {
    let lines = FakeInput()
    let driver = Driver(motion(lines))
    driver.run(until: 1_000)
    let line = try #require(lines.line)
    line.isActive = true
    driver.step()
    line.failure = LineError(LineAddress(chip: nil, line: .name("GPIO5")), .failed(code: 19))
    driver.run(until: 10_000)
    #expect(driver.take() == ["0: line resting", "1000: line moving", "3000: line lost"] && !line.isOpen)
    #expect(log.take().last == "warning: motion input: line \"GPIO5\": No such device; tried again every 30 s")
    driver.run(until: 40_000)
    #expect(driver.take() == ["33000: line resting"])
  }

  @Test func closingGivesTheLineBack() throws {
    let lines = FakeInput()
    let driver = Driver(motion(lines))
    driver.run(until: 0)
    driver.input.close()
    #expect(lines.line?.isOpen == false && driver.input.deadline == nil && driver.input.descriptor == nil)
    driver.now = 100_000
    driver.step()
    #expect(lines.attempts == 1)
  }
}
