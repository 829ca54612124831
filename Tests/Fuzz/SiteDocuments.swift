// modules: CHost Host FixedPoint Advertisement Ranging Positioning Places Regions Agent CDocument Wire Site Contract
// libraries: cjson
// seeds: sites
// Any bytes as a site's documents, in the order in which they are read, each ended by the byte 0x1E; those after the last
// 0x1E are missing. A site without errors is one that the agent and the messages can be made from.
import Advertisement
import Agent
import Contract
import FixedPoint
import Places
import Ranging
import Site

private let names = ["maps.json", "zones.json", "vbeacons.json", "beacons.json", "devices.json"]

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = UnsafeRawBufferPointer(start: start, count: count)
  let parts = input.split(separator: 0x1E, maxSplits: names.count, omittingEmptySubsequences: false).map { [UInt8]($0) }
  let load = loadSite { name in
    guard let index = names.firstIndex(of: name), index < parts.count - 1 else { return .missing }
    return .bytes(parts[index])
  }
  checkProblems(load)
  checkTables(load.site)
  if !load.hasErrors { checkUse(load.site) }
  return 0
}

private func checkProblems(_ load: SiteLoad) {
  check(load.problems.count <= 200, "at most 100 errors and 100 warnings are kept")
  check(load.problems.count { $0.severity == .error } == min(load.errorCount, 100), "the first errors are kept")
  check(load.problems.count { $0.severity == .warning } == min(load.warningCount, 100), "the first warnings are kept")
  for problem in load.problems {
    let line = problem.line(directory: "site")
    check(!problem.found.isEmpty && !problem.expected.isEmpty, "a problem says what was found and what is expected")
    check(!line.utf8.contains { $0 < 0x20 || $0 == 0x7F }, "a problem is one line without control characters")
  }
}

private func checkTables(_ site: Site) {
  check(site.beams.count == site.identities.count && site.beams.count == site.beamNames.count, "beams are parallel")
  check(site.zones.count == site.zoneNames.count, "zones are parallel")
  check(site.virtualBeacons.count == site.virtualBeaconDetails.count, "virtual beacons are parallel")
  for beam in site.beams { check(Int(beam.map) < site.maps.count, "a beam stands on a map") }
  for beacon in site.virtualBeacons { check(Int(beacon.map) < site.maps.count, "a virtual beacon stands on a map") }
  for zone in site.zones {
    check(Int(zone.map) < site.maps.count, "a zone lies on a map")
    check(zone.vertexCount >= 3, "a zone has three corners or more")
    check(
      zone.firstVertex >= 0 && zone.firstVertex + zone.vertexCount <= site.vertices.count, "corners are in the table")
  }
  for map in site.maps { check(map.width > .zero && map.height > .zero, "a map has a size") }
}

private func checkUse(_ site: Site) {
  let stamp = Stamp(wallOffset: 0, clockSynced: true)
  var encoder = MessageEncoder(site: site, sessionSeed: 0)
  func encode(_ event: AgentEvent) {
    guard let message = encoder.encode(event, stamp: stamp) else { return }
    check(JSONText.isValid(message.payload), "a message is JSON")
  }
  let corner = Point(x: .zero, y: .zero)
  for map in site.maps.indices {
    encode(.map(index: map, time: 0))
    encode(.floorEnter(FloorVisit(time: 0, since: 0, map: map)))
    if let reference = site.maps[map].georeference {
      let place = reference.geoPoint(Point(x: site.maps[map].width, y: site.maps[map].height))
      check(place.latitude.magnitude <= 90_000_000_000, "a latitude lies within 90 degrees")
      check(place.longitude.magnitude <= 180_000_000_000, "a longitude lies within 180 degrees")
    }
  }
  for zone in site.zones.indices { encode(.zoneEnter(ZoneVisit(time: 0, since: 0, zone: zone, position: corner))) }
  for beacon in site.virtualBeacons.indices {
    encode(
      .virtualBeacon(
        VirtualBeaconRange(
          time: 0, beacon: beacon, proximity: .near, distance: Metres(1), rssi: Decibels(-60), position: corner)))
  }
  // Making an agent for maps of kilometres takes so long that nothing else would be tried.
  guard site.maps.allSatisfy({ $0.width <= Metres(40) && $0.height <= Metres(40) }), site.beams.count <= 32 else {
    return
  }
  var agent = LocationAgent(site: site)
  for tick in 0..<4 as Range<Int64> {
    for identity in site.identities {
      agent.hear(Sighting(identity: identity, rssi: -60, measuredPower: nil), at: tick * 500)
    }
  }
  agent.advance(to: 60_000)
  for event in agent.takeEvents() { encode(event) }
}
