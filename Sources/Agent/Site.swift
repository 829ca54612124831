import Advertisement
import FixedPoint
import Places
import Ranging

/// A loaded site: compact tables for the core, and beside each the names and identifiers for messages.
///
/// Parallel arrays share an index: `beams[i]` is identified by `identities[i]` and described by `beamNames[i]`.
public struct Site {
  public var maps: [SiteMap] = []

  public var beams: [Beam] = []
  public var identities: [BeaconIdentity] = []
  public var beamNames: [Name] = []

  public var zones: [Zone] = []
  public var zoneNames: [Name] = []
  /// Vertices of all zones, zone after zone.
  public var vertices: [Point] = []

  public var virtualBeacons: [VirtualBeacon] = []
  public var virtualBeaconDetails: [VirtualBeaconDetail] = []

  public init() {}
}

/// What a document calls a thing. A field that the document does not state is `nil`.
public struct Name: Sendable {
  public var id: String
  public var name: String?
  public var siteId: String?
  public var orgId: String?

  public init(id: String, name: String? = nil, siteId: String? = nil, orgId: String? = nil) {
    self.id = id
    self.name = name
    self.siteId = siteId
    self.orgId = orgId
  }
}

/// A floor map.
public struct SiteMap: Sendable {
  public var name: Name
  public var width: Metres
  public var height: Metres

  /// Pixels per metre in millionths.
  public var microPixelsPerMetre: Int64

  /// Floor number, 0 for the ground floor, where the document states it (`level`, our extension of Mist's map).
  public var level: Int?

  /// Clockwise degrees from the map's up to north, 0…359: 0 when up is north, 90 when up is west.
  public var orientation: Int

  /// Latitude and longitude of the image's corners, when the document states both.
  public var corners: GeoCorners?

  /// The way from the map's frame to latitude and longitude; `nil` without (plausible) corners.
  public let georeference: Georeference?

  public init(
    name: Name, width: Metres, height: Metres, microPixelsPerMetre: Int64, level: Int? = nil, orientation: Int = 0,
    corners: GeoCorners? = nil
  ) {
    self.name = name
    self.width = width
    self.height = height
    self.microPixelsPerMetre = microPixelsPerMetre
    self.level = level
    self.orientation = orientation
    self.corners = corners
    georeference = corners.flatMap { Georeference(corners: $0, width: width, height: height) }
  }
}

/// A place on Earth (WGS 84) in billionths of a degree: 0.1 mm of latitude a step.
public struct GeoPoint: Hashable, Sendable {
  public var latitude: Int64
  public var longitude: Int64

  public init(latitude: Int64, longitude: Int64) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// Where the top-left and the bottom-right corner of a map's image lie on Earth.
public struct GeoCorners: Hashable, Sendable {
  public var topLeft: GeoPoint
  public var bottomRight: GeoPoint

  public init(topLeft: GeoPoint, bottomRight: GeoPoint) {
    self.topLeft = topLeft
    self.bottomRight = bottomRight
  }
}

/// What a virtual beacon's document says beside its place and power.
public struct VirtualBeaconDetail: Sendable {
  public var name: Name
  public var uuid: String?
  public var major: Int?
  public var minor: Int?
  /// "default" or "custom".
  public var powerMode: String?
  public var message: String?
  public var url: String?

  public init(
    name: Name, uuid: String? = nil, major: Int? = nil, minor: Int? = nil, powerMode: String? = nil,
    message: String? = nil, url: String? = nil
  ) {
    self.name = name
    self.uuid = uuid
    self.major = major
    self.minor = minor
    self.powerMode = powerMode
    self.message = message
    self.url = url
  }
}
