import Advertisement
import Agent
import FixedPoint
import Ranging
import Regions
import Wire

extension MessageEncoder {
  /// `event/region/enter` and `event/region/exit` (CoreLocation's CLBeaconRegion).
  ///
  /// `identifier` is the region's name; what it is made of follows its kind, and a part that any beacon may have is null:
  /// `uuid`, `major`, `minor`, or `namespace`, `instance` (Eddystone), or `orgId` (a Mist organisation). `state` is
  /// "inside" or "outside"; `beacon` is the one that entered, null on exit; `duration` is the stay in ms, null on enter.
  mutating func write(_ visit: RegionVisit, isOver: Bool, _ stamp: Stamp) {
    writer.beginObject()
    writer.identity(&ids)
    writer.text("trigger", isOver ? "exit" : "enter")
    writeRegion(visit.region)
    writer.text("state", isOver ? "outside" : "inside")
    writeBeacon("beacon", visit.beacon, rssi: visit.rssi)
    writer.time(visit.time, stamp)
    writer.stay(since: visit.since, time: visit.time, isOver: isOver, stamp)
    writer.endObject()
  }

  /// `event/region/range` (CoreLocation's didRange).
  ///
  /// `beacons` are nearest first, those of unknown distance last; `accuracy` is the distance as it seems, in metres, and
  /// `rssi` the filtered level in dBm, both null where no sighting had a level.
  mutating func write(_ range: RegionRange, _ stamp: Stamp) {
    writer.beginObject()
    writer.time(range.time, stamp)
    writeRegion(range.region)
    writer.key("beacons")
    writer.beginArray()
    for beacon in range.beacons {
      writer.beginObject()
      writer.beacon(beacon.identity)
      writer.text("proximity", beacon.proximity.text)
      writer.metres("accuracy", beacon.accuracy)
      writer.whole("rssi", beacon.rssi?.whole())
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }

  /// `identifier`, and what the region is made of; all of an iBeacon region's properties null when it does not exist.
  mutating func writeRegion(_ index: Int) {
    writer.text("identifier", regionName(index))
    guard regions.indices.contains(index) else { return writer.nulls("uuid", "major", "minor") }
    writer.region(regions[index])
  }

  func regionName(_ index: Int) -> String? { regionNames.indices.contains(index) ? regionNames[index] : nil }

  /// An object with the beacon's identity and `rssi` in dBm; null for no beacon.
  mutating func writeBeacon(_ name: String, _ beacon: BeaconIdentity?, rssi: Int8?) {
    writer.key(name)
    guard let beacon else { return writer.null() }
    writer.beginObject()
    writer.beacon(beacon)
    writer.whole("rssi", rssi.map { Int($0) })
    writer.endObject()
  }
}

extension JSONWriter {
  mutating func nulls(_ names: String...) {
    for name in names { text(name, nil) }
  }

  private mutating func uuid(_ name: String, high: UInt64, low: UInt64) {
    key(name)
    value(uuidHigh: high, low: low)
  }

  /// What a region is made of.
  mutating func region(_ region: Region) {
    let identity = BeaconIdentity(
      kind: .eddystoneUID, length: 20, high: region.high, low: region.low, tail: region.tail)
    switch region.kind {
    case .iBeacon:
      uuid("uuid", high: region.high, low: region.low)
      whole("major", region.tailMask >> 16 == 0 ? nil : Int(identity.major))
      whole("minor", region.tailMask & 0xFFFF == 0 ? nil : Int(identity.minor))
    case .eddystone:
      text("namespace", identity.hexadecimal(0..<10))
      text("instance", region.lowMask & 0xFFFF_FFFF_FFFF == 0 ? nil : identity.hexadecimal(10..<16))
    case .organisation:
      uuid("orgId", high: region.high, low: region.low)
    }
  }

  /// `uuid`, `major`, `minor`, or `namespace`, `instance`, or for any other frame `id` in hexadecimal digits.
  mutating func beacon(_ identity: BeaconIdentity) {
    switch identity.kind {
    case .iBeacon:
      uuid("uuid", high: identity.high, low: identity.low)
      whole("major", Int(identity.major))
      whole("minor", Int(identity.minor))
    case .eddystoneUID:
      text("namespace", identity.hexadecimal(0..<10))
      text("instance", identity.hexadecimal(10..<16))
    case .altBeacon, .eddystoneURL, .eddystoneEID, .estimote:
      text("id", identity.hexadecimal(0..<Int(identity.length)))
    }
  }
}

extension BeaconIdentity {
  /// Some of its bytes in lower-case hexadecimal digits, as they are on the air.
  fileprivate func hexadecimal(_ range: Range<Int>) -> String {
    var text: [UInt8] = []
    for index in range {
      for digit in [byte(index) >> 4, byte(index) & 0xF] {
        text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
