import FixedPoint

/// Decides which map the board is on, by what is heard of each map's beams.
///
/// Evidence of one tick is the sum, over the loudest places heard (`FloorEvidence`), of the square of their level above
/// the noise floor: near beams of the right floor outweigh those that come through a ceiling, 15 to 20 dB weaker. It
/// fades with time. A challenger must lead by a quarter, by two or more beams, for the dwell time: one loud beacon
/// overhead changes nothing.
public struct FloorSelector: Sendable {
  /// RSSI at which a beam says next to nothing about the floor, dBm; most receivers hear nothing below it. A beam with
  /// more power than usual comes below it once its level is brought to the usual one: it still counts where nothing
  /// else was heard.
  public static var noiseFloor: Decibels { Decibels(-100) }

  /// A place counts as this much above the noise floor at least, dB: nothing against any level that can be told.
  private static var leastAbove: Decibels { Decibels(1, over: 16) }

  /// A place counts as this much above the noise floor at most, dB: one beacon at arm's length, or just beyond the
  /// ceiling, does not outvote three at usual distances.
  public static var mostAbove: Decibels { Decibels(35) }

  /// How long a challenger must lead, ms: longer than a lift door stays open on a wrong floor's beacons.
  public static var dwell: Milliseconds { 4_000 }

  /// The map that counts; `nil` until something of the site was heard.
  public private(set) var map: UInt16?
  /// A challenger leads, but not yet for long enough: what the position means is uncertain.
  public var isInDoubt: Bool { challengerSince != nil }

  private var challenger: UInt16 = 0
  private var challengerSince: Milliseconds?

  public init() {}

  /// Adds what was heard in this tick to the evidence.
  ///
  /// - Parameters:
  ///   - level: RSSI of a beam, dBm.
  ///   - evidence: of the beam's map; one number per map, that the caller owns.
  public static func add(_ level: Decibels, to evidence: inout Int32) {
    let above = min(max(level - noiseFloor, leastAbove), mostAbove)
    // 4 fraction bits each, so 8 in the square.
    let sixteenths = Int32(above.raw) >> 3
    evidence = evidence.addingSaturating(sixteenths * sixteenths)
  }

  /// Fades all evidence by one tick, to 7/8 and in the end to 0: half is forgotten after 2.6 s. Call before the tick's
  /// `add`s.
  public static func fade(_ evidence: inout MutableSpan<Int32>) {
    for index in evidence.indices where evidence[index] > 0 { evidence[index] -= max(evidence[index] / 8, 1) }
  }

  /// Decides after a tick's evidence is in.
  ///
  /// - Parameters:
  ///   - evidence: one number per map.
  ///   - beamsHeard: number of beams of each map heard lately.
  /// - Returns: true when the map changed (or the first one was found).
  public mutating func update(evidence: Span<Int32>, beamsHeard: Span<UInt16>, at time: Milliseconds) -> Bool {
    guard let best = strongest(evidence) else { return false }
    guard let current = map, Int(current) < evidence.count else {
      map = UInt16(truncatingIfNeeded: best)
      return true
    }
    let lead = evidence[Int(current)].addingSaturating(evidence[Int(current)] / 4)
    let isAhead =
      best != Int(current) && evidence[best] > lead
      && (beamsHeard[best] >= 2 || beamsHeard[Int(current)] == 0)
    guard isAhead else {
      challengerSince = nil
      return false
    }
    if challengerSince == nil || challenger != UInt16(truncatingIfNeeded: best) {
      challenger = UInt16(truncatingIfNeeded: best)
      challengerSince = time
    }
    guard let since = challengerSince, time.subtractingSaturating(since) >= Self.dwell else { return false }
    map = challenger
    challengerSince = nil
    return true
  }

  /// A challenger's lead must begin anew: nobody looked for a while.
  public mutating func interrupt() { challengerSince = nil }

  /// Forgets the map, when nothing of the site was heard for long.
  public mutating func reset() {
    map = nil
    challengerSince = nil
  }

  private func strongest(_ evidence: Span<Int32>) -> Int? {
    var best: Int?
    for index in evidence.indices where evidence[index] > 0 {
      if let known = best, evidence[known] >= evidence[index] { continue }
      best = index
    }
    return best
  }
}
