import FixedPoint
import Places
import Positioning
import Ranging

/// How one map is divided for positioning, worked out once when the site is loaded.
package struct Floor {
  /// `nil` when the map has no beam: nobody can be found there.
  package let grid: FloorGrid?
  /// Median distance from a beam to its nearest neighbour.
  package let spacing: Metres
  /// Number of the map's beams.
  package let beamCount: Int
  private let area: FloorArea

  /// Cells are 0.5 m, and larger on maps that would have more of them than this: 1.6 ha at 0.5 m. A tick's work and a
  /// beam's field grow with their number.
  static let mostCells = 1 << 16

  /// Neither columns nor rows beyond this: the sums over a surface hold no more.
  static let longestSide = 1_024

  package init(map: Int, site: Site) {
    let mapBeams = site.beams.filter { Int($0.map) == map }
    beamCount = mapBeams.count
    spacing = Floor.medianSpacing(mapBeams.map { $0.position })
    var area = FloorArea()
    if !mapBeams.isEmpty {
      for beam in mapBeams { area.add(beam.position) }
      for zone in site.zones where Int(zone.map) == map {
        for vertex in zone.firstVertex..<(zone.firstVertex + zone.vertexCount) { area.add(site.vertices[vertex]) }
      }
    }
    self.area = area
    grid = Floor.grid(area, width: site.maps[map].width, height: site.maps[map].height)
  }

  private static func grid(_ area: FloorArea, width: Metres, height: Metres) -> FloorGrid? {
    var cellSize = Metres(1, over: 2)
    while let grid = area.grid(cellSize: cellSize, width: width, height: height) {
      if grid.fieldCount <= mostCells && grid.columns <= longestSide && grid.rows <= longestSide { return grid }
      cellSize += cellSize
    }
    return nil
  }

  /// Fills in a surface's ceiling: 0 for each cell of the area, far below everything outside and in the padding.
  package func fillCeiling(_ ceiling: inout [Int16]) {
    guard let grid else { return }
    for index in 0..<grid.surfaceCount { ceiling[index] = FloorGrid.outside }
    var isEmpty = true
    for row in 0..<grid.rows {
      for column in 0..<grid.columns where area.contains(grid.center(column: column, row: row)) {
        ceiling[grid.surfaceIndex(row: row) + column] = 0
        isEmpty = false
      }
    }
    guard isEmpty else { return }
    // All known places lie beyond the map's edge; a position on the edge says more than none.
    for row in 0..<grid.rows {
      for column in 0..<grid.columns { ceiling[grid.surfaceIndex(row: row) + column] = 0 }
    }
  }

  /// Median over the places of the distance to the nearest other one; beams of one access point are one place.
  ///
  /// 5 m, a usual spacing, where there is no other place.
  static func medianSpacing(_ positions: [Point]) -> Metres {
    // Looking at 500 of them tells the median of any site; the square of 10,000 would take seconds on a board.
    let step = max(1, positions.count / 500)
    let nearby = UInt64(Metres(1, over: 2).raw) * UInt64(Metres(1, over: 2).raw)
    var nearest: [UInt64] = []
    for index in stride(from: 0, to: positions.count, by: step) {
      var least = UInt64.max
      for other in positions {
        let squared = positions[index].squaredDistance(to: other)
        if squared >= nearby && squared < least { least = squared }
      }
      if least < .max { nearest.append(least) }
    }
    guard !nearest.isEmpty else { return Metres(5) }
    nearest.sort()
    return Metres(raw: Int32(clamping: nearest[nearest.count / 2].squareRootRounded))
  }
}
