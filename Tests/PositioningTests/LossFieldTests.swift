import FixedPoint
import Foundation
import Ranging
import Testing

@testable import Positioning

@Suite struct LossFieldTests {
  private func beam(_ x: Double, _ y: Double, azimuth: Int? = nil) -> Beam {
    Beam(map: 0, position: point(x, y), height: Metres(2), azimuth: azimuth.map { BinaryAngle(degrees: $0) })
  }

  @Test func distancesFromNoneTo300MetresAreRightToHalfAStep() {
    let source = beam(7, 9)
    for step in 0...3_000 {
      let distance = Double(step) / 10
      let place = point(7 + distance * 0.6, 9 + distance * 0.8)
      let expected = 10 * log10((distance * distance + 1).squareRoot())
      let found = Double(LossField.loss(beam: source, at: place)) / 8
      #expect(abs(found - expected) <= 1.0 / 16 + 0.001, "\(distance) m")
    }
  }

  @Test func farAwayItEndsAtTheByte() {
    #expect(LossField.loss(beam: beam(0, 0), at: point(32_000, 32_000)) == 255)
    #expect(LossField.loss(beam: beam(-32_768, -32_768), at: Point(x: .max, y: .max)) == 255)
    #expect(LossField.loss(beam: beam(3, 4), at: point(3, 4)) == 0)
  }

  @Test func aDirectionalBeamLosesTwelveDecibelsBehind() {
    // 0° is up, which is toward smaller y.
    let up = beam(10, 10, azimuth: 0)
    let plain = LossField.loss(beam: beam(10, 10), at: point(10, 4))
    #expect(LossField.loss(beam: up, at: point(10, 4)) == plain)
    #expect(LossField.loss(beam: up, at: point(16, 10)) == plain + 24)
    #expect(LossField.loss(beam: up, at: point(4, 10)) == plain + 24)
    // 48 eighths of a dB per unit of the exponent: 12 dB at exponent 2.
    #expect(LossField.loss(beam: up, at: point(10, 16)) == plain + 48)
    for degrees in stride(from: 0, to: 360, by: 15) {
      let angle = Double(degrees) * .pi / 180
      let front = point(10 + 6 * sin(angle), 10 - 6 * cos(angle))
      #expect(LossField.loss(beam: beam(10, 10, azimuth: degrees), at: front) == plain)
    }
  }

  @Test func fillsExactlyItsOwnBytes() {
    let grid = FloorGrid(origin: point(0.5, 0.5), cellSize: Metres(1), columns: 17, rows: 3)
    let source = beam(4, 1)
    var field = [UInt8](repeating: 99, count: 10 + grid.fieldCount + 10)
    var span = field.mutableSpan
    LossField.fill(&span, from: 10, beam: source, grid: grid)
    #expect(grid.fieldCount == 96)
    #expect(field.prefix(10).allSatisfy { $0 == 99 } && field.suffix(10).allSatisfy { $0 == 99 })
    for row in 0..<3 {
      for column in 0..<17 {
        #expect(
          field[10 + row * 32 + column] == LossField.loss(beam: source, at: grid.center(column: column, row: row)))
      }
    }
  }
}
