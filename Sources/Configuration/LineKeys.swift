import Host
import Lamps
import Lines
import Motion

// The keys of GPIO lines: lamps and the motion input.

extension Section {
  static func lampSettings() -> [Setting] {
    var settings = [
      Setting("chip") { draft, text, _ throws(ValueFault) in
        draft.lamps.chip = try chip(text)
      } text: { _, _ in
        nil
      },
      Setting("active-low") { draft, text, _ throws(ValueFault) in
        draft.lamps.isActiveLow = try Values.flag(text)
      } text: { _, _ in
        nil
      },
    ]
    for (index, role) in LampsDraft.roles.enumerated() {
      settings += lineSettings(
        LampsDraft.name(of: role), prefix: LampsDraft.name(of: role) + "-",
        take: { (draft, body: (inout LineDraft) throws(ValueFault) -> Void) throws(ValueFault) in
          try body(&draft.lamps.lines[index])
        },
        address: { $0.lamps.address(of: role) })
    }
    return settings
  }

  static func motionSettings() -> [Setting] {
    lineSettings(
      "line", prefix: "line-",
      take: { (draft, body: (inout LineDraft) throws(ValueFault) -> Void) throws(ValueFault) in
        try body(&draft.motion)
      },
      address: { $0.motion.line }
    ) + [
      Setting("accelerometer", isFreeText: true) { draft, text, _ throws(ValueFault) in
        if text == "none" || text == "auto" {
          draft.configuration.motion.accelerometer = text == "none" ? nil : text
          return
        }
        guard text.utf8.first == 0x2F else {
          throw .expected("none, auto, or an IIO device's directory such as /sys/bus/iio/devices/iio:device0")
        }
        draft.configuration.motion.accelerometer = try Values.path(text)
      } text: { configuration, _ in
        configuration.motion.accelerometer ?? "none"
      },
      // In mm/s². Beyond 5 g nothing moves that could be located.
      Setting("threshold") { draft, text, _ throws(ValueFault) in
        draft.configuration.motion.threshold = Int32(try Values.number(text, in: 10...50_000))
      } text: { configuration, _ in
        String(configuration.motion.threshold)
      },
    ]
  }

  /// The three keys of a line: the line, its chip and its polarity.
  private static func lineSettings(
    _ name: String, prefix: String,
    take: @escaping (inout Draft, (inout LineDraft) throws(ValueFault) -> Void) throws(ValueFault) -> Void,
    address: @escaping (Configuration) -> LineAddress?
  ) -> [Setting] {
    [
      Setting(name) { draft, text, place throws(ValueFault) in
        let line = try line(text)
        try take(&draft) { $0.line = (line, place) }
      } text: { configuration, _ in
        address(configuration).map { lineText($0.line) }
      },
      Setting(prefix + "chip") { draft, text, place throws(ValueFault) in
        let name = try chip(text)
        try take(&draft) { $0.chip = (name, place) }
      } text: { configuration, _ in
        address(configuration)?.chip
      },
      Setting(prefix + "active-low") { draft, text, place throws(ValueFault) in
        let isActiveLow = try Values.flag(text)
        try take(&draft) { $0.isActiveLow = (isActiveLow, place) }
      } text: { configuration, _ in
        address(configuration).map { Values.flagText($0.isActiveLow) }
      },
    ]
  }

  /// A number is the line's offset on its chip, anything else its name; the kernel's names have 31 bytes at most.
  private static func line(_ text: String) throws(ValueFault) -> LineAddress.Line {
    if let offset = try? Values.number(text, in: 0...65_535) { return .offset(UInt32(offset)) }
    return .name(try Values.text(text, limit: 31, "a GPIO line's name, or its number on the chip,"))
  }

  private static func lineText(_ line: LineAddress.Line) -> String {
    switch line {
    case .name(let name): name
    case .offset(let offset): String(offset)
    }
  }

  private static func chip(_ text: String) throws(ValueFault) -> String {
    try Values.text(text, limit: 255, "a GPIO chip's label, name or path")
  }
}
