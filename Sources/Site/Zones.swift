import Agent
import FixedPoint
import Host
import Places

/// Smallest area of a zone, 0.01 m²: below it nobody can be inside. In the polygon's units, doubled.
private let leastDoubleArea: UInt64 = 2 * 4_096 * 4_096 / 100

extension SiteLoader {
  /// Reads one element of zones.json: a polygon from `vertices_m` (metres) when it is there, else `vertices` (pixels).
  func addZone(_ element: Element) {
    let errorsBefore = problems.errorCount
    let name = name(of: element)
    guard let map = map(of: element) else { return }
    let field = element.node.member("vertices_m") != nil ? "vertices_m" : "vertices"
    guard let corners = vertices(of: element, field, on: site.maps[map]), let name, problems.errorCount == errorsBefore
    else { return }
    for (index, corner) in corners.enumerated() {
      if !element.judge(corner, on: site.maps[map], field: "\(field)[\(index)]") { break }
    }

    let polygon = Polygon(corners)
    guard polygon.count >= 3 else {
      element.error(
        field, found: "\(polygon.count) different \(polygon.count == 1 ? "vertex" : "vertices")", expected: "3 or more")
      return
    }
    guard polygon.doubleArea >= leastDoubleArea else {
      element.error(field, found: "a polygon without area", expected: "vertices around an area")
      return
    }
    if let (first, second) = polygon.crossingEdges() {
      element.warning(
        field, found: "edges \(first) and \(second) that cross or touch",
        expected: "a polygon that does not cross itself")
    }
    site.zones.append(
      Zone(map: UInt16(clamping: map), firstVertex: site.vertices.count, vertexCount: polygon.count))
    site.zoneNames.append(name)
    site.vertices.append(contentsOf: polygon.vertices)
  }

  private func vertices(of element: Element, _ field: String, on map: SiteMap) -> [Point]? {
    guard let list = element.array(field, required: true) else { return nil }
    var points: [Point] = []
    var next = list.first
    while let node = next {
      guard points.count < vertexLimit else {
        element.error(field, found: "more than \(vertexLimit) vertices", expected: "at most \(vertexLimit)")
        return nil
      }
      let place = "\(field)[\(points.count)]"
      guard node.kind == .object else {
        element.error(place, found: node.summary, expected: "an object with x and y")
        return nil
      }
      let vertex = element.child(node, place)
      guard let point = field == "vertices_m" ? vertex.metrePosition("x", "y") : vertex.pixelPosition(on: map) else {
        return nil
      }
      points.append(point)
      next = node.next
    }
    return points
  }
}
