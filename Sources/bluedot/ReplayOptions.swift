import Broker
import Host

/// What `bluedot replay` was asked to do.
struct ReplayOptions {
  enum Format {
    case text
    case jsonl
  }

  var recording = ""
  /// `nil`: the configuration's.
  var site: String?
  /// The configuration file; `nil` for the defaults.
  var configuration: String?
  var format = Format.text
  /// How many times faster than recorded; `nil` for as fast as can be.
  var speed: Int?
  /// Where to publish; `nil` when not asked to.
  var broker: BrokerOptions?

  static let help = """
    usage: bluedot replay FILE --site DIR [options]

    Plays a recording of Bluetooth advertisements through the agent and prints what it would have told: positions, zones
    entered and left, virtual beacons in range, floors, and with a configuration regions and wake-ups. Times are the
    recording's own; the same recording and site give the same output, byte for byte, at any speed and on any machine.
    A recording of `bluedot run` also gives what that run told, with its site and its configuration.

      FILE               btsnoop recording (btmon -w, hcidump -w), or - for standard input
      --site DIR         folder with the site's documents; `bluedot check` explains what is wrong with one
      --config FILE      a configuration: its regions are watched, and the agent idles as it says; its site counts where
                         --site is not given. `bluedot config` explains what is wrong with one
      --format FORMAT    text for people (the default), or jsonl: one {"topic": …, "payload": …} object per line
      --speed SPEED      max for no waiting (the default), 1 for real time, N for N times faster
      --publish          also publish to an MQTT broker, below bluedot/<device>/
      --broker HOST:PORT broker to publish to (default 127.0.0.1:1883)
      --device NAME      the device's name in topics (default replay)
      --username NAME    for brokers that ask for it; the password is taken from BLUEDOT_PASSWORD
      --help             print this

    Exit code: 0 when the recording was played and positions came out of it; 1 for a problem in the recording, the site
    or the broker; 2 for wrong usage.

    """

  init(_ arguments: inout Arguments) throws(UsageError) {
    switch try arguments.value("--format") {
    case nil, "text": format = .text
    case "jsonl": format = .jsonl
    case let other?: throw UsageError(message: "--format is \"\(other)\"; expected text or jsonl")
    }
    speed = try Self.speed(arguments.value("--speed"))
    broker = try Self.broker(&arguments)
    configuration = try arguments.value("--config")
    guard configuration != "" else { throw UsageError(message: "--config is empty; expected a configuration file") }
    site = try arguments.value("--site")
    guard site != "" else {
      throw UsageError(message: "--site is empty; expected the folder with maps.json and beacons.json")
    }
    guard site != nil || configuration != nil else {
      throw UsageError(message: "--site DIR is missing: the folder with maps.json and beacons.json")
    }
    recording = try arguments.positionals(["FILE"])[0]
  }

  private static func speed(_ text: String?) throws(UsageError) -> Int? {
    guard let text, text != "max" else { return nil }
    guard let number = Int(text), (1...10_000).contains(number) else {
      throw UsageError(message: "--speed is \"\(text)\"; expected max, or a whole number from 1 to 10000")
    }
    return number
  }

  private static func broker(_ arguments: inout Arguments) throws(UsageError) -> BrokerOptions? {
    let isWanted = arguments.flag("--publish")
    let address = try arguments.value("--broker")
    let device = try arguments.value("--device")
    let username = try arguments.value("--username")
    guard isWanted else {
      for (name, value) in [("--broker", address), ("--device", device), ("--username", username)] where value != nil {
        throw UsageError(message: "\(name) means nothing without --publish")
      }
      return nil
    }
    do throws(BrokerError) {
      var options = BrokerOptions(
        address: try BrokerAddress.parse(address ?? "127.0.0.1"), device: device ?? "replay", username: username,
        password: username == nil ? nil : Process.environment("BLUEDOT_PASSWORD").map { Secret($0) })
      options.jitterSeed = Process.randomSeed()
      try options.validate()
      return options
    } catch {
      throw UsageError(message: error.message)
    }
  }
}
