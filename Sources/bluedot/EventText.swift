import Agent
import FixedPoint
import Host
import Ranging
import Wire

/// Events as lines for people: time, what happened, where; aligned, and coloured on a terminal. Names come from
/// documents and are escaped.
struct EventText {
  let site: Site
  let isColoured: Bool
  /// What the configuration calls the watched regions.
  var regionNames: [String] = []

  private enum Colour: String {
    case plain = ""
    case green = "32"
    case yellow = "33"
    case cyan = "36"
    case magenta = "35"
    case dim = "2"
  }

  func line(for event: AgentEvent, wallOffset: Milliseconds) -> String {
    switch event {
    case .location(let location):
      let motion =
        location.hasMotion
        ? "\(decimal(location.speed, 1, width: 4)) m/s \(heading(location.heading))" : "  standing     "
      let age = location.source == .beacons ? "" : "  (no beacon for \(seconds(location.latency)) s)"
      let text =
        "x \(decimal(location.position.x, 2, width: 7))  y \(decimal(location.position.y, 2, width: 7)) m"
        + "  ± \(decimal(location.accuracy, 1, width: 4)) m  \(motion)  \(floorName(location.map))\(age)"
      return line(location.time, wallOffset, "position", text, location.source == .beacons ? .plain : .dim)
    case .map(let index, let time):
      return line(time, wallOffset, "map", floorName(index), .magenta)
    case .floorEnter(let visit):
      return line(visit.time, wallOffset, "floor +", floorName(visit.map), .magenta)
    case .floorExit(let visit):
      return line(
        visit.time, wallOffset, "floor -", "\(floorName(visit.map))\(stay(visit.since, visit.time))", .magenta)
    case .zoneEnter(let visit):
      return line(visit.time, wallOffset, "zone +", zoneName(visit.zone), .green)
    case .zoneExit(let visit):
      return line(visit.time, wallOffset, "zone -", "\(zoneName(visit.zone))\(stay(visit.since, visit.time))", .yellow)
    case .virtualBeacon(let range):
      let detail = site.virtualBeaconDetails[range.beacon]
      let name = detail.name.name ?? detail.name.id
      let message = detail.message.map { "  \"\($0)\"" } ?? ""
      let text =
        range.proximity == .unknown
        ? "\(printable(name)) out of range"
        : "\(printable(name)) \(proximityText(range.proximity)), \(decimal(range.distance, 1)) m\(printable(message))"
      return line(range.time, wallOffset, "vbeacon", text, .cyan)
    case .regionEnter(let visit):
      return line(visit.time, wallOffset, "region +", "\(regionName(visit.region))\(level(visit.rssi))", .green)
    case .regionExit(let visit):
      return line(
        visit.time, wallOffset, "region -", "\(regionName(visit.region))\(stay(visit.since, visit.time))", .yellow)
    case .regionRange(let range):
      return line(range.time, wallOffset, "range", rangeText(range), .dim)
    case .wakeup(let wakeup):
      let text = "\(reason(wakeup.reason))\(level(wakeup.rssi)); idled\(stay(wakeup.idleSince, wakeup.time, " for"))"
      return line(wakeup.time, wallOffset, "wakeup", text, .magenta)
    case .idle(let idling):
      let text = idling.reason == .silence ? "nothing of the site is heard" : "no motion"
      return line(idling.time, wallOffset, "idle", text, .magenta)
    case .mode(let from, let to, let time):
      return line(time, wallOffset, "mode", "\(from.text) → \(to.text)", .dim)
    }
  }

  private func rangeText(_ range: RegionRange) -> String {
    guard let nearest = range.beacons.first else { return "\(regionName(range.region)): no beacon" }
    let count = range.beacons.count == 1 ? "1 beacon" : "\(range.beacons.count) beacons"
    let distance = nearest.accuracy.map { ", \(decimal($0, 1)) m" } ?? ""
    return "\(regionName(range.region)): \(count), nearest \(proximityText(nearest.proximity))\(distance)"
  }

  private func reason(_ reason: WakeupReason) -> String {
    switch reason {
    case .region(let index): "region \(regionName(index))"
    case .motion(let source): "motion (\(source.text))"
    case .site: "beacon of the site"
    }
  }

  private func regionName(_ region: Int) -> String {
    regionNames.indices.contains(region) ? printable(regionNames[region]) : "number \(region + 1)"
  }

  private func level(_ rssi: Int8?) -> String { rssi.map { " (\($0) dBm)" } ?? "" }

  private func line(
    _ time: Milliseconds, _ wallOffset: Milliseconds, _ kind: String, _ text: String, _ colour: Colour
  ) -> String {
    let stamp = iso8601(unixMilliseconds: time.addingSaturating(wallOffset))
    // The date is the same on every line of a walk; what is left is "08:00:01.000".
    let clock = String(stamp.dropFirst(11).dropLast(1))
    let padding = String(repeating: " ", count: max(1, 10 - kind.utf8.count))
    let plain = "\(clock)  \(kind)\(padding)\(text)"
    guard isColoured, colour != .plain else { return plain }
    return "\u{1B}[\(colour.rawValue)m\(plain)\u{1B}[0m"
  }

  private func floorName(_ map: Int) -> String {
    let map = site.maps[map]
    let name = printable(map.name.name ?? map.name.id)
    return map.level.map { "\(name) (level \($0))" } ?? name
  }

  private func zoneName(_ zone: Int) -> String { printable(site.zoneNames[zone].name ?? site.zoneNames[zone].id) }

  private func stay(_ since: Milliseconds, _ until: Milliseconds, _ word: String = " after") -> String {
    "\(word) \(seconds(until.subtractingSaturating(since))) s"
  }

  private func heading(_ angle: BinaryAngle?) -> String {
    guard let angle else { return "     " }
    let degrees = String((angle.tenthsOfDegree + 5) / 10 % 360)
    return String(repeating: " ", count: 3 - degrees.utf8.count) + degrees + "°"
  }

  /// A length or speed in units with one or two decimals.
  private func decimal<Quantity: FixedPointFormat>(_ value: Quantity, _ decimals: Int, width: Int = 0) -> String {
    let text = decimalText(value.scaled(perUnit: decimals == 1 ? 10 : 100), decimals: decimals)
    return String(repeating: " ", count: max(0, width - text.utf8.count)) + text
  }

  /// A duration in seconds with one decimal.
  private func seconds(_ duration: Milliseconds) -> String {
    decimalText(Int(duration.dividedRounding(by: 100, .toNearestOrAwayFromZero)), decimals: 1)
  }
}
