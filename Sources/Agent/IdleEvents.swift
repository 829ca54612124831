import Advertisement
import FixedPoint

/// Why the agent idles.
public enum IdleReason: UInt8, Sendable {
  /// Nothing of the site was heard for a while; floor and zones were left before.
  case silence
  /// The board rests; position, floor and zones are kept.
  case noMotion

  /// The name in messages and logs.
  public var text: String {
    switch self {
    case .silence: "silence"
    case .noMotion: "noMotion"
    }
  }
}

/// What ended the idling.
public enum WakeupReason: Sendable, Equatable {
  /// A region was entered.
  case region(index: Int)
  /// The board began to move.
  case motion(MotionSource)
  /// A beacon of the site was heard.
  case site

  /// The name in messages and logs.
  public var text: String {
    switch self {
    case .region: "region"
    case .motion: "motion"
    case .site: "site"
    }
  }
}

/// The agent began to idle.
public struct Idling: Sendable {
  public var time: Milliseconds
  public var reason: IdleReason

  public init(time: Milliseconds, reason: IdleReason) {
    self.time = time
    self.reason = reason
  }
}

/// The agent woke up.
public struct Wakeup: Sendable {
  public var time: Milliseconds
  public var reason: WakeupReason
  /// The beacon that woke it; `nil` for motion.
  public var beacon: BeaconIdentity?
  /// Its RSSI, dBm; `nil` when the controller had none.
  public var rssi: Int8?
  /// When the idling began.
  public var idleSince: Milliseconds

  public init(
    time: Milliseconds, reason: WakeupReason, beacon: BeaconIdentity? = nil, rssi: Int8? = nil,
    idleSince: Milliseconds
  ) {
    self.time = time
    self.reason = reason
    self.beacon = beacon
    self.rssi = rssi
    self.idleSince = idleSince
  }
}
