import Agent
import FixedPoint
import Positioning
import Ranging

/// From filtered samples to a position: what `SurfaceEstimator` spends per tick, told per advertisement.
final class SurfaceStage: Stage {
  static let name = "surface"

  private let trace: PacketTrace
  private let floor: Floor
  private let grid: FloorGrid
  private let field: [UInt8]
  private let ceiling: [Int16]
  private var tracks: [BeamTrack]
  private var surfaces: [Int16]
  private var scratch: [Int16]
  private var estimator = SurfaceEstimator()
  private var heard: [UInt16] = []
  /// Every beam: the trace's beacons are never silent for long.
  private let active: [UInt16]
  private var cursor = TraceCursor()
  private var tickEnd: Milliseconds = SurfaceEstimator.tick

  init(trace: PacketTrace) throws(Failure) {
    self.trace = trace
    let floor = Floor(map: 0, site: trace.place.site)
    guard let grid = floor.grid else { throw .input("\(trace.session.name): its map has no beacon") }
    self.floor = floor
    self.grid = grid
    let beams = trace.place.site.beams
    tracks = beams.indices.map {
      BeamTrack(fieldStart: $0 * grid.fieldCount, power: MeasuredPower.assumedLevel)
    }
    active = tracks.indices.map { UInt16($0) }
    var field = [UInt8](repeating: 0, count: beams.count * grid.fieldCount)
    var span = field.mutableSpan
    for (place, beam) in beams.enumerated() {
      LossField.fill(&span, from: place * grid.fieldCount, beam: beam, grid: grid)
    }
    self.field = field
    var ceiling = [Int16](repeating: 0, count: grid.surfaceCount)
    floor.fillCeiling(&ceiling)
    self.ceiling = ceiling
    surfaces = ceiling + ceiling
    scratch = [Int16](repeating: 0, count: grid.surfaceCount + grid.paddedColumns)
  }

  func run(count: Int) throws(Failure) -> UInt64 {
    var check: UInt64 = 0
    for _ in 0..<count {
      let (index, time) = cursor.next(trace)
      while time >= tickEnd {
        check &+= Self.tick(
          &estimator, at: tickEnd, heard: heard, active: active, tracks: &tracks, beams: trace.place.site.beams,
          floor: floor, grid: grid, field: field, ceiling: ceiling, surfaces: &surfaces, scratch: &scratch)
        heard.removeAll(keepingCapacity: true)
        tickEnd += SurfaceEstimator.tick
      }
      let event = trace.session.events[index]
      if tracks[event.beacon].add(rssi: event.rssi) { heard.append(UInt16(event.beacon)) }
    }
    return check
  }

  private static func tick(
    _ estimator: inout SurfaceEstimator, at time: Milliseconds, heard: [UInt16], active: [UInt16],
    tracks: inout [BeamTrack], beams: [Beam], floor: Floor, grid: FloorGrid, field: [UInt8], ceiling: [Int16],
    surfaces: inout [Int16],
    scratch: inout [Int16]
  ) -> UInt64 {
    var trackSpan = tracks.mutableSpan
    var surfaceSpan = surfaces.mutableSpan
    var scratchSpan = scratch.mutableSpan
    let fix = estimator.update(
      at: time, heard: heard.span, active: active.span, tracks: &trackSpan, beams: beams.span, grid: grid,
      spacing: floor.spacing, field: field.span, ceiling: ceiling.span, surfaces: &surfaceSpan,
      scratch: &scratchSpan)
    return UInt64(bitPattern: Int64(fix?.position.x.raw ?? 0))
  }
}
