import Host
import Radio

extension Section {
  static func radioSettings() -> [Setting] {
    [
      Setting("adapter") { draft, text, _ throws(ValueFault) in
        draft.configuration.radio.adapter = try adapter(text)
      } text: { configuration, _ in
        adapterText(configuration.radio.adapter)
      },
      Setting("scan") { draft, text, _ throws(ValueFault) in
        draft.configuration.radio.isActive = try Values.choice(text, ["passive", "active"]) == 1
      } text: { configuration, _ in
        configuration.radio.isActive ? "active" : "passive"
      },
      timingSetting("tracking", { $0.tracking }, { $0.tracking = $1 }),
      timingSetting("searching", { $0.searching }, { $0.searching = $1 }),
      timingSetting("idle", { $0.idle }, { $0.idle = $1 }),
      // Shorter than 5 s, a quiet hall would look like a dead controller.
      Setting("silence-limit") { draft, text, _ throws(ValueFault) in
        draft.configuration.radio.silenceLimit = try Values.duration(text, in: 5_000...3_600_000)
      } text: { configuration, _ in
        Values.durationText(configuration.radio.silenceLimit)
      },
    ]
  }

  private static func timingSetting(
    _ name: String, _ get: @escaping (RadioOptions) -> RadioOptions.Timing,
    _ set: @escaping (inout RadioOptions, RadioOptions.Timing) -> Void
  ) -> Setting {
    Setting(name) { draft, text, _ throws(ValueFault) in
      let timing = try Values.timing(text)
      set(&draft.configuration.radio, RadioOptions.Timing(window: timing.window, interval: timing.interval))
    } text: { configuration, _ in
      let timing = get(configuration.radio)
      return Values.timingText(window: timing.window, interval: timing.interval)
    }
  }

  private static func adapter(_ text: String) throws(ValueFault) -> RadioOptions.Adapter {
    if text == "first" { return .first }
    if text.utf8.starts(with: "hci".utf8), let index = try? Values.number(String(text.dropFirst(3)), in: 0...65_535) {
      return .index(UInt16(index))
    }
    // 107 bytes: what a socket's address holds (unix(7)), without the final zero.
    if text.utf8.starts(with: "unix:/".utf8), text.utf8.count <= 5 + 107 {
      return .socket(path: String(text.dropFirst(5)))
    }
    if let address = address(text) { return .address(address) }
    throw .expected("first, hci0, an address such as AA:BB:CC:DD:EE:FF, or unix:/PATH")
  }

  /// Six bytes in hexadecimal with colons between them.
  private static func address(_ text: String) -> UInt64? {
    let parts = text.utf8.split(separator: 0x3A, omittingEmptySubsequences: false)
    guard parts.count == 6 else { return nil }
    var address: UInt64 = 0
    for part in parts {
      guard part.count == 2, let high = part.first.flatMap(Values.hexDigit),
        let low = part.last.flatMap(Values.hexDigit)
      else { return nil }
      address = address << 8 | UInt64(high << 4 | low)
    }
    return address
  }

  private static func adapterText(_ adapter: RadioOptions.Adapter) -> String {
    switch adapter {
    case .first: "first"
    case .index(let index): "hci\(index)"
    case .address(let address): addressText(address)
    case .socket(let path): "unix:\(path)"
    }
  }

  private static func addressText(_ address: UInt64) -> String {
    var text = ""
    for index in 0..<6 {
      if index > 0 { text += ":" }
      text += Values.hexText(address >> UInt64(40 - 8 * index), digits: 2, isUpperCase: true)
    }
    return text
  }
}
