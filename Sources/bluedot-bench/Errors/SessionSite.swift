import Advertisement
import Agent
import FixedPoint
import Ranging

/// A session as the agent would meet it: a site of one map, and iBeacons standing on it.
struct SessionSite {
  /// Free space around the bounding box of beacons and truth, metres.
  static let border = 2.0

  /// The scale of the map that the site claims, pixels per metre.
  static let pixelsPerMetre: Int64 = 20

  /// The UUID of every beacon's frame: 6C1F6A4E-6A0D-4E0C-9D59-6C0A3C2F1E11.
  static let uuid: (high: UInt64, low: UInt64) = (0x6C1F_6A4E_6A0D_4E0C, 0x9D59_6C0A_3C2F_1E11)

  /// Power at 1 m in every advertisement, dBm: what most beacons are shipped with.
  static let advertisedPower: Int8 = -59

  /// Height of beacons whose set does not state it, metres: within reach on a wall.
  static let usualHeight = 2.0

  let site: Site
  /// The map's top-left corner in the session's frame, metres.
  let originX, originY: Double

  init(_ session: Session) {
    let xs = session.beacons.map(\.x) + session.truth.map(\.x)
    let ys = session.beacons.map(\.y) + session.truth.map(\.y)
    let (left, right) = (xs.min() ?? 0, xs.max() ?? 0)
    let (top, bottom) = (ys.min() ?? 0, ys.max() ?? 0)
    (originX, originY) = (left - Self.border, top - Self.border)

    var site = Site()
    site.maps = [
      SiteMap(
        name: Name(id: session.name, name: session.name),
        width: Self.metres(right - left + 2 * Self.border), height: Self.metres(bottom - top + 2 * Self.border),
        microPixelsPerMetre: Self.pixelsPerMetre * 1_000_000)
    ]
    for (index, beacon) in session.beacons.enumerated() {
      let position = Point(x: Self.metres(beacon.x - originX), y: Self.metres(beacon.y - originY))
      site.beams.append(Beam(map: 0, position: position, height: Self.metres(beacon.z ?? Self.usualHeight)))
      site.identities.append(Self.identity(ofBeacon: index))
      site.beamNames.append(Name(id: beacon.id, name: beacon.id))
    }
    self.site = site
  }

  /// Identity of the session's beacon `index`: major 1, minor from 1 on.
  static func identity(ofBeacon index: Int) -> BeaconIdentity {
    BeaconIdentity(
      iBeaconUUIDHigh: uuid.high, uuidLow: uuid.low, major: 1, minor: UInt16(truncatingIfNeeded: index + 1))
  }

  /// The sighting that the session's reception stands for.
  static func sighting(ofBeacon index: Int, rssi: Int8) -> Sighting {
    Sighting(identity: identity(ofBeacon: index), rssi: rssi, measuredPower: advertisedPower)
  }

  /// A place on the map in the session's frame.
  func fix(at point: Point, accuracy: Metres) -> Fix {
    Fix(
      x: originX + Self.double(point.x), y: originY + Self.double(point.y), accuracy: Self.double(accuracy))
  }

  private static func metres(_ value: Double) -> Metres {
    // Coordinates in a session are below 10^12 m, so that the product fits an Int.
    Metres(raw: Int32(clamping: Int((value * 65_536).rounded())))
  }
  private static func double(_ metres: Metres) -> Double { Double(metres.raw) / 65_536 }
}
