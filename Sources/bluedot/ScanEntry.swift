import Advertisement
import FixedPoint
import Ranging

/// What makes two advertisements come from the same line of the table.
enum ScanKey: Equatable {
  case beacon(BeaconIdentity)
  /// A device without a beacon's identity, by its address.
  case device(UInt64, AddressType)

  var hash: UInt32 {
    switch self {
    case .beacon(let identity): identity.stableHash
    case .device(let address, let type):
      BeaconIdentity(kind: .estimote, length: 0, high: address, low: UInt64(type.rawValue), tail: 0).stableHash
    }
  }

  var isBeacon: Bool {
    if case .beacon = self { true } else { false }
  }
}

/// One beacon or device, as `bluedot scan` knows it.
struct ScanEntry {
  let key: ScanKey
  let kind: FrameKind
  /// Who makes the device, for devices without a beacon frame.
  let company: UInt16?
  /// Index of the site's beam; `nil` for others' beacons.
  let beam: Int?
  /// The last RSSI, dBm.
  private(set) var rssi: Int8?
  private(set) var filter = RSSIFilter()
  private(set) var power: MeasuredPower
  private(set) var count: UInt64 = 0
  private(set) var lastSeen: Milliseconds
  private(set) var rate = RateMeter()
  private let sitePower: Decibels?

  init(_ key: ScanKey, _ frame: Frame, beam: Int?, sitePower: Decibels?, at time: Milliseconds) {
    self.key = key
    kind = frame.kind
    if case .unknown(let unknown) = frame { company = unknown.company } else { company = nil }
    self.beam = beam
    self.sitePower = sitePower
    power = MeasuredPower(site: sitePower, advertised: frame.measuredPower)
    lastSeen = time
  }

  /// An advertisement arrived.
  mutating func add(rssi: Int8?, measuredPower: Int8?, at time: Milliseconds) {
    count += 1
    lastSeen = max(lastSeen, time)
    rate.add(at: time)
    self.rssi = rssi
    guard let rssi else { return }
    power = MeasuredPower(site: sitePower, advertised: measuredPower)
    _ = filter.add(rssi: rssi, at: time)
  }

  /// The smoothed RSSI, dBm.
  var level: Decibels? { filter.level }
  var range: RangeEstimate? { RangeEstimate(filter: filter, measuredPower: power) }
}
