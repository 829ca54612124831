import Advertisement
import Agent
import FixedPoint
import Host
import Ranging

/// Entries of `minors` of the models whose beams are known: eight directional beams and an omnidirectional one.
private let beamCount = 9

extension SiteLoader {
  /// Reads one element of devices.json. Access points that stand on a map give their beams; what is no access point
  /// (`type` other than "ap") is passed over.
  func addDevice(_ element: Element) {
    let errorsBefore = problems.errorCount
    if let type = element.text("type"), type != "ap" { return }
    let name = name(of: element)
    guard element.node.member("map_id") != nil else {
      element.warning("map_id", found: "nothing", expected: "an access point on a map (this one is left out)")
      return
    }
    guard element.node.member("ble_stat") != nil else {
      element.warning("ble_stat", found: "nothing", expected: "the identities it sends (this one is left out)")
      return
    }
    let map = map(of: element)
    let orientation = element.degrees("orientation") ?? 0
    let height = beaconHeight(element)
    guard let map, let radio = element.object("ble_stat") else { return }
    radioKeys.check(radio)
    let position = element.position(on: site.maps[map])
    guard let name, let position, problems.errorCount == errorsBefore else { return }
    _ = element.judge(position, on: site.maps[map], field: "")
    accessPointCount += 1
    let beam = Beam(map: UInt16(clamping: map), position: position, height: height)
    addVirtualBeams(radio, beam, orientation: orientation, name: name)
    addConventionalBeacons(radio, beam, name: name)
  }

  /// The access point's own beams: one for each entry of `minors` that is not -1 (off).
  ///
  /// Their directions are an assumption. Public documents say that a model with nine beams has eight directional ones
  /// and an omnidirectional one, but not which is which: here entries 0…7 point clockwise in steps of 45° from the
  /// access point's orientation (clockwise from the map's up), and entry 8 is omnidirectional. With other numbers of
  /// entries all count as omnidirectional.
  private func addVirtualBeams(_ radio: Element, _ beam: Beam, orientation: Int, name: Name) {
    // An access point whose vBLE is off has null or "" here.
    guard let list = radio.array("minors"), list.first != nil else { return }
    guard let uuid = radio.uuid("uuid", required: true),
      let major = radio.whole("major", in: 0...65_535, required: true)
    else { return }
    var minors: [Int] = []
    var next = list.first
    while let node = next {
      let field = "minors[\(minors.count)]"
      guard minors.count < minorLimit else {
        radio.error("minors", found: "more than \(minorLimit) entries", expected: "one for each beam")
        return
      }
      guard let minor = node.whole, (-1...65_535).contains(minor) else {
        radio.error(
          field, found: node.summary, expected: "a whole number from 0 to 65535, or -1 for a beam that is off")
        return
      }
      minors.append(minor)
      next = node.next
    }
    if minors.count != beamCount {
      radio.warning(
        "minors", found: "\(minors.count) \(minors.count == 1 ? "entry" : "entries")",
        expected: "\(beamCount), one for each beam of a known model (these beams are all taken as omnidirectional)")
    }
    for (index, minor) in minors.enumerated() where minor >= 0 {
      var directed = beam
      if minors.count == beamCount && index < 8 { directed.azimuth = BinaryAngle(degrees: orientation + 45 * index) }
      addBeam(
        directed, identity: iBeaconIdentity(uuid: uuid, major: major, minor: minor), name: name, of: radio,
        field: "minors[\(index)]")
    }
  }

  /// The iBeacon, Eddystone-UID and Eddystone-URL that an access point may send beside its beams: each counts when its
  /// fields are there and its `…_enabled` is not false.
  private func addConventionalBeacons(_ radio: Element, _ beam: Beam, name: Name) {
    if isOn(radio, "ibeacon_enabled", "ibeacon_uuid"),
      let identity = radio.iBeacon(uuid: "ibeacon_uuid", major: "ibeacon_major", minor: "ibeacon_minor")
    {
      addBeam(beam, identity: identity, name: name, of: radio, field: "ibeacon_uuid")
    }
    if isOn(radio, "eddystone_uid_enabled", "eddystone_uid_namespace"),
      let identity = radio.eddystoneUID(namespace: "eddystone_uid_namespace", instance: "eddystone_uid_instance")
    {
      addBeam(beam, identity: identity, name: name, of: radio, field: "eddystone_uid_namespace")
    }
    if isOn(radio, "eddystone_url_enabled", "eddystone_url_url"), let identity = radio.eddystoneURL("eddystone_url_url")
    {
      addBeam(beam, identity: identity, name: name, of: radio, field: "eddystone_url_url")
    }
  }

  private func isOn(_ radio: Element, _ enabled: String, _ field: String) -> Bool {
    radio.flag(enabled) != false && radio.text(field, limit: messageLimit) != nil
  }
}
