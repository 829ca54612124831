import Agent
import FixedPoint
import Regions
import Wire

/// Turns the agent's events into messages of the MQTT contract.
///
/// Properties are named as in the Mist SDK; lengths are metres, angles degrees, durations and ages milliseconds. What
/// isn't known is null, never made up. An index that the site does not have leaves the properties behind it null.
///
/// Messages are written into one buffer: it is taken up again once the caller has let the previous message go.
public struct MessageEncoder {
  private(set) var site: Site
  private(set) var regions: [Region]
  private(set) var regionNames: [String]
  var ids: EventIDs
  /// Large enough for any message here with names of usual length, so that the buffer doesn't grow in steps.
  var writer = JSONWriter(capacity: 1_024)

  /// - Parameters:
  ///   - sessionSeed: names this run of the agent: random for a live agent, fixed for a replay.
  ///   - regions: those that the agent watches, and what the configuration calls them.
  public init(site: Site, sessionSeed: UInt64, regions: [Region] = [], regionNames: [String] = []) {
    self.site = site
    self.regions = regions
    self.regionNames = regionNames
    ids = EventIDs(seed: sessionSeed)
  }

  /// Goes on with another site and other regions; session and numbers go on.
  public mutating func change(site: Site, regions: [Region], regionNames: [String]) {
    self.site = site
    self.regions = regions
    self.regionNames = regionNames
  }

  /// The event's message; `nil` for changes of the mode and the beginning of idling, which the retained status tells.
  public mutating func encode(_ event: AgentEvent, stamp: Stamp) -> Message? {
    writer.reset()
    switch event {
    case .location(let location):
      write(location, stamp)
      return message(Topic.location, retain: true, qos: 0)
    case .map(let index, let time):
      writeMap(index, time, stamp)
      return message(Topic.map, retain: true, qos: 1)
    case .floorEnter(let visit):
      write(visit, isOver: false, stamp)
      return message(Topic.floorEnter, retain: false, qos: 1)
    case .floorExit(let visit):
      write(visit, isOver: true, stamp)
      return message(Topic.floorExit, retain: false, qos: 1)
    case .zoneEnter(let visit):
      write(visit, isOver: false, stamp)
      return message(Topic.zoneEnter, retain: false, qos: 1)
    case .zoneExit(let visit):
      write(visit, isOver: true, stamp)
      return message(Topic.zoneExit, retain: false, qos: 1)
    case .virtualBeacon(let range):
      write(range, stamp)
      return message(Topic.virtualBeacon, retain: false, qos: 1)
    case .regionEnter(let visit):
      write(visit, isOver: false, stamp)
      return message(Topic.regionEnter, retain: false, qos: 1)
    case .regionExit(let visit):
      write(visit, isOver: true, stamp)
      return message(Topic.regionExit, retain: false, qos: 1)
    case .regionRange(let range):
      write(range, stamp)
      return message(Topic.regionRange, retain: false, qos: 0)
    case .wakeup(let wakeup):
      write(wakeup, stamp)
      return message(Topic.wakeup, retain: false, qos: 1)
    case .idle, .mode:
      return nil
    }
  }

  func message(_ topic: String, retain: Bool, qos: Int32) -> Message {
    Message(topic: topic, retain: retain, qos: qos, payload: writer.bytes)
  }

  func map(_ index: Int) -> SiteMap? {
    site.maps.indices.contains(index) ? site.maps[index] : nil
  }
}

extension JSONWriter {
  /// A coordinate, distance or speed: millimetres are finer than any position here.
  mutating func metres<Quantity: FixedPointFormat>(_ name: String, _ quantity: Quantity?) {
    key(name)
    guard let quantity else { return null() }
    value(quantity, decimals: 3)
  }

  mutating func text(_ name: String, _ text: String?) {
    key(name)
    value(text)
  }

  mutating func whole(_ name: String, _ number: Int?) {
    key(name)
    value(number)
  }

  /// A latitude or longitude in billionths of a degree.
  mutating func degrees(_ name: String, _ billionths: Int64?) {
    key(name)
    guard let billionths else { return null() }
    fixed(Int(clamping: billionths), decimals: 9)
  }

  /// An object with `x` and `y`.
  mutating func position(_ name: String, _ point: Point?) {
    key(name)
    guard let point else { return null() }
    beginObject()
    metres("x", point.x)
    metres("y", point.y)
    endObject()
  }
}
