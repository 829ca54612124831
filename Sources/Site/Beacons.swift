import Advertisement
import Agent
import FixedPoint
import Host
import Ranging

/// Height above the floor of a beacon or access point whose document states none: between a wall's upper half and a
/// usual ceiling.
public let defaultBeaconHeight = Metres(5, over: 2)

extension SiteLoader {
  /// Reads one element of beacons.json: a third-party beacon.
  func addBeacon(_ element: Element) {
    let errorsBefore = problems.errorCount
    let name = name(of: element)
    let map = map(of: element)
    let identity = beaconIdentity(element)
    let power = measuredPower(element)
    let height = beaconHeight(element)
    guard let map else { return }
    let position = element.position(on: site.maps[map])
    guard let position, let name, let identity, problems.errorCount == errorsBefore else { return }
    _ = element.judge(position, on: site.maps[map], field: "")
    beaconCount += 1
    addBeam(
      Beam(map: UInt16(clamping: map), position: position, height: height, measuredPower: power), identity: identity,
      name: name, of: element, field: "")
  }

  private func beaconIdentity(_ element: Element) -> BeaconIdentity? {
    guard let type = element.text("type", required: true) else { return nil }
    switch type {
    case "ibeacon":
      return element.iBeacon(uuid: "ibeacon_uuid", major: "ibeacon_major", minor: "ibeacon_minor")
    case "eddystone-uid":
      return element.eddystoneUID(namespace: "eddystone_namespace", instance: "eddystone_instance")
    case "eddystone-url":
      return element.eddystoneURL("eddystone_url")
    default:
      element.error("type", found: quoted(type), expected: "\"ibeacon\", \"eddystone-uid\" or \"eddystone-url\"")
      return nil
    }
  }

  /// `power` as the measured power at 1 m. Exports carry the radio's transmit power here too, which says nothing about
  /// the level at 1 m; such a value is reported and not used.
  private func measuredPower(_ element: Element) -> Decibels? {
    guard let power = element.whole("power", in: -10_000...10_000) else { return nil }
    let range = MeasuredPower.saneRange
    guard range.contains(Decibels(power)) else {
      let (least, most) = (range.lowerBound.scaled(perUnit: 1), range.upperBound.scaled(perUnit: 1))
      element.warning(
        "power", found: "\(power)",
        expected: "the level at 1 m, from \(least) to \(most) dBm (the advertised one is used)")
      return nil
    }
    return Decibels(power)
  }

  /// `height` in metres above the floor.
  func beaconHeight(_ element: Element) -> Metres {
    guard let micro = element.decimal("height", exponent: 6, in: -10...100),
      let raw = metresRaw(micro: micro, per: 1_000_000)
    else { return defaultBeaconHeight }
    return Metres(raw: Int32(clamping: raw))
  }
}

extension Element {
  /// A UUID's 16 bytes, with or without dashes.
  func uuid(_ field: String, required: Bool = false) -> [UInt8]? {
    hex(field, count: 16, expected: "a UUID (32 hexadecimal digits)", required: required)
  }

  func iBeacon(uuid uuidField: String, major majorField: String, minor minorField: String) -> BeaconIdentity? {
    let uuid = uuid(uuidField, required: true)
    let major = whole(majorField, in: 0...65_535, required: true)
    let minor = whole(minorField, in: 0...65_535, required: true)
    guard let uuid, let major, let minor else { return nil }
    return iBeaconIdentity(uuid: uuid, major: major, minor: minor)
  }

  func eddystoneUID(namespace namespaceField: String, instance instanceField: String) -> BeaconIdentity? {
    let namespace = hex(namespaceField, count: 10, expected: "20 hexadecimal digits", required: true)
    let instance = hex(instanceField, count: 6, expected: "12 hexadecimal digits", required: true)
    guard let namespace, let instance else { return nil }
    return eddystoneUIDIdentity(namespace: namespace, instance: instance)
  }

  func eddystoneURL(_ field: String) -> BeaconIdentity? {
    guard let url = text(field, required: true, limit: messageLimit) else { return nil }
    let identity = eddystoneURLIdentity(url)
    if identity == nil {
      error(field, found: quoted(url), expected: "http:// or https:// and text that encodes to 17 bytes or fewer")
    }
    return identity
  }

  private func hex(_ field: String, count: Int, expected: String, required: Bool) -> [UInt8]? {
    guard let value = text(field, required: required) else { return nil }
    let bytes = hexBytes(value, count: count)
    if bytes == nil { error(field, found: quoted(value), expected: expected) }
    return bytes
  }
}
