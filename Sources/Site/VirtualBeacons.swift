import Agent
import FixedPoint
import Places
import Wire

/// Power of a virtual beacon whose document states none, or whose `power_mode` is "default" (Mist's API), in dBm.
private let defaultPower = 4

extension SiteLoader {
  /// Reads one element of vbeacons.json.
  func addVirtualBeacon(_ element: Element) {
    let errorsBefore = problems.errorCount
    let name = name(of: element)
    let map = map(of: element)
    let uuid = element.uuid("uuid")
    let major = element.whole("major", in: 0...65_535)
    let minor = element.whole("minor", in: 0...65_535)
    let message = element.text("message", limit: messageLimit)
    let url = element.text("url", limit: messageLimit)
    let mode = element.text("power_mode")
    let power = element.whole("power", in: -30...100, required: mode == "custom") ?? defaultPower
    if let mode, mode != "default", mode != "custom" {
      element.error("power_mode", found: quoted(mode), expected: "\"default\" or \"custom\"")
    }
    guard let map else { return }
    let position = element.position(on: site.maps[map])
    guard let name, let position, problems.errorCount == errorsBefore else { return }
    _ = element.judge(position, on: site.maps[map], field: "")
    site.virtualBeacons.append(
      VirtualBeacon(
        map: UInt16(clamping: map), position: position, power: Decibels(mode == "default" ? defaultPower : power)))
    site.virtualBeaconDetails.append(
      VirtualBeaconDetail(
        name: name, uuid: uuid.map { uuidText(high: word($0, from: 0), low: word($0, from: 8)) }, major: major,
        minor: minor, powerMode: mode, message: message,
        url: url))
  }
}
