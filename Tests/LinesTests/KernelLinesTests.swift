import CLines
import Foundation
import Testing

@testable import Lines

/// What can be had of the kernel without a GPIO chip; lines themselves are tested on the emulated board.
@Suite struct KernelLinesTests {
  static let hasNoChip = ((try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? [])
    .allSatisfy { !$0.hasPrefix("gpiochip") }

  private func failure(_ address: LineAddress, ledDirectory: String = "/sys/class/leds") -> LineError? {
    do throws(LineError) {
      _ = try KernelLines(ledDirectory: ledDirectory).openOutput(address)
      return nil
    } catch {
      return error
    }
  }

  private func inputFailure(_ address: LineAddress, ledDirectory: String = "/sys/class/leds") -> LineError? {
    do throws(LineError) {
      _ = try KernelLines(ledDirectory: ledDirectory).openInput(address)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    .enabled(if: hasNoChip),
    arguments: [
      LineAddress(chip: nil, line: .name("GPIO17")), LineAddress(chip: "pinctrl-bcm2711", line: .offset(17)),
      LineAddress(chip: "gpiochip0", line: .offset(17)), LineAddress(chip: "/dev/gpiochip0", line: .name("GPIO17")),
    ])
  func aMachineWithoutChips(address: LineAddress) {
    #expect(failure(address)?.reason == .noChips)
    #expect(inputFailure(address)?.reason == .noChips)
  }

  @Test(arguments: ["/dev/null", "/etc/passwd", "/tmp/"])
  func aPathToSomethingElse(path: String) {
    let reason = failure(LineAddress(chip: path, line: .offset(0)))?.reason
    #expect(reason == .notAChip)
  }

  @Test func absurdlyLongNames() {
    let long = String(repeating: "x", count: 10_000)
    for address in [
      LineAddress(chip: long, line: .offset(0)), LineAddress(chip: "/" + long, line: .name(long)),
      LineAddress(chip: "leds", line: .name(long)), LineAddress(chip: "gpiochip" + long, line: .name(long)),
    ] {
      #expect(failure(address) != nil)
    }
  }

  // MARK: LEDs of the kernel

  /// A directory as the kernel has it: ACT with a trigger and 255 steps, PWR without a trigger file.
  private func withLEDs(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("leds-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in [
      "ACT/trigger": "none rc-feedback [mmc0]\n", "ACT/brightness": "255", "ACT/max_brightness": "255\n",
      "PWR/brightness": "1",
    ] {
      let file = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    try body(folder)
  }

  private func text(_ folder: URL, _ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  @Test func anLEDIsTakenFromItsTriggerAndLit() throws {
    try withLEDs { folder in
      let line = try KernelLines(ledDirectory: folder.path).openOutput(LineAddress(chip: "leds", line: .name("ACT")))
      #expect(line.place == LinePlace(chip: "leds", name: "ACT"))
      #expect(try text(folder, "ACT/trigger").hasPrefix("none"))
      #expect(try text(folder, "ACT/brightness") == "000")
      try line.set(active: true)
      #expect(try text(folder, "ACT/brightness") == "255")
      try line.set(active: false)
      #expect(try text(folder, "ACT/brightness") == "000")
      try line.set(active: true)
      line.close()
      #expect(try text(folder, "ACT/brightness") == "000")
      try line.set(active: true)  // closed: nothing
      #expect(try text(folder, "ACT/brightness") == "000")
    }
  }

  @Test func anLEDThatIsActiveLowWithoutATrigger() throws {
    try withLEDs { folder in
      let address = LineAddress(chip: "leds", line: .name("PWR"), isActiveLow: true)
      let line = try KernelLines(ledDirectory: folder.path).openOutput(address)
      #expect(try text(folder, "PWR/brightness") == "1")
      try line.set(active: true)
      #expect(try text(folder, "PWR/brightness") == "0")
      line.close()
      #expect(try text(folder, "PWR/brightness") == "1")
    }
  }

  @Test func anLEDThatIsNotThere() throws {
    try withLEDs { folder in
      for name in ["ACT2", "..", ".", "../ACT", "ACT/"] {
        let address = LineAddress(chip: "leds", line: .name(name))
        #expect(failure(address, ledDirectory: folder.path)?.reason == .noSuchLine(chip: "leds", lineCount: 0))
      }
      let numbered = LineAddress(chip: "leds", line: .offset(3))
      #expect(failure(numbered, ledDirectory: folder.path)?.reason == .noSuchLine(chip: "", lineCount: 0))
      let address = LineAddress(chip: "leds", line: .name("ACT"))
      #expect(failure(address, ledDirectory: folder.path + "/none")?.reason == .noChips)
    }
  }

  @Test func anLEDIsNoInput() throws {
    try withLEDs { folder in
      let address = LineAddress(chip: "leds", line: .name("ACT"))
      #expect(inputFailure(address, ledDirectory: folder.path)?.reason == .denied)
      let brightness = try text(folder, "ACT/brightness")
      #expect(brightness == "255", "left alone")
    }
  }
}
