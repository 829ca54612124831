import FixedPoint
import Ranging

@testable import Positioning

/// A floor with beacons, a board on it that hears them, and the memory of an estimator: a tick of it is one call.
final class World {
  var estimator = SurfaceEstimator()
  var time: Milliseconds = 0
  let grid: FloorGrid
  let beams: [Beam]
  var tracks: [BeamTrack]

  /// How much louder the board hears than the model says, dB.
  var receiverOffset = 0
  /// What the air really does.
  var air = PathLoss(measuredPower: Decibels(-59), exponent: PathLossExponent(5, over: 2))
  var random: SeededRandom

  private let spacing: Metres
  private let field: [UInt8]
  private let ceiling: [Int16]
  private var surfaces: [Int16]
  private var scratch: [Int16]

  /// Twelve beacons in four columns and three rows on a floor of 20 m × 20 m.
  static let twelve = (0..<12).map { point(2.5 + 5 * Double($0 % 4), 3 + 7 * Double($0 / 4)) }

  init(
    seed: UInt64, places: [Point] = World.twelve, width: Metres = Metres(20), height: Metres = Metres(20),
    cellSize: Metres = Metres(1), spacing: Metres = Metres(5)
  ) {
    random = SeededRandom(seed)
    self.spacing = spacing
    beams = places.map { Beam(map: 0, position: $0, height: Metres(2)) }
    var area = FloorArea()
    for place in places { area.add(place) }
    let covering = area.grid(cellSize: cellSize, width: width, height: height)
    let grid = covering ?? FloorGrid(origin: point(0, 0), cellSize: cellSize, columns: 1, rows: 1)
    self.grid = grid
    ceiling = grid.ceiling { area.contains(grid.center(column: $0, row: $1)) }
    var field = [UInt8](repeating: 0, count: grid.fieldCount * places.count)
    var span = field.mutableSpan
    for (index, beam) in beams.enumerated() {
      LossField.fill(&span, from: index * grid.fieldCount, beam: beam, grid: grid)
    }
    self.field = field
    tracks = places.indices.map { BeamTrack(fieldStart: $0 * grid.fieldCount, power: Decibels(-59)) }
    surfaces = ceiling + ceiling
    scratch = [Int16](repeating: 0, count: grid.surfaceCount + grid.paddedColumns)
  }

  /// Forgets the position as the agent does.
  func restart() {
    estimator.restart()
    surfaces = ceiling + ceiling
  }

  /// RSSI of a beam at a place, without fading.
  func expectedRSSI(_ beam: Int, at place: Point) -> Int {
    let flat = beams[beam].position.squaredDistance(to: place)
    let distance = Metres(raw: Int32(clamping: (flat + (1 << 32)).squareRootRounded))
    return air.expectedRSSI(at: distance).whole() + receiverOffset
  }

  /// One tick of a board that stands at `place` and hears every beacon once.
  func hear(at place: Point) -> SurfaceEstimator.Fix? {
    tick(beams.indices.map { ($0, Int8(clamping: expectedRSSI($0, at: place) + random.fading())) })
  }

  /// One tick in which exactly these samples were heard.
  func tick(_ samples: [(beam: Int, rssi: Int8)]) -> SurfaceEstimator.Fix? {
    time += SurfaceEstimator.tick
    var heard: [UInt16] = []
    for sample in samples where tracks[sample.beam].add(rssi: sample.rssi) { heard.append(UInt16(sample.beam)) }
    let active = tracks.indices.filter { !tracks[$0].isSilent(at: time) }.map { UInt16($0) }
    return Self.update(
      &estimator, time, heard, active, &tracks, beams, grid, spacing, field, ceiling, &surfaces, &scratch)
  }

  /// Static, since spans of several properties of `self` cannot be lent at once.
  private static func update(
    _ estimator: inout SurfaceEstimator, _ time: Milliseconds, _ heard: [UInt16], _ active: [UInt16],
    _ tracks: inout [BeamTrack], _ beams: [Beam], _ grid: FloorGrid, _ spacing: Metres, _ field: [UInt8],
    _ ceiling: [Int16], _ surfaces: inout [Int16], _ scratch: inout [Int16]
  ) -> SurfaceEstimator.Fix? {
    var trackSpan = tracks.mutableSpan
    var surfaceSpan = surfaces.mutableSpan
    var scratchSpan = scratch.mutableSpan
    return estimator.update(
      at: time, heard: heard.span, active: active.span, tracks: &trackSpan, beams: beams.span, grid: grid,
      spacing: spacing, field: field.span, ceiling: ceiling.span, surfaces: &surfaceSpan, scratch: &scratchSpan)
  }
}
