import FixedPoint
import Foundation
import Testing

@testable import Positioning

@Suite struct BeamTrackTests {
  private func track(power: Int = 0) -> BeamTrack { BeamTrack(fieldStart: 0, power: Decibels(power)) }

  /// Hears `rssi` once and ends the tick at `time`.
  private func hear(_ track: inout BeamTrack, _ rssi: Int8, at time: Milliseconds) -> Decibels? {
    _ = track.add(rssi: rssi)
    return track.endTick(at: time)
  }

  private func slow(_ track: BeamTrack) -> Double { Double(track.relativeLevel(motion: 0)) / 128 }
  private func fast(_ track: BeamTrack) -> Double { Double(track.relativeLevel(motion: 256)) / 128 }

  @Test func aTickIsTheMeanOfItsSamples() {
    var track = track()
    #expect(track.endTick(at: 500) == nil)
    #expect(track.add(rssi: -60) == true)
    #expect(track.add(rssi: -61) == false)
    #expect(track.add(rssi: -61) == false)
    #expect(track.endTick(at: 1_000) == Decibels(-182, over: 3))
    #expect(track.lastHeard == 1_000)
    #expect(track.add(rssi: -80) == true)
    #expect(track.endTick(at: 1_500) == Decibels(-80))
  }

  @Test func theFirstTickSetsBothLevels() {
    var track = track(power: -59)
    _ = hear(&track, -75, at: 0)
    #expect(track.relativeLevel(motion: 0) == -16 * 128)
    #expect(track.relativeLevel(motion: 256) == -16 * 128)
  }

  /// After a step at 0 the rest of it is exp(-t/τ): 8 s down, 5.33 s up, 1 s for a board in motion.
  @Test(arguments: [500, 1_000, 250]) func levelsSettleWithTheirTimeConstants(tick: Milliseconds) {
    var falling = track()
    var rising = track()
    _ = hear(&falling, -60, at: 0)
    _ = hear(&rising, -80, at: 0)
    for time in stride(from: tick, through: 16_000, by: Int(tick)) {
      _ = hear(&falling, -80, at: time)
      _ = hear(&rising, -60, at: time)
      let seconds = Double(time) / 1_000
      #expect(abs(slow(falling) - (-80 + 20 * exp(-seconds / 8))) < 0.05)
      #expect(abs(slow(rising) - (-60 - 20 * exp(-seconds / 5.333))) < 0.05)
      #expect(abs(fast(falling) - (-80 + 20 * exp(-seconds))) < 0.05)
      #expect(abs(fast(rising) - (-60 - 20 * exp(-seconds))) < 0.05)
    }
  }

  @Test func motionMixesTheLevels() {
    var track = track()
    _ = hear(&track, -60, at: 0)
    _ = hear(&track, -80, at: 2_000)
    #expect(abs(Double(track.relativeLevel(motion: 128)) / 128 - (slow(track) + fast(track)) / 2) < 0.02)
  }

  @Test func twentySecondsOfSilenceStartAnew() {
    var kept = track()
    _ = hear(&kept, -60, at: 0)
    #expect(!kept.isSilent(at: 19_999))
    #expect(kept.isSilent(at: 20_000))
    var anew = kept
    _ = hear(&kept, -80, at: 19_999)
    #expect(abs(slow(kept) - (-80 + 20 * exp(-19.999 / 8))) < 0.05)
    _ = hear(&anew, -80, at: 20_000)
    #expect(slow(anew) == -80)
    #expect(fast(anew) == -80)
  }

  @Test func aDroppedTickLeavesNoTrace() {
    var track = track()
    _ = hear(&track, -60, at: 0)
    #expect(track.add(rssi: -90) == true)
    track.dropTick()
    #expect(track.endTick(at: 500) == nil)
    #expect(track.lastHeard == 0)
    #expect(track.add(rssi: -61) == true)
    #expect(track.endTick(at: 1_000) == Decibels(-61))
  }

  @Test func whatWasHeardInThisTickIsNotSilent() {
    var track = track()
    #expect(track.isSilent(at: 0))
    _ = track.add(rssi: -127)
    #expect(!track.isSilent(at: 1_000_000))
  }

  @Test func aFloodOverflowsNothing() {
    var track = track()
    for _ in 0..<100_000 { _ = track.add(rssi: .min) }
    #expect(track.endTick(at: 0) == Decibels(-128))
    for _ in 0..<100_000 { _ = track.add(rssi: .max) }
    #expect(track.endTick(at: 500) == Decibels(127))
  }

  @Test func extremeTimesOverflowNothing() {
    var track = track()
    #expect(hear(&track, -60, at: .min) == Decibels(-60))
    #expect(hear(&track, -70, at: .max) == Decibels(-70))
    #expect(slow(track) == -70)
    #expect(hear(&track, -70, at: .min) == Decibels(-70))
    #expect(!track.isSilent(at: .min))
    #expect(track.isSilent(at: .max))
  }

  @Test func decayIsTheExponential() {
    for age in stride(from: Milliseconds(0), through: 60_000, by: 137) {
      for constant in [Int64(1_000), 5_333, 8_000, 10_000] {
        let expected = exp(-Double(age) / Double(constant)) * 65_536
        #expect(abs(Double(decay(age, over: constant)) - expected) <= 2)
      }
    }
    #expect(decay(0, over: 1_000) == 65_536)
    #expect(decay(-5, over: 1_000) == 65_536)
    #expect(decay(.max, over: 10_000) == 0)
  }
}
