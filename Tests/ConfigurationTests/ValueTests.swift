import Broker
import Host
import Lines
import Radio
import Testing

@testable import Configuration

/// Each key's values: what is taken, as what, and what is refused with which words.
@Suite struct ValueTests {
  @Test(arguments: [
    ("agent.location-interval", "500ms", "500 ms"), ("agent.location-interval", "1.5 s", "1500 ms"),
    ("agent.location-interval", "1 h", "1 h"), ("agent.lost-after", "120 s", "2 min"),
    ("agent.lost-after", "0.05 h", "3 min"), ("idle.after", "never", "never"), ("idle.after", "5000 ms", "5 s"),
    ("idle.without-motion", "24 h", "24 h"), ("idle.without-motion", "0.1 min", "6 s"),
    ("wake.time-limit", "90\ts", "90 s"), ("radio.adapter", "first", "first"), ("radio.adapter", "hci7", "hci7"),
    ("radio.adapter", "hci65535", "hci65535"), ("radio.adapter", "aa:bb:0c:dd:ee:0f", "AA:BB:0C:DD:EE:0F"),
    ("radio.adapter", "unix:/run/controller", "unix:/run/controller"), ("radio.scan", "active", "active"),
    ("radio.tracking", "30/40 ms", "30/40 ms"), ("radio.searching", "54/60 ms", "53.75/60 ms"),
    ("radio.idle", "2.5ms / 10240ms", "2.5/10240 ms"), ("radio.idle", "10/10 ms", "10/10 ms"),
    ("radio.idle", "100.625/1000.3 ms", "100.625/1000 ms"), ("radio.silence-limit", "5 s", "5 s"),
    ("log.level", "verbose", "verbose"), ("log.level", "critical", "critical"),
    ("record.max-size", "1.5 GB", "1500 MB"), ("record.max-size", "1001 kB", "1001 kB"),
    ("record.file", "/data/walk.btsnoop", "/data/walk.btsnoop"), ("device.name", "Wagen 7, Süd", "Wagen 7, Süd"),
    ("device.state-directory", "", ""), ("motion.accelerometer", "auto", "auto"),
    ("motion.accelerometer", "none", "none"), ("motion.accelerometer", "/sys/x", "/sys/x"),
    ("motion.threshold", "00750", "750"), ("wake.hook", "", ""), ("wake.hook", "/bin/a  b\tc", "/bin/a b c"),
    ("wake.hook", #"/bin/a "b c" "" "d\"e\\" f"g h"i"#, #"/bin/a "b c" "" "d\"e\\" "fg hi""#),
    ("wake.hook", #"/bin/a \n "#, #"/bin/a \n"#), ("wake.hook", ##"/bin/a "#x" y#z"##, ##"/bin/a "#x" y#z"##),
  ])
  func takes(key: String, text: String, value: String) throws {
    let (section, name) = Self.parts(key)
    let load = Scene("[\(section)]\n\(name) = \(text)\n").load()
    #expect(load.problems.filter { $0.severity == .error } == [])
    #expect(load.values[key] == value)
    // What is shown can be set, and is the same then.
    let again = Scene("[\(section)]\n\(name) = \(value)\n").load()
    #expect(again.values == load.values && !again.hasErrors)
  }

  @Test(arguments: [
    ("agent.location-interval", "500", "a duration with its unit (ms, s, min, h) from 500 ms to 1 h"),
    ("agent.location-interval", "0.4 s", "a duration with its unit (ms, s, min, h) from 500 ms to 1 h"),
    ("agent.location-interval", "-1 s", "a duration with its unit (ms, s, min, h) from 500 ms to 1 h"),
    ("agent.location-interval", "1 day", "a duration with its unit (ms, s, min, h) from 500 ms to 1 h"),
    ("agent.location-interval", "999999999999999999 h", "a duration with its unit (ms, s, min, h) from 500 ms to 1 h"),
    ("agent.location-interval", "999999999999 h", "a duration with its unit (ms, s, min, h) from 500 ms to 1 h"),
    ("agent.location-interval", "1.2345 s", "a duration with its unit (ms, s, min, h) from 500 ms to 1 h"),
    ("agent.location-interval", "1. s", "a duration with its unit (ms, s, min, h) from 500 ms to 1 h"),
    ("agent.location-interval", "never", "a duration with its unit (ms, s, min, h) from 500 ms to 1 h"),
    ("agent.lost-after", "700.5 ms", "a duration with its unit (ms, s, min, h) from 2 s to 1 h"),
    ("idle.after", "4 s", "a duration with its unit (ms, s, min, h) from 5 s to 24 h, or never"),
    ("idle.after", "0 s", "a duration with its unit (ms, s, min, h) from 5 s to 24 h, or never"),
    ("radio.adapter", "hci", "first, hci0, an address such as AA:BB:CC:DD:EE:FF, or unix:/PATH"),
    ("radio.adapter", "hci65536", "first, hci0, an address such as AA:BB:CC:DD:EE:FF, or unix:/PATH"),
    ("radio.adapter", "AA:BB:CC:DD:EE", "first, hci0, an address such as AA:BB:CC:DD:EE:FF, or unix:/PATH"),
    ("radio.adapter", "AA:BB:CC:DD:EE:FG", "first, hci0, an address such as AA:BB:CC:DD:EE:FF, or unix:/PATH"),
    ("radio.adapter", "unix:x", "first, hci0, an address such as AA:BB:CC:DD:EE:FF, or unix:/PATH"),
    ("radio.scan", "on", "passive or active"),
    ("radio.tracking", "40/30 ms", Self.timing), ("radio.tracking", "30/40", Self.timing),
    ("radio.tracking", "30/40 s", Self.timing), ("radio.tracking", "2/40 ms", Self.timing),
    ("radio.tracking", "30/10241 ms", Self.timing), ("radio.tracking", "/ ms", Self.timing),
    ("radio.tracking", "30 ms", Self.timing), ("radio.tracking", "1/2/3 ms", Self.timing),
    ("log.level", "warn", "verbose, debug, info, warning, error or critical"),
    ("record.max-size", "64", "a size with its unit (kB, MB, GB) from 1 MB to 1000 GB"),
    ("record.max-size", "999 kB", "a size with its unit (kB, MB, GB) from 1 MB to 1000 GB"),
    ("record.max-size", "1000.0005 kB", "a size with its unit (kB, MB, GB) from 1 MB to 1000 GB"),
    ("record.file", "walk.btsnoop", "an absolute path, beginning with /"),
    ("motion.threshold", "9", "a whole number from 10 to 50000"),
    ("motion.threshold", "+500", "a whole number from 10 to 50000"),
    ("motion.threshold", "٥٠٠", "a whole number from 10 to 50000"),
    (
      "motion.accelerometer", "bma400",
      "none, auto, or an IIO device's directory such as /sys/bus/iio/devices/iio:device0"
    ),
    ("lamps.active-low", "maybe", "yes or no"),
    ("wake.hook", "notify-send hello", "a program's absolute path, beginning with /, and its arguments"),
    ("wake.hook", "\"\" a", "a program's absolute path, beginning with /, and its arguments"),
    ("broker.port", "0", "a whole number from 1 to 65535"), ("broker.port", "1883.5", "a whole number from 1 to 65535"),
    ("broker.keep-alive", "4 s", "a duration with its unit (ms, s, min, h) from 5 s to 65535 s"),
    ("broker.keep-alive", "5.5 s", "a whole number of seconds, such as 30 s"),
    ("broker.host", "b:1883", "a host name or an address alone; the port has a key of its own, port"),
    ("broker.host", "[::1]:1883", "a host name or an address alone; the port has a key of its own, port"),
    ("broker.host", "a b", "a host name or an address: letters, digits, and - . _"),
    (
      "broker.password-credential", "../secret",
      "the name of a systemd credential (LoadCredential= in the unit): letters, digits, and - . _"
    ),
    (
      "broker.password-credential", "..",
      "the name of a systemd credential (LoadCredential= in the unit): letters, digits, and - . _"
    ),
  ])
  func refuses(key: String, text: String, expected: String) throws {
    let (section, name) = Self.parts(key)
    let first = Scene("[\(section)]\n\(name) = \(text)\n").report().first { !$0.contains("has no host") }
    #expect(first == "bluedot.conf:2: error: \(name) in [\(section)] is \"\(text)\"; expected \(expected)")
  }

  private static let timing =
    "window/interval, such as 30/40 ms, each from 2.5 to 10240 ms, the window at most the interval"

  @Test(arguments: ["agent.lost-after", "radio.adapter", "broker.username", "broker.password", "motion.line"])
  func anEmptyValueIsNone(key: String) throws {
    let (section, name) = Self.parts(key)
    let report = Scene("[\(section)]\n\(name) =\n").report()
    #expect(report.first?.hasPrefix("bluedot.conf:2: error: \(name) in [\(section)] is empty; expected ") == true)
  }

  @Test(arguments: [
    ("a/b", "device name 'a/b': may not contain '/', which has a meaning in topics"),
    (String(repeating: "x", count: 65), "device name: has 65 bytes; at most 64 are allowed"),
  ])
  func badDeviceNames(name: String, message: String) {
    #expect(Scene("[device]\nname = \(name)\n").report() == ["bluedot.conf:2: error: \(message)"])
  }

  @Test(arguments: [
    (#"/bin/a "b c"#, "a quotation mark of the hook is not closed"),
    (#"/bin/a "b\"#, "a quotation mark of the hook is not closed"),
    ("/bin/a # greets", "an argument of the hook begins with # or ;; put it in quotes, or a comment on its own line"),
    ("/bin/a ;greets", "an argument of the hook begins with # or ;; put it in quotes, or a comment on its own line"),
  ])
  func badHooks(hook: String, message: String) {
    #expect(Scene("[wake]\nhook = \(hook)\n").report() == ["bluedot.conf:2: error: \(message)"])
  }

  @Test func flagsHaveTheUsualNames() {
    for (text, value) in [
      ("yes", true), ("true", true), ("on", true), ("1", true), ("no", false), ("false", false), ("off", false),
      ("0", false),
    ] {
      let load = Scene("[lamps]\nstatus = A\nstatus-active-low = \(text)\n").load()
      #expect(load.configuration.lamps.status == LineAddress(chip: nil, line: .name("A"), isActiveLow: value))
    }
  }

  @Test func valuesArriveInTheOptions() {
    let load = Scene(
      """
      [radio]
      adapter = 00:1A:7D:DA:71:13
      scan = active
      tracking = 20/50 ms
      [agent]
      location-interval = 2 s
      [log]
      level = debug
      [wake]
      hook = /bin/true "a b"
      time-limit = 5 s
      [record]
      file = /tmp/a
      max-size = 2 MB
      [idle]
      after = never
      """
    ).load()
    let configuration = load.configuration
    #expect(configuration.radio.adapter == .address(0x001A_7DDA_7113) && configuration.radio.isActive)
    #expect(configuration.radio.tracking == RadioOptions.Timing(window: 32, interval: 80))
    #expect(configuration.agent.locationInterval == 2_000 && configuration.logLevel == .debug)
    #expect(configuration.hook == ["/bin/true", "a b"] && configuration.hookTimeLimit == 5_000)
    #expect(configuration.recordFile == "/tmp/a" && configuration.recordLimit == 2_000_000)
    #expect(configuration.agent.idleAfterSilence == 0 && configuration.agent.idleWithoutMotion == 600_000)
    #expect(configuration.broker == nil && configuration.device == "board-1")
  }

  private static func parts(_ key: String) -> (section: String, name: String) {
    let parts = key.split(separator: ".")
    return (String(parts[0]), String(parts[1]))
  }
}
