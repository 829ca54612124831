import FixedPoint

/// A polygon on a map. Its vertices lie in the site's shared vertex table.
@frozen public struct Zone: Sendable {
  /// Index of the map that it lies on.
  public var map: UInt16

  /// Index of its first vertex in the vertex table.
  public var firstVertex: Int

  /// Number of its vertices, 3 or more; the polygon closes implicitly.
  public var vertexCount: Int

  @inlinable public init(map: UInt16, firstVertex: Int, vertexCount: Int) {
    self.map = map
    self.firstVertex = firstVertex
    self.vertexCount = vertexCount
  }
}
