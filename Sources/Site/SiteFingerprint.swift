import Host

/// A number that changes when any of a site's documents does, so that a reload can tell whether there is anything new.
///
/// FNV-1a (Fowler, Noll, Vo) over the documents' bytes, 64 bits; a document that is missing or cannot be read counts as
/// empty.
public func fingerprint(ofSite directory: String) -> UInt64 {
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
  for name in ["maps.json", "zones.json", "vbeacons.json", "beacons.json", "devices.json"] {
    for byte in name.utf8 { add(byte) }
    guard let bytes = try? readWholeFile(path: "\(directory)/\(name)", limit: documentSizeLimit) else { continue }
    for byte in bytes { add(byte) }
  }
  return hash
}
