// The most that a site may hold. Each limit is far above a real site and keeps memory and loading time bounded
// on a board with 512 MB.

/// Bytes of one document.
let documentSizeLimit = 16 << 20
let mapLimit = 500
let zoneLimit = 10_000
let virtualBeaconLimit = 10_000
let beaconLimit = 20_000
let deviceLimit = 5_000
/// Beacons and access points' beams together; an access point has up to 12.
let beamLimit = 50_000
/// Of one zone: the search for crossing edges is quadratic.
let vertexLimit = 512
/// Entries of one access point's `minors`; known models have 9.
let minorLimit = 16

/// Bytes of a name or an identifier.
let nameLimit = 256
/// Bytes of a virtual beacon's message or URL.
let messageLimit = 4_096

/// Largest side of a map, in metres: an airport's terminal has 2 km.
let mapSideLimit: Int64 = 10_000
/// Largest coordinate, in metres: positions beyond the map are suspicious, beyond this they are errors, and sums of two
/// still fit the format of a coordinate.
let coordinateLimit: Int64 = 15_000
/// Largest coordinate in pixels.
let pixelLimit: Int64 = 10_000_000

/// How far beyond a map's edge a thing may lie before it is reported, in 1/65,536 m (0.1 m): drawing tools round.
let edgeTolerance: Int32 = 6_554
