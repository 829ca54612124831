// The functions of this module are polynomials in integers: smaller than tables, and as fast on a small in-order core.
//
// Every set of coefficients comes from one formula, and the tests compute each of them anew: the polynomial of degree n
// through f at the n + 1 points (1 - cos(pi * k / n)) / 2, k = 0...n, of 0...1, times 2^scale, rounded to nearest.
// Those points (Chebyshev-Lobatto) include both ends, so the pieces of a function meet where they are joined, and
// the error in between is within a factor of two of the least that the degree allows.

/// The polynomial's value at `x` by Horner's rule, in the coefficients' own scale.
///
/// - Parameters:
///   - coefficients: from the constant term up. Each intermediate sum times `x` must fit an `Int64`; the four
///     polynomials of this module stay below 2^62.
///   - x: the argument within 0...1, in steps of 2^-`fractionBits`.
@inline(__always)
func polynomial<let count: Int>(
  _ coefficients: InlineArray<count, Int64>, at x: Int64, fractionBits: Int64
) -> Int64 {
  var sum: Int64 = 0
  var index = count
  while index > 0 {
    index &-= 1
    sum = ((sum &* x) &>> fractionBits) &+ coefficients[index]
  }
  return sum
}

/// Coefficients in the form that `Polynomial.swift` names; the constant term is first.
enum Coefficients {
  /// log2(1 + x), degree 8, scale 2^30: within 8.5e-8.
  static let logarithm: InlineArray<9, Int64> = [
    0, 1_549_078_031, -774_366_671, 514_039_031, -372_751_259, 258_664_144, -145_740_702, 54_348_383, -9_529_133,
  ]

  /// 2^x, degree 7, scale 2^45: within 1.2e-10.
  static let exponential: InlineArray<8, Int64> = [
    35_184_372_088_832, 24_387_948_421_671, 8_452_215_233_238, 1_952_911_672_781, 338_260_085_922, 47_239_594_742,
    5_035_278_157, 761_802_322,
  ]

  /// arctan(sqrt u) / sqrt u in turns, degree 7 in u, scale 2^32: within 2.8e-8 turns.
  static let arcTangent: InlineArray<8, Int64> = [
    683_565_276, -227_850_463, 136_556_295, -96_034_951, 68_135_102, -40_949_182, 16_640_247, -3_191_411,
  ]

  /// sin(pi / 2 * sqrt u) / sqrt u, degree 4 in u, scale 2^30: within 1.3e-8.
  static let sine: InlineArray<5, Int64> = [
    1_686_629_713, -693_598_436, 85_566_749, -5_019_061, 162_860,
  ]
}
