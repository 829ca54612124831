import Agent
import FixedPoint
import Places
import Wire

extension MessageEncoder {
  /// `event/zone/enter` and `event/zone/exit` (Mist.Zone).
  ///
  /// `zonePosition` is where the device was; `duration` is the stay in ms, null on enter. A zone whose document names
  /// no site or organisation belongs to its map's.
  mutating func write(_ visit: ZoneVisit, isOver: Bool, _ stamp: Stamp) {
    let name = site.zoneNames.indices.contains(visit.zone) ? site.zoneNames[visit.zone] : nil
    let zone = site.zones.indices.contains(visit.zone) ? site.zones[visit.zone] : nil
    let map = zone.flatMap { self.map(Int($0.map)) }
    writer.beginObject()
    writer.identity(&ids)
    writer.text("trigger", isOver ? "exit" : "enter")
    writer.text("zoneId", name?.id)
    writer.text("name", name?.name)
    writer.text("mapId", map?.name.id)
    writer.text("siteId", name?.siteId ?? map?.name.siteId)
    writer.text("orgId", name?.orgId ?? map?.name.orgId)
    writer.whole("level", map?.level)
    writer.position("zonePosition", visit.position)
    writer.time(visit.time, stamp)
    writer.stay(since: visit.since, time: visit.time, isOver: isOver, stamp)
    writer.endObject()
  }
}
