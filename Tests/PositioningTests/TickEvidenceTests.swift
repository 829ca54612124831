import FixedPoint
import Foundation
import Testing

@testable import Positioning

@Suite struct TickEvidenceTests {
  /// Cost of one beam in a cell of `loss` eighths of a dB, 1/16 nat before the shift's rounding.
  private func cost(_ evidence: TickEvidence, loss: Int) -> Double {
    let residual = (loss * Int(evidence.slope) + Int(evidence[0].level) + 64) >> 7
    let held = min(max(residual, -Int(evidence.limit)), Int(evidence.limit))
    return Double(held * held) / 16
  }

  @Test(arguments: [1, 4, 12, 13, 16], [Int64(256), 300, 384]) func costIsTheSquareOverTwiceTheVariance(
    beams: Int, weight: Int64
  ) {
    let share = Double(weight) / 256 * 12 / Double(max(beams, 12))
    for half in [Int64(4), 6] {
      for loss in stride(from: 0, through: 200, by: 7) {
        for relative in stride(from: -100.0, through: 10, by: 3.5) {
          var evidence = TickEvidence(beamCount: beams, weight: weight, halfExponents: half)
          evidence.add(fieldStart: 0, relative: Decibels(raw: Int16(relative * 128)))
          let residual = min(max(relative + Double(loss) / 8 * Double(half) / 2, -24), 24)
          // The scaled residual is rounded to whole steps (1.2 to 2 a dB), the limit down to one, the slope to 1/128.
          let scale = (16 * 16 * share / (2 * 49)).squareRoot()
          let error = 1 + 0.5 * Double(loss) / 128 + 1 / 256
          let scaled = abs(residual * scale)
          let least = max(scaled - error, 0)
          let found = cost(evidence, loss: loss)
          #expect(found >= least * least / 16 && found <= (scaled + error) * (scaled + error) / 16)
        }
      }
    }
  }

  @Test func exactFigures() {
    var evidence = TickEvidence(beamCount: 4, weight: 256, halfExponents: 4)
    // √(2.61224) · 128 = 206.9; an eighth of a dB at exponent 2 is a quarter: 51.75; 24 dB are 38.8 steps.
    #expect(evidence.slope == 52)
    #expect(evidence.limit == 38)
    evidence.add(fieldStart: 77, relative: Decibels(-40))
    #expect(evidence.count == 1)
    #expect(evidence[0].fieldStart == 77)
    #expect(evidence[0].level == -8_280)  // 207 · -40
  }

  @Test func moreThanSixteenBeamsAreLeftOut() {
    var evidence = TickEvidence(beamCount: 16, weight: 384, halfExponents: 6)
    for beam in 0..<40 { evidence.add(fieldStart: beam, relative: Decibels(-60)) }
    #expect(evidence.count == 16)
    #expect(evidence[15].fieldStart == 15)
  }

  @Test func theSumOfSixteenWorstResidualsFitsSixteenBits() {
    for beams in 1...16 {
      let evidence = TickEvidence(beamCount: beams, weight: 384, halfExponents: 6)
      #expect(Int(evidence.limit) * Int(evidence.limit) * beams <= Int(Int16.max))
      var loud = evidence
      loud.add(fieldStart: 0, relative: .max)
      #expect(255 * Int(loud.slope) + Int(loud[0].level) + 64 <= Int(Int16.max))
    }
  }

  @Test func theStrongestSixteenAreKeptInOrder() {
    var random = SeededRandom(5)
    for count in [1, 15, 16, 17, 60] {
      var strongest = TickBeams()
      let levels = (0..<count).map { _ in Int16.random(in: -16_000...0, using: &random) }
      for (beam, level) in levels.enumerated() { strongest.add(beam: UInt16(beam), relative: Decibels(raw: level)) }
      #expect(strongest.count == min(count, 16))
      let kept = (0..<strongest.count).map { strongest[$0] }
      #expect(kept.map(\.relative.raw) == levels.sorted(by: >).prefix(16).map { $0 })
      #expect(kept.allSatisfy { levels[Int($0.beam)] == $0.relative.raw })
    }
  }
}
