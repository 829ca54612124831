import Host

/// The keys of one kind of object in a site's documents.
struct KnownKeys {
  /// Keys that are read.
  var read: [String]
  /// Others that the documents of Mist's API have; they are no slips.
  var others: [String]

  private static let owners = ["id", "name", "site_id", "org_id"]
  private static let times = ["created_time", "modified_time", "for_site"]

  static let map = KnownKeys(
    read: owners + [
      "width", "height", "width_m", "height_m", "ppm", "orientation", "level", "latlng_tl", "latlng_br",
    ],
    others: times + [
      "type", "locked", "origin_x", "origin_y", "url", "thumbnail_url", "occupancy_limit", "wayfinding_path",
      "wall_path", "sitesurvey_path", "wayfinding", "geofences", "flags", "view",
    ])
  static let corner = KnownKeys(read: ["lat", "lng"], others: [])
  static let zone = KnownKeys(
    read: owners + ["map_id", "vertices", "vertices_m"], others: times + ["occupancy_limit"])
  static let virtualBeacon = KnownKeys(
    read: owners + [
      "map_id", "x", "y", "x_m", "y_m", "uuid", "major", "minor", "power", "power_mode", "message", "url",
    ],
    others: times + ["wayfinding_nodename"])
  static let beacon = KnownKeys(
    read: owners + [
      "map_id", "x", "y", "x_m", "y_m", "type", "ibeacon_uuid", "ibeacon_major", "ibeacon_minor",
      "eddystone_namespace", "eddystone_instance", "eddystone_url", "power", "height",
    ],
    others: times + ["mac"])
  static let device = KnownKeys(
    read: owners + ["map_id", "x", "y", "x_m", "y_m", "type", "orientation", "height", "ble_stat"],
    others: times + [
      "mac", "model", "led_stat", "lldp_stat", "esl_stat", "usb_stat", "env_stat", "ip_stat", "port_stat",
      "radio_stat", "l2tp_stat",
    ])
  static let radio = KnownKeys(
    read: [
      "uuid", "major", "minors", "ibeacon_enabled", "ibeacon_uuid", "ibeacon_major", "ibeacon_minor",
      "eddystone_uid_enabled", "eddystone_uid_namespace", "eddystone_uid_instance", "eddystone_url_enabled",
      "eddystone_url_url",
    ],
    others: [
      "beams", "power", "beacon_rate", "beacon_enabled", "ibeacon_freq_msec", "ibeacon_beams",
      "eddystone_uid_freq_msec", "eddystone_uid_beams", "eddystone_url_freq_msec", "eddystone_url_beams",
      "tx_resets",
    ])
}

/// Warns of keys that look like slips: not known, but near one that is and that the object lacks.
///
/// What a document has beside the known keys is none of our business: Mist's have many more.
final class KeyCheck {
  /// Different unknown keys that are looked at: a document that has more is not written by hand.
  private static let limit = 500

  private let known: KnownKeys
  /// What is known of a key already: the one that was probably meant, or "" for none.
  private var meant = LookupTable<String, String>()
  private var count = 0

  init(_ known: KnownKeys) {
    self.known = known
    for key in known.read + known.others { meant[key] = "" }
  }

  func check(_ element: Element) {
    var next = element.node.first
    while let node = next {
      next = node.next
      guard let key = node.name, let right = right(for: key), element.node.member(right) == nil else { continue }
      element.warning("", found: "the unknown key \(quoted(key))", expected: "\"\(right)\", if that was meant")
    }
  }

  /// The key that was probably meant; `nil` when this one is known, or like none.
  private func right(for key: String) -> String? {
    if let found = meant[key] { return found.isEmpty ? nil : found }
    guard count < Self.limit else { return nil }
    count += 1
    let found = NearMiss.nearest(key, among: known.read)
    meant[key] = found ?? ""
    return found
  }
}
