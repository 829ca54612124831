/// What a subscriber gets: a topic, how it is delivered, and a JSON document.
public struct Message: Sendable {
  /// The topic below the device's own prefix (`bluedot/<device>/`), such as `event/zone/enter`.
  public var topic: String

  /// State that a late subscriber gets at once; events are never retained.
  public var retain: Bool

  /// 0: at most once; 1: at least once.
  public var qos: Int32

  /// JSON, UTF-8.
  public var payload: [UInt8]

  public init(topic: String, retain: Bool, qos: Int32, payload: [UInt8]) {
    self.topic = topic
    self.retain = retain
    self.qos = qos
    self.payload = payload
  }

  /// The line by which `bluedot replay` tells the message: `{"topic":"location","payload":{…}}` and a line feed.
  public var replayLine: [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(topic.utf8.count + payload.count + 32)
    line.append(contentsOf: "{\"topic\":\"".utf8)
    // Topics are constants of this module: nothing in them needs an escape.
    line.append(contentsOf: topic.utf8)
    line.append(contentsOf: "\",\"payload\":".utf8)
    line.append(contentsOf: payload)
    line.append(contentsOf: "}\n".utf8)
    return line
  }
}

/// The topics below `bluedot/<device>/`.
public enum Topic {
  public static let status = "status"
  public static let location = "location"
  public static let map = "map"
  public static let zoneEnter = "event/zone/enter"
  public static let zoneExit = "event/zone/exit"
  public static let floorEnter = "event/floor/enter"
  public static let floorExit = "event/floor/exit"
  public static let virtualBeacon = "event/vbeacon"
  public static let regionEnter = "event/region/enter"
  public static let regionExit = "event/region/exit"
  public static let regionRange = "event/region/range"
  public static let wakeup = "event/wakeup"
}
