import Foundation

/// A small generator of random numbers, the same on every machine for the same seed.
///
/// Source: G. L. Steele, D. Lea, C. H. Flood, Fast splittable pseudorandom number generators, OOPSLA 2014 (SplitMix64).
struct RandomSource {
  private var state: UInt64
  private var spare: Double?

  init(seed: UInt64) { state = seed }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Evenly spread over 0…1, 1 excluded.
  mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Normal with mean 0 and standard deviation 1 (Box-Muller; two come at a time).
  mutating func normal() -> Double {
    if let value = spare {
      spare = nil
      return value
    }
    // 1 - u is never 0, so that the logarithm is finite.
    let radius = (-2 * log(1 - uniform())).squareRoot()
    let angle = 2 * Double.pi * uniform()
    spare = radius * sin(angle)
    return radius * cos(angle)
  }
}
