import Host
import Radio

extension Section {
  static func radioSettings() -> [Setting] {
    [
      Setting("adapter") { draft, text, _ throws(ValueFault) in
        guard let adapter = RadioOptions.Adapter(name: text) else {
          throw .expected("\(RadioOptions.Adapter.expectedName)")
        }
        draft.configuration.radio.adapter = adapter
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
