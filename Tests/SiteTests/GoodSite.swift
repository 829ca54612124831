import Site

/// A small site with one of everything, free of problems.
enum GoodSite {
  static let maps = """
    [
     {"id": "m1", "name": "Ground", "site_id": "s", "org_id": "o", "type": "image", "ppm": 20, "width": 400,
      "height": 200, "width_m": 20, "height_m": 10, "origin_x": 10, "origin_y": 10, "orientation": 0, "level": 0,
      "latlng_tl": {"lat": 0.00009, "lng": 0}, "latlng_br": {"lat": 0, "lng": 0.00018}, "locked": true,
      "wall_path": {"coordinate": "actual", "nodes": []}, "thumbnail_url": null},
     {"id": "m2", "name": "First", "width": 512, "width_m": 20.48, "height_m": 10.24, "level": 1, "orientation": 90}
    ]
    """
  static let zones = """
    [{"id": "z1", "name": "West room", "map_id": "m1", "site_id": "s", "org_id": "o",
      "vertices": [{"x": 0, "y": 0}, {"x": 100, "y": 0}, {"x": 100, "y": 50}, {"x": 0, "y": 50}, {"x": 0, "y": 0}]},
     {"id": "z2", "map_id": "m2", "vertices_m": [{"x": 1, "y": 1}, {"x": 3.5, "y": 1}, {"x": 1, "y": 4}]}]
    """
  static let virtualBeacons = """
    [{"id": "v1", "name": "Door", "map_id": "m1", "x": 40, "y": 60, "uuid": "00112233445566778899AABBCCDDEEFF",
      "major": 1, "minor": 2, "power_mode": "custom", "power": -12, "message": "Hello", "url": "https://example.com/"},
     {"id": "v2", "map_id": "m1", "x_m": 5, "y_m": 6, "power_mode": "default", "power": 20}]
    """
  static let beacons = """
    [{"id": "b1", "name": "Pillar", "map_id": "m1", "type": "ibeacon", "x": 30, "y": 10, "height": 2.25,
      "ibeacon_uuid": "f7826da6-4fa2-4e98-8024-bc5b71e0893e", "ibeacon_major": 258, "ibeacon_minor": 772, "power": -77},
     {"id": "b2", "map_id": "m1", "type": "eddystone-uid", "x": 10, "y": 30,
      "eddystone_namespace": "00010203040506070809", "eddystone_instance": "aabbccddeeff"},
     {"id": "b3", "map_id": "m2", "type": "eddystone-url", "x_m": 1, "y_m": 2,
      "eddystone_url": "https://www.example.com/a"}]
    """
  static let devices = """
    [{"id": "a1", "mac": "5c5b350e0001", "name": "AP 1", "type": "ap", "map_id": "m1", "x": 200, "y": 100,
      "orientation": 90, "height": 3, "ble_stat": {"uuid": "ada72f8f-1643-e5c6-94db-f2a5636f1a64", "major": 7,
      "minors": [0, 1, 2, 3, -1, 5, 6, 7, 8], "beams": 9, "power": 8, "beacon_rate": 4, "ibeacon_enabled": true,
      "ibeacon_uuid": "ada72f8f-1643-e5c6-94db-f2a5636f1a65", "ibeacon_major": 13, "ibeacon_minor": 138,
      "eddystone_uid_namespace": "2818e3868dec25629ede", "eddystone_uid_instance": "5c5b35000001",
      "eddystone_url_url": "https://www.abc.com"}},
     {"id": "sw", "type": "switch"}]
    """

  static let documents = [
    "maps.json": maps, "zones.json": zones, "vbeacons.json": virtualBeacons, "beacons.json": beacons,
    "devices.json": devices,
  ]

  /// Loads the good site with some documents replaced.
  static func load(replacing changed: [String: String] = [:], without missing: [String] = []) -> SiteLoad {
    loadSite { name in
      guard !missing.contains(name), let text = changed[name] ?? documents[name] else { return .missing }
      return .bytes(Array(text.utf8))
    }
  }

  /// All problems as text, one a line, without the folder.
  static func report(_ load: SiteLoad) -> [String] { load.problems.map { $0.line(directory: "S") } }
}
