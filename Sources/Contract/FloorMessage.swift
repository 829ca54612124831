import Agent
import FixedPoint
import Wire

extension MessageEncoder {
  /// `event/floor/enter` and `event/floor/exit`. `duration` is the stay in ms, null on enter.
  mutating func write(_ visit: FloorVisit, isOver: Bool, _ stamp: Stamp) {
    let map = map(visit.map)
    writer.beginObject()
    writer.identity(&ids)
    writer.text("trigger", isOver ? "exit" : "enter")
    writer.text("mapId", map?.name.id)
    writer.text("mapName", map?.name.name)
    writer.text("siteId", map?.name.siteId)
    writer.text("orgId", map?.name.orgId)
    writer.whole("level", map?.level)
    writer.time(visit.time, stamp)
    writer.stay(since: visit.since, time: visit.time, isOver: isOver, stamp)
    writer.endObject()
  }
}
