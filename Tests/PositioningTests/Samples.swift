import FixedPoint

@testable import Positioning

/// Integers that look random and are the same on every run (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Fading in dB: the sum of four throws, standard deviation about 4 dB, ±12 dB at most.
  mutating func fading() -> Int { (0..<4).reduce(0) { sum, _ in sum + Int.random(in: -3...3, using: &self) } }
}

func point(_ x: Double, _ y: Double) -> Point { Point(x: metres(x), y: metres(y)) }

func metres(_ value: Double) -> Metres { Metres(raw: Int32((value * 65_536).rounded())) }

extension Metres {
  var real: Double { Double(raw) / 65_536 }
}

extension Decibels {
  var real: Double { Double(raw) / 128 }
}

extension FloorGrid {
  /// The ceiling of a surface whose area is `isInside`.
  func ceiling(where isInside: (_ column: Int, _ row: Int) -> Bool) -> [Int16] {
    var values = [Int16](repeating: FloorGrid.outside, count: surfaceCount)
    for row in 0..<rows {
      for column in 0..<columns where isInside(column, row) { values[surfaceIndex(row: row) + column] = 0 }
    }
    return values
  }
}
