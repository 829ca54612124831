import Advertisement
import Agent
import FixedPoint
import Places
import Ranging

/// Two floors of 16 m × 8 m with eight beacons each, two zones and two virtual beacons:
///
///     map 0   zone 0 over x 6…10 m, virtual beacon 0 in its middle
///     map 1   zone 1 over x 0…6 m, virtual beacon 1 in its middle
enum Building {
  static var site: Site {
    var site = Site()
    for map in 0..<2 {
      site.maps.append(
        SiteMap(name: Name(id: "map\(map)"), width: Metres(16), height: Metres(8), microPixelsPerMetre: 50_000_000))
      for number in 0..<8 {
        let place = Point(x: Metres(2 + 4 * (number % 4)), y: Metres(1 + 6 * (number / 4)))
        site.beams.append(
          Beam(map: UInt16(map), position: place, height: Metres(2), measuredPower: Decibels(-59)))
        site.identities.append(identity(map, number))
        site.beamNames.append(Name(id: "\(map).\(number)"))
      }
      let (left, right) = map == 0 ? (6, 10) : (0, 6)
      site.zones.append(Zone(map: UInt16(map), firstVertex: site.vertices.count, vertexCount: 4))
      site.zoneNames.append(Name(id: "zone\(map)"))
      site.vertices += [(left, 0), (right, 0), (right, 8), (left, 8)].map { Point(x: Metres($0.0), y: Metres($0.1)) }
      let middle = Point(x: Metres((left + right) / 2), y: Metres(4))
      site.virtualBeacons.append(VirtualBeacon(map: UInt16(map), position: middle, power: Decibels(4)))
      site.virtualBeaconDetails.append(VirtualBeaconDetail(name: Name(id: "vb\(map)")))
    }
    return site
  }

  static func identity(_ map: Int, _ number: Int) -> BeaconIdentity {
    BeaconIdentity(iBeaconUUIDHigh: 0xB1DE, uuidLow: 7, major: UInt16(map), minor: UInt16(number))
  }

  static func sighting(_ map: Int, _ number: Int, _ rssi: Int8?) -> Sighting {
    Sighting(identity: identity(map, number), rssi: rssi, measuredPower: -59)
  }
}

func point(_ x: Double, _ y: Double) -> Point { Point(x: metres(x), y: metres(y)) }

func metres(_ value: Double) -> Metres { Metres(raw: Int32((value * 65_536).rounded())) }

extension Metres {
  var real: Double { Double(raw) / 65_536 }
}
