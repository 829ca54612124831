import Advertisement
import Host
import Wire

/// An identity as people tell beacons apart: the beginning of what is long, all of what differs.
func scanIdentityText(_ key: ScanKey) -> String {
  switch key {
  case .device(let address, _): return addressText(address)
  case .beacon(let identity):
    switch identity.kind {
    case .iBeacon: return "\(hexText(identity, 0..<4))… \(identity.major)/\(identity.minor)"
    case .altBeacon: return "\(hexText(identity, 0..<4))… \(identity.major)/\(identity.minor)"
    case .eddystoneUID: return "\(hexText(identity, 0..<4))… \(hexText(identity, 10..<16))"
    case .eddystoneURL:
      var url: [UInt8] = []
      identity.expandURL { url.append($0) }
      return printable(String(decoding: url, as: UTF8.self))
    case .eddystoneEID: return hexText(identity, 0..<8)
    case .estimote: return hexText(identity, 0..<8)
    }
  }
}

/// The kind, and for a device without a beacon frame its maker's number.
func scanKindText(_ entry: ScanEntry) -> String {
  guard !entry.key.isBeacon else { return "\(entry.kind.name)" }
  return entry.company.map { "company \(hexText(UInt64($0), digits: 4))" } ?? "device"
}
