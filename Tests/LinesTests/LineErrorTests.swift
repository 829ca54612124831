import Testing

@testable import Lines

@Suite struct LineErrorTests {
  private static let byName = LineAddress(chip: nil, line: .name("LED1"))
  private static let byOffset = LineAddress(chip: "pinctrl-bcm2711", line: .offset(99))
  private static let led = LineAddress(chip: "leds", line: .name("ACT"))

  @Test(arguments: [
    (byName, LineError.Reason.noChips, "this machine has no GPIO chip"),
    (led, .noChips, "this machine has no LED of the kernel"),
    (byOffset, .noSuchChip, "there is no GPIO chip \"pinctrl-bcm2711\"; gpiodetect lists names and labels"),
    (
      LineAddress(chip: "/dev/null", line: .offset(0)), .notAChip,
      "/dev/null is not a GPIO chip; gpiodetect lists them"
    ),
    (byName, .noSuchLine(chip: "", lineCount: 0), "no GPIO chip has line \"LED1\"; gpioinfo lists them"),
    (byName, .noSuchLine(chip: "gpiochip0", lineCount: 8), "gpiochip0 has no line \"LED1\"; gpioinfo lists them"),
    (byOffset, .noSuchLine(chip: "gpiochip0", lineCount: 58), "gpiochip0 has no line 99, but 0 to 57"),
    (led, .noSuchLine(chip: "leds", lineCount: 0), "there is no LED \"ACT\"; /sys/class/leds lists them"),
    (
      byName, .ambiguous(first: "line 3 (LED1) of gpiochip0"),
      "line \"LED1\" is not the only one (the first is line 3 (LED1) of gpiochip0); give the chip, by its path if labels"
        + " are alike, and the line's number"
    ),
    (
      byName, .busy(consumer: "spi0 CS0", place: "line 8 of gpiochip0"),
      "line 8 of gpiochip0 is held by \"spi0 CS0\"; stop what holds it, or choose another line (gpioinfo lists them)"
    ),
    (
      byName, .busy(consumer: "", place: "line 8 of gpiochip0"),
      "line 8 of gpiochip0 is held by another program; stop what holds it, or choose another line (gpioinfo lists them)"
    ),
    (
      byName, .busy(consumer: "bluedot", place: "line 8 of gpiochip0"),
      "line 8 of gpiochip0 is held by \"bluedot\": another lamp or input has the same line, or a second bluedot runs"
    ),
    (
      byOffset, .denied,
      "no right to use GPIO chips; the program's user must be in the group that /dev/gpiochip* belong to (gpio)"
    ),
    (led, .denied, "no right to write to LED \"ACT\"; a udev rule can give it to the program's group"),
    (byOffset, .failed(code: 5), "line 99 of pinctrl-bcm2711: Input/output error"),
    (byName, .failed(code: 12), "line \"LED1\": Cannot allocate memory"),
  ])
  func message(address: LineAddress, reason: LineError.Reason, message: String) {
    #expect(LineError(address, reason).message == message)
  }

  @Test func placesInWords() {
    #expect(
      LinePlace(chip: "gpiochip0", label: "pinctrl-rp1", name: "GPIO17", offset: 17).text
        == "line 17 (GPIO17) of gpiochip0 (pinctrl-rp1)")
    #expect(LinePlace(chip: "gpiochip1", offset: 2).text == "line 2 of gpiochip1")
    #expect(LinePlace(chip: "leds", name: "ACT").text == "LED ACT of the kernel")
  }

  @Test(arguments: [
    ("17", LineAddress.Line.offset(17)), ("0", .offset(0)), ("4294967295", .offset(4_294_967_295)), ("4294967296", nil),
    ("", nil), ("GPIO17", .name("GPIO17")), ("-1", .name("-1")), ("17a", .name("17a")), ("+5", .name("+5")),
  ])
  func aLineInWords(text: String, line: LineAddress.Line?) {
    #expect(LineAddress.Line(text: text) == line)
  }
}
