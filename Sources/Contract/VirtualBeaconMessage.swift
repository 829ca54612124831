import Agent
import FixedPoint
import Places
import Ranging
import Wire

extension MessageEncoder {
  /// `event/vbeacon` (Mist.VirtualBeacon).
  ///
  /// `position` is the virtual beacon's place on its map; `additionalInfo` holds what was measured: `proximity`
  /// ("immediate", "near", "far", and "unknown" once it is out of range), `distance` in metres, and `rssi` in dBm as a
  /// real beacon of this power would show it here. A virtual beacon whose document names no site or organisation
  /// belongs to its map's.
  mutating func write(_ range: VirtualBeaconRange, _ stamp: Stamp) {
    let details = site.virtualBeaconDetails
    let detail = details.indices.contains(range.beacon) ? details[range.beacon] : nil
    let beacons = site.virtualBeacons
    let beacon = beacons.indices.contains(range.beacon) ? beacons[range.beacon] : nil
    let map = beacon.flatMap { self.map(Int($0.map)) }
    writer.beginObject()
    writer.identity(&ids)
    writer.time(range.time, stamp)
    writer.text("vbId", detail?.name.id)
    writer.text("name", detail?.name.name)
    writer.text("mapId", map?.name.id)
    writer.text("siteId", detail?.name.siteId ?? map?.name.siteId)
    writer.text("orgId", detail?.name.orgId ?? map?.name.orgId)
    writer.text("vbUUID", detail?.uuid)
    writer.whole("vbMajor", detail?.major)
    writer.whole("vbMinor", detail?.minor)
    writer.whole("power", beacon?.power.whole())
    writer.text("powerMode", detail?.powerMode)
    writer.text("message", detail?.message)
    writer.text("url", detail?.url)
    writer.position("position", beacon?.position)
    writeAdditionalInfo(range, level: map?.level, stamp)
    writer.endObject()
  }

  private mutating func writeAdditionalInfo(_ range: VirtualBeaconRange, level: Int?, _ stamp: Stamp) {
    let unix = stamp.unixMilliseconds(range.time)
    writer.key("additionalInfo")
    writer.beginObject()
    writer.text("proximity", range.proximity.text)
    writer.metres("distance", range.distance)
    writer.whole("rssi", range.rssi.whole())
    writer.key("timestamp")
    writer.value(iso8601: unix)
    writer.whole("timeEpoch", Int(clamping: unix))
    writer.whole("level", level)
    writer.position("userPosition", range.position)
    writer.endObject()
  }
}

extension Proximity {
  var text: String {
    switch self {
    case .unknown: "unknown"
    case .immediate: "immediate"
    case .near: "near"
    case .far: "far"
    }
  }
}
