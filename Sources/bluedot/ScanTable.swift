import Advertisement
import Agent
import FixedPoint
import Ranging

/// The beacons and devices that `bluedot scan` has heard, in memory of bounded size.
///
/// The site's beacons have places of their own and stay. All others share `capacity` places; when these are taken, the
/// device that was silent for longest goes, and beacons go only for beacons: a crowd of phones with ever new addresses
/// pushes no beacon out.
struct ScanTable: ~Copyable {
  /// Places for what is not of the site: more than anyone reads.
  static let capacity = 512
  /// Others' beacons and devices are forgotten after this silence, ms.
  static let memory: Milliseconds = 60_000

  let site: Site?
  /// Whether devices without a beacon's identity are taken in.
  let takesDevices: Bool
  private(set) var entries: [ScanEntry] = []
  /// Advertisements of what is in the table, or was.
  private(set) var sightings: UInt64 = 0
  /// Entries that made room for others.
  private(set) var evicted: UInt64 = 0
  /// Advertisements of devices that found no room.
  private(set) var crowdedOut: UInt64 = 0
  /// Beacons and devices that came, however often: one that was forgotten counts again.
  private(set) var admitted: UInt64 = 0

  private var slots: [UInt16] = []
  /// By the beam's number, the entry's; -1 while it was not heard.
  private var entryOfBeam: [Int32] = []
  /// Beside `entries`: its key's hash.
  private var hashes: [UInt32] = []
  private var siteCount = 0

  init(site: Site?, takesDevices: Bool) {
    self.site = site
    self.takesDevices = takesDevices
    hashes.reserveCapacity(Self.capacity)
    entries.reserveCapacity(Self.capacity)
    guard let site else { return }
    slots = [UInt16](repeating: 0, count: BeamIndex.slotCount(for: site.identities.count))
    entryOfBeam = [Int32](repeating: -1, count: site.identities.count)
    var span = slots.mutableSpan
    // More beams than an index holds are refused by the site's check; their beacons would count as others'.
    _ = BeamIndex.build(identities: site.identities.span, into: &span)
  }

  /// What became of a report.
  enum Outcome {
    /// It belongs to the entry with this index.
    case entry(Int)
    /// All places are taken.
    case noRoom
    /// Nothing that the table is about: an answer to a scan request (the same transmission again), or a device without
    /// a beacon's identity.
    case leftOut
  }

  mutating func add(_ report: AdvertisingReport, _ frame: Frame, at time: Milliseconds) -> Outcome {
    guard !report.eventType.isScanResponse else { return .leftOut }
    let key: ScanKey
    if let identity = frame.identity {
      key = .beacon(identity)
    } else {
      guard takesDevices, report.addressType != .anonymous else { return .leftOut }
      key = .device(report.address, report.addressType)
    }
    guard let index = find(key, frame, at: time) else {
      crowdedOut += 1
      return .noRoom
    }
    sightings += 1
    entries[index].add(rssi: report.rssi, measuredPower: frame.measuredPower, at: time)
    return .entry(index)
  }

  /// Forgets what was silent for long and is not of the site.
  mutating func forget(before time: Milliseconds) {
    var index = 0
    while index < entries.count {
      if entries[index].beam == nil, time.subtractingSaturating(entries[index].lastSeen) > Self.memory {
        remove(index)
      } else {
        index += 1
      }
    }
  }

  // MARK: Places

  private mutating func find(_ key: ScanKey, _ frame: Frame, at time: Milliseconds) -> Int? {
    let beam = beam(of: key)
    let hash = key.hash
    if let beam {
      if entryOfBeam[beam] >= 0 { return Int(entryOfBeam[beam]) }
    } else {
      for index in hashes.indices where hashes[index] == hash && entries[index].key == key { return index }
      guard entries.count - siteCount < Self.capacity || makeRoom(forBeacon: key.isBeacon) else { return nil }
    }
    admitted += 1
    let power = beam.flatMap { site?.beams[$0].measuredPower }
    entries.append(ScanEntry(key, frame, beam: beam, sitePower: power, at: time))
    hashes.append(hash)
    if let beam {
      entryOfBeam[beam] = Int32(truncatingIfNeeded: entries.count - 1)
      siteCount += 1
    }
    return entries.count - 1
  }

  private func beam(of key: ScanKey) -> Int? {
    guard let site, case .beacon(let identity) = key else { return nil }
    return BeamIndex.find(identity, identities: site.identities.span, slots: slots.span)
  }

  /// Lets the device that was silent for longest go, or for a beacon the beacon; false when there is none to go.
  private mutating func makeRoom(forBeacon isBeacon: Bool) -> Bool {
    var oldest: Int?
    for index in entries.indices where entries[index].beam == nil {
      guard isBeacon || !entries[index].key.isBeacon else { continue }
      guard let best = oldest else {
        oldest = index
        continue
      }
      // Any device goes before any beacon.
      if entries[index].key.isBeacon == entries[best].key.isBeacon {
        if entries[index].lastSeen < entries[best].lastSeen { oldest = index }
      } else if entries[best].key.isBeacon {
        oldest = index
      }
    }
    guard let oldest else { return false }
    remove(oldest)
    evicted += 1
    return true
  }

  /// The last entry takes the place of the one that goes.
  private mutating func remove(_ index: Int) {
    let last = entries.count - 1
    entries.swapAt(index, last)
    hashes.swapAt(index, last)
    entries.removeLast()
    hashes.removeLast()
    if index < last, let beam = entries[index].beam { entryOfBeam[beam] = Int32(truncatingIfNeeded: index) }
  }

  // MARK: Order

  enum Order {
    case rssi
    case name
    case rate
    case seen
  }

  /// Indices of the entries in the order to show them: the strongest, the most frequent or the latest first; of two that
  /// are equal, by name and identity.
  func sorted(by order: Order, at time: Milliseconds) -> [Int] {
    var keys: [(rank: Int64, text: String, index: Int)] = []
    for (index, entry) in entries.enumerated() {
      // What is gone is not near, however loud it once was.
      let isGone = time.subtractingSaturating(entry.lastSeen) > Self.memory
      let rank: Int64 =
        switch order {
        case .rssi: Int64(entry.level?.raw ?? .min) - (isGone ? 1 << 16 : 0)
        case .name: entry.beam == nil ? 0 : 1
        case .rate: Int64(entry.rate.tenths(at: time))
        case .seen: entry.lastSeen
        }
      let text = (order == .name ? siteName(entry) ?? "" : "") + " " + scanIdentityText(entry.key)
      keys.append((rank, text, index))
    }
    keys.sort { a, b in
      if a.rank != b.rank { return a.rank > b.rank }
      return a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
    }
    return keys.map { $0.index }
  }

  /// What the site's documents call the beacon.
  func siteName(_ entry: ScanEntry) -> String? {
    guard let beam = entry.beam, let site else { return nil }
    return site.beamNames[beam].name ?? site.beamNames[beam].id
  }
}
