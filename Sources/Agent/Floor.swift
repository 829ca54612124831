import FixedPoint
import Places
import Positioning
import Ranging

/// The memory that positioning on one map works in, sized once when the site is loaded.
package struct Floor {
  /// `nil` when the map has no beam: nobody can be found there.
  package let grid: FloorGrid?
  /// Median distance from a beam to its nearest neighbour.
  package let spacing: Metres
  /// 0 for each cell of the area, outside elsewhere; `grid.surfaceCount` values.
  package let ceiling: [Int16]
  /// The loss fields of the map's beams, one after the other.
  package private(set) var field: [UInt8]
  /// The map's beams in the order of their fields.
  package let beams: [Int]

  /// Cells are 0.5 m, and larger on maps where that would take more than this for the loss fields, bytes: the whole
  /// agent is to stay within 8 MB.
  static let fieldBudget = 2 << 20

  /// Neither columns nor rows beyond this, whatever the map's size.
  static let longestSide = 1_024

  package init(map: Int, site: Site) {
    let mapBeams = site.beams.indices.filter { Int(site.beams[$0].map) == map }
    beams = mapBeams
    spacing = Floor.medianSpacing(mapBeams.map { site.beams[$0].position })
    guard !mapBeams.isEmpty else {
      grid = nil
      ceiling = []
      field = []
      return
    }
    var area = FloorArea()
    for beam in mapBeams { area.add(site.beams[beam].position) }
    for zone in site.zones where Int(zone.map) == map {
      for vertex in zone.firstVertex..<(zone.firstVertex + zone.vertexCount) { area.add(site.vertices[vertex]) }
    }
    let size = site.maps[map]
    let grid = Floor.grid(area, beams: mapBeams.count, width: size.width, height: size.height)
    self.grid = grid
    ceiling = grid.map { $0.ceiling(of: area) } ?? []
    field = [UInt8](repeating: 0, count: (grid?.fieldCount ?? 0) * mapBeams.count)
    guard let grid else { return }
    var span = field.mutableSpan
    for (place, beam) in mapBeams.enumerated() {
      LossField.fill(&span, from: place * grid.fieldCount, beam: site.beams[beam], grid: grid)
    }
  }

  private static func grid(_ area: FloorArea, beams: Int, width: Metres, height: Metres) -> FloorGrid? {
    var cellSize = Metres(1, over: 2)
    while let grid = area.grid(cellSize: cellSize, width: width, height: height) {
      let fits = grid.fieldCount.multipliedSaturating(by: beams) <= fieldBudget || cellSize >= Metres(4)
      if fits && grid.columns <= longestSide && grid.rows <= longestSide { return grid }
      cellSize += cellSize
    }
    return nil
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

extension FloorGrid {
  /// The ceiling of a surface over `area`: 0 inside, far below everything outside and in the padding. An area that
  /// holds no cell's centre counts as the whole grid.
  func ceiling(of area: FloorArea) -> [Int16] {
    var values = [Int16](repeating: FloorGrid.outside, count: surfaceCount)
    var isEmpty = true
    for row in 0..<rows {
      for column in 0..<columns where area.contains(center(column: column, row: row)) {
        values[surfaceIndex(row: row) + column] = 0
        isEmpty = false
      }
    }
    guard isEmpty else { return values }
    // All known places lie beyond the map's edge; a position on the edge says more than none.
    for row in 0..<rows {
      for column in 0..<columns { values[surfaceIndex(row: row) + column] = 0 }
    }
    return values
  }
}
