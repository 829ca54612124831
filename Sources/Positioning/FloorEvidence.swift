import FixedPoint

/// The three loudest places of one map in one tick: what speaks for being on that floor.
///
/// Places and not beams, since an access point has nine beams in one place and would outvote a floor of beacons.
public struct FloorEvidence: Sendable {
  private struct Place {
    var position = Point(x: .zero, y: .zero)
    var level = Decibels.min
  }

  private var places = InlineArray<3, Place>(repeating: Place())

  public init() {}

  /// Takes a beam.
  ///
  /// - Parameter level: its RSSI as it would be were its power at 1 m the usual one, dBm.
  public mutating func add(_ position: Point, level: Decibels) {
    var index = 0
    while index < places.count {
      // The same place again: the louder of the two speaks for it.
      if places[index].level > .min, places[index].position == position { break }
      index += 1
    }
    guard level > (index < places.count ? places[index].level : places[places.count - 1].level) else { return }
    index = min(index, places.count - 1)
    while index > 0, places[index - 1].level < level {
      places[index] = places[index - 1]
      index -= 1
    }
    places[index] = Place(position: position, level: level)
  }

  /// Adds the tick's evidence to a map's.
  public func add(to evidence: inout Int32) {
    for index in 0..<places.count where places[index].level > .min {
      FloorSelector.add(places[index].level, to: &evidence)
    }
  }
}
