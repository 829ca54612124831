import Advertisement
import Agent
import FixedPoint
import Host
import Ranging
import Recording
import Wire

/// What `bluedot scan` takes in, from the radio or from a recording: the table, and the JSON lines.
final class ScanSession {
  var table: ScanTable
  private(set) var reports: UInt64 = 0
  private let output: OutputStream
  private let isJSON: Bool
  private var parser = EventParser()
  private var writer = JSONWriter(capacity: 1_024)

  init(site: Site?, options: ScanOptions, output: OutputStream) {
    table = ScanTable(site: site, takesDevices: options.takesDevices)
    isJSON = options.isJSON
    self.output = output
  }

  /// Takes an HCI event.
  ///
  /// - Parameters:
  ///   - time: a clock that does not jump, ms.
  ///   - wallOffset: time of day less that clock, ms.
  func take(_ event: RawSpan, hasPacketType: Bool, adapter: UInt16, at time: Milliseconds, wallOffset: Milliseconds) {
    let count = parser.parse(packet: event, hasPacketType: hasPacketType, adapter: adapter) { report, frame, data in
      let outcome = table.add(report, frame, at: time)
      guard isJSON else { return }
      let index: Int?
      switch outcome {
      case .entry(let found): index = found
      case .noRoom: index = nil
      case .leftOut: return
      }
      writer.reset()
      writer.beginObject()
      writer.writeFields(report, frame, data, time: time.addingSaturating(wallOffset), adapter: adapter)
      if let index { writer.writeFields(table.entries[index], of: table.site) }
      writer.endObject()
      output.write(bytes: writer.bytes)
      output.write("\n")
    }
    reports += UInt64(count)
  }

  /// What was heard and what was dropped, in lines for people.
  func summary(over duration: Milliseconds) -> [String] {
    var (ours, beacons, devices) = (0, 0, 0)
    for entry in table.entries {
      if entry.beam != nil { ours += 1 }
      if entry.key.isBeacon { beacons += 1 } else { devices += 1 }
    }
    var text = counted(beacons, "beacon", "beacons")
    if table.site != nil { text += " (\(ours) of the site)" }
    if table.takesDevices { text += " and " + counted(devices, "device", "devices") }
    text += ", \(reports) advertising reports in \(decimalText(Int(duration / 100), decimals: 1)) s"
    if duration >= 1_000 {
      let tenths = (Int64(clamping: reports) * 10_000).dividedRounding(by: duration, .toNearestOrAwayFromZero)
      text += ", \(decimalText(Int(tenths), decimals: 1)) a second"
    }
    var notes: [String] = []
    func note(_ count: UInt64, _ what: String) { if count > 0 { notes.append("\(count) \(what)") } }
    note(table.evicted, "made room for others")
    note(table.crowdedOut, "without room in the table")
    parser.discards.forEach { reason, count in note(UInt64(count), "\(reason.name)") }
    guard !notes.isEmpty else { return [text] }
    var line = "  of these: "
    for (index, note) in notes.enumerated() { line += index == 0 ? note : ", \(note)" }
    return [text, line]
  }
}

extension JSONWriter {
  /// What the table adds to an advertisement of one of its beacons.
  fileprivate mutating func writeFields(_ entry: ScanEntry, of site: Site?) {
    if let site, let beam = entry.beam {
      key("name")
      value(site.beamNames[beam].name)
      key("beaconId")
      value(site.beamNames[beam].id)
    }
    let range = entry.range
    key("filteredRssi")
    if let level = entry.level { value(level, decimals: 1) } else { null() }
    key("distance")
    if let range { value(range.distance, decimals: 2) } else { null() }
    key("uncertainty")
    if let range { value(range.uncertainty, decimals: 2) } else { null() }
    key("proximity")
    value(proximityText(range?.proximity ?? .unknown))
  }
}
