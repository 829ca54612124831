import Agent
import FixedPoint
import Wire

extension MessageEncoder {
  /// `event/wakeup`: the agent idled and woke up.
  ///
  /// `reason` is "region", "motion" or "site"; `region` names the region that was entered, `motion` the input that told
  /// of motion ("line", "accelerometer", "odometry", "radio"), `beacon` is the one that was heard: each null where it was
  /// not the reason. `idleTime` is how long the agent idled, ms.
  mutating func write(_ wakeup: Wakeup, _ stamp: Stamp) {
    let idleSince = stamp.unixMilliseconds(wakeup.idleSince)
    writer.beginObject()
    writer.identity(&ids)
    writer.text("reason", wakeup.reason.text)
    writer.key("region")
    if case .region(let index) = wakeup.reason {
      writer.beginObject()
      writeRegion(index)
      writer.endObject()
    } else {
      writer.null()
    }
    if case .motion(let source) = wakeup.reason {
      writer.text("motion", source.text)
    } else {
      writer.text("motion", nil)
    }
    writeBeacon("beacon", wakeup.beacon, rssi: wakeup.rssi)
    writer.time(wakeup.time, stamp)
    writer.key("idleSince")
    writer.value(iso8601: idleSince)
    writer.whole("idleSinceEpoch", Int(clamping: idleSince))
    writer.whole("idleTime", Int(clamping: wakeup.time.subtractingSaturating(wakeup.idleSince)))
    writer.endObject()
  }
}
