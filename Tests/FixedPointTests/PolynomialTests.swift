import Foundation
import Testing

@testable import FixedPoint

/// Computes every set of coefficients anew by the formula in `Polynomial.swift`.
struct PolynomialTests {
  /// The coefficients of the polynomial of `degree` through `function` at the Chebyshev-Lobatto points of 0...1.
  func coefficients(degree: Int, scale: Int, _ function: (Double) -> Double) -> [Int64] {
    let points = (0...degree).map { (1 - cos(.pi * Double($0) / Double(degree))) / 2 }
    var differences = points.map(function)
    for order in 1...degree {
      for index in stride(from: degree, through: order, by: -1) {
        differences[index] =
          (differences[index] - differences[index - 1]) / (points[index] - points[index - order])
      }
    }
    // From Newton's form to powers of x: multiply by (x - point) and add the next difference.
    var powers = [differences[degree]]
    for index in stride(from: degree - 1, through: 0, by: -1) {
      var next = [0.0] + powers
      for power in powers.indices { next[power] -= points[index] * powers[power] }
      next[0] += differences[index]
      powers = next
    }
    return powers.map { Int64(($0 * exp2(Double(scale))).rounded()) }
  }

  func array<let count: Int>(_ values: InlineArray<count, Int64>) -> [Int64] { values.indices.map { values[$0] } }

  @Test func logarithm() {
    #expect(array(Coefficients.logarithm) == coefficients(degree: 8, scale: 30) { log2(1 + $0) })
  }

  @Test func exponential() {
    #expect(array(Coefficients.exponential) == coefficients(degree: 7, scale: 45) { exp2($0) })
  }

  @Test func arcTangent() {
    let function = { (u: Double) in u == 0 ? 0.5 / .pi : atan(u.squareRoot()) / u.squareRoot() / (2 * .pi) }
    #expect(array(Coefficients.arcTangent) == coefficients(degree: 7, scale: 32, function))
  }

  @Test func sine() {
    let function = { (u: Double) in u == 0 ? .pi / 2 : sin(.pi / 2 * u.squareRoot()) / u.squareRoot() }
    #expect(array(Coefficients.sine) == coefficients(degree: 4, scale: 30, function))
  }
}
