import Advertisement
import Agent
import Configuration
import FixedPoint
import Host
import Regions
import Wire

extension Station {
  /// What the hook finds in its environment: why the agent woke, and by what.
  func environment(of wakeup: Wakeup) -> [(String, String)] {
    var variables: [(String, String)] = [
      ("BLUEDOT_EVENT", "wakeup"), ("BLUEDOT_DEVICE", inputs.configuration.device),
      ("BLUEDOT_REASON", wakeup.reason.text),
      ("BLUEDOT_IDLE_MS", "\(wakeup.time.subtractingSaturating(wakeup.idleSince))"),
    ]
    switch wakeup.reason {
    case .region(let index): variables.append(("BLUEDOT_REGION", regionName(index)))
    case .motion(let source): variables.append(("BLUEDOT_MOTION", source.text))
    case .site: break
    }
    if let beacon = wakeup.beacon {
      variables.append(contentsOf: beacon.variables)
      if let name = beaconName(beacon) { variables.append(("BLUEDOT_BEACON", name)) }
    }
    if let rssi = wakeup.rssi { variables.append(("BLUEDOT_RSSI", "\(rssi)")) }
    return variables
  }

  /// What the log says of an event: changes of state at info, what comes again and again at verbose.
  func logLine(_ event: AgentEvent) -> (level: LogLevel, text: String)? {
    switch event {
    case .location: nil
    case .map(let index, _): (.info, "on the map \(mapName(index))")
    case .floorEnter, .floorExit: nil
    case .zoneEnter(let visit): (.info, "entered the zone \(zoneName(visit.zone))")
    case .zoneExit(let visit): (.info, "left the zone \(zoneName(visit.zone))")
    case .virtualBeacon, .regionRange: nil
    case .regionEnter(let visit): (.info, "entered the region \(regionName(visit.region))")
    case .regionExit(let visit): (.info, "left the region \(regionName(visit.region))")
    case .wakeup(let wakeup): (.info, "woken by \(wakingText(wakeup))")
    case .idle(let idling):
      (.info, idling.reason == .silence ? "idle: nothing of the site is heard" : "idle: the board rests")
    case .mode(_, let mode, _): (.debug, "mode \(mode.text)")
    }
  }

  private func wakingText(_ wakeup: Wakeup) -> String {
    switch wakeup.reason {
    case .region(let index): "the region \(regionName(index))"
    case .motion(let source): "motion (\(source.text))"
    case .site: "a beacon of the site"
    }
  }

  private func regionName(_ index: Int) -> String {
    let names = inputs.configuration.regionNames
    return names.indices.contains(index) ? names[index] : "\(index)"
  }

  private func zoneName(_ index: Int) -> String {
    guard inputs.site.zoneNames.indices.contains(index) else { return "\(index)" }
    return inputs.site.zoneNames[index].name ?? inputs.site.zoneNames[index].id
  }

  private func mapName(_ index: Int) -> String {
    guard inputs.site.maps.indices.contains(index) else { return "\(index)" }
    return inputs.site.maps[index].name.name ?? inputs.site.maps[index].name.id
  }

  private func beaconName(_ identity: BeaconIdentity) -> String? {
    guard let index = inputs.site.identities.firstIndex(of: identity) else { return nil }
    return inputs.site.beamNames[index].name ?? inputs.site.beamNames[index].id
  }
}

extension BeaconIdentity {
  /// The identity as variables for a hook.
  fileprivate var variables: [(String, String)] {
    switch kind {
    case .iBeacon:
      [
        ("BLUEDOT_UUID", uuidText(high: high, low: low)), ("BLUEDOT_MAJOR", "\(major)"), ("BLUEDOT_MINOR", "\(minor)"),
      ]
    case .eddystoneUID:
      [("BLUEDOT_NAMESPACE", hexText(0..<10)), ("BLUEDOT_INSTANCE", hexText(10..<16))]
    case .altBeacon, .eddystoneURL, .eddystoneEID, .estimote:
      [("BLUEDOT_ID", hexText(0..<Int(min(length, 20))))]
    }
  }

  private func hexText(_ bytes: Range<Int>) -> String {
    var text = ""
    for index in bytes {
      let digits = String(byte(index), radix: 16)
      text += digits.utf8.count == 1 ? "0\(digits)" : digits
    }
    return text
  }
}
