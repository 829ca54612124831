import FixedPoint
import Host
import Radio

/// What `bluedot scan` was asked to do.
struct ScanOptions {
  var radio = RadioOptions()
  var order = ScanTable.Order.rssi
  var isJSON = false
  /// Devices that are no beacons, too.
  var takesDevices = false
  var site: String?
  /// A recording to read in place of the radio.
  var from: String?
  /// Where to record.
  var record: String?
  /// Ends by itself after this time, ms.
  var duration: Milliseconds?

  /// A week, s.
  private static let longestDuration = 604_800

  static let help = """
    usage: bluedot scan [options]

    Listens with a Bluetooth adapter and shows the beacons in a table: identity, kind, name, RSSI of the last
    advertisement and smoothed, distance with its standard deviation, proximity, advertisements a second, and when it
    was seen last. On a terminal the table is refreshed twice a second; elsewhere it is printed every 5 s. Ctrl-C ends
    it with a summary.

      --site DIR       name the site's beacons; `bluedot check` explains what is wrong with a site
      --sort ORDER     rssi (the strongest first, the default), name, rate or seen
      --all            show devices that are no beacons, too
      --json           print each advertisement as one JSON object a line, as `bluedot decode` does, with name, beaconId,
                       filteredRssi (dBm), distance and uncertainty (m), proximity; the summary goes to standard error
      --record FILE    also record what is heard, for `bluedot replay`, btmon -r and Wireshark (64 MB at most)
      --adapter NAME   first (the default), hci0, an adapter's address, or unix:/PATH for a controller behind a socket
      --active         ask for scan responses; costs the beacons' batteries
      --duration S     end after S seconds
      --from FILE      read a recording (btmon -w, hcidump -w, --record) in place of the radio, and show its last state
      --help           print this

    Needs CAP_NET_RAW and CAP_NET_ADMIN (or root), unless with --from. An adapter that is missing, blocked or not
    permitted is told with what to do, and waited for.

    Exit code: 0 when the radio listened, or the recording was read to its end; 1 for a problem; 2 for wrong usage.

    """

  init(_ arguments: inout Arguments) throws(UsageError) {
    switch try arguments.value("--sort") {
    case nil, "rssi": order = .rssi
    case "name": order = .name
    case "rate": order = .rate
    case "seen": order = .seen
    case let other?: throw UsageError(message: "--sort is \"\(other)\"; expected rssi, name, rate or seen")
    }
    isJSON = arguments.flag("--json")
    takesDevices = arguments.flag("--all")
    radio.isActive = arguments.flag("--active")
    site = try Self.path("--site", &arguments)
    from = try Self.path("--from", &arguments)
    record = try Self.path("--record", &arguments)
    let adapter = try arguments.value("--adapter")
    if let adapter {
      guard let named = RadioOptions.Adapter(name: adapter) else {
        throw UsageError(message: "--adapter is \"\(adapter)\"; expected \(RadioOptions.Adapter.expectedName)")
      }
      radio.adapter = named
    }
    let seconds = try arguments.number("--duration", in: 1...Self.longestDuration)
    duration = seconds.map { Milliseconds($0) * 1_000 }
    _ = try arguments.positionals([])
    guard from != nil else { return }
    for (name, isGiven) in [
      ("--record", record != nil), ("--adapter", adapter != nil), ("--active", radio.isActive),
      ("--duration", duration != nil),
    ] where isGiven {
      throw UsageError(message: "\(name) is for the radio, and --from reads a recording in its place")
    }
  }

  private static func path(_ name: String, _ arguments: inout Arguments) throws(UsageError) -> String? {
    guard let path = try arguments.value(name) else { return nil }
    guard !path.isEmpty else { throw UsageError(message: "\(name) is empty") }
    return path
  }
}
