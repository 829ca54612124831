import FixedPoint

/// Where an estimator believes the receiver is.
struct Fix {
  /// Metres in the session's frame.
  var x, y: Double
  /// Radius in metres that is claimed to hold the true position 68 % of the time; `nil` when nothing is claimed.
  var accuracy: Double?
}

/// An estimator under test. It is fed in the order of time and never sees what comes later.
protocol Positioner {
  /// Takes one reception: `beacon` is an index into the session's beacons, `rssi` in dBm.
  mutating func hear(beacon: Int, rssi: Int8, at time: Milliseconds)

  /// The position at `time`, not before any reception heard; `nil` while there is none.
  mutating func position(at time: Milliseconds) -> Fix?
}

/// Fixes in the order of time.
typealias Track = [(time: Milliseconds, fix: Fix)]

extension Session {
  /// Ticks at which estimators are asked, in ms: as often as the agent reports.
  static var tick: Milliseconds { 500 }

  /// Plays the session to `positioner`, asking for a position at every tick that follows a reception within a minute.
  ///
  /// Longer silences (a recording's pauses) have no ticks: no estimator can know more at their end than at their start.
  func play(to positioner: inout some Positioner) -> Track {
    var track: Track = []
    var next = 0
    guard var tick = events.first.map({ Self.tickAfter($0.time) }), let end = events.last?.time else { return [] }
    let longestSilence: Milliseconds = 60_000
    while tick <= Self.tickAfter(end) {
      while next < events.count, events[next].time <= tick {
        positioner.hear(beacon: events[next].beacon, rssi: events[next].rssi, at: events[next].time)
        next += 1
      }
      if let fix = positioner.position(at: tick) { track.append((tick, fix)) }
      tick += Self.tick
      if next < events.count, next > 0, tick - events[next - 1].time > longestSilence {
        tick = max(tick, Self.tickAfter(events[next].time))
      }
    }
    return track
  }

  /// The first tick at or after `time`; ticks lie at whole multiples.
  private static func tickAfter(_ time: Milliseconds) -> Milliseconds {
    let rest = ((time % tick) + tick) % tick
    return rest == 0 ? time : time + tick - rest
  }
}
