import Testing

@testable import Advertisement

/// The vectors V01…V20: one packet each, with everything that must come out of it.
struct VectorTests {
  static let uuidHigh: UInt64 = 0xE2C5_6DB5_DFFB_48D2
  static let uuidLow: UInt64 = 0xB060_D0F5_A710_96E0

  private func identity(minor: UInt16) -> BeaconIdentity {
    BeaconIdentity(iBeaconUUIDHigh: Self.uuidHigh, uuidLow: Self.uuidLow, major: 41_264, minor: minor)
  }

  private func hear(_ name: String) throws -> Listener {
    let listener = Listener()
    listener.hear(try vector(name))
    return listener
  }

  private func expectGoodBeacon(_ listener: Listener, _ counts: [String: Int]) throws {
    let seen = try #require(listener.seen.first)
    #expect(listener.seen.count == 1)
    #expect(seen.sighting?.identity == identity(minor: 258))
    #expect(seen.sighting?.rssi == -64)
    #expect(seen.sighting?.measuredPower == -59)
    #expect(listener.counts == counts)
  }

  @Test func v01GoodBeacon() throws {
    let listener = try hear("V01")
    try expectGoodBeacon(listener, [:])
    let report = try #require(listener.seen.first).report
    #expect(report.address == 0x1122_3344_5566)
    #expect(report.addressType == .randomDevice)
    #expect("\(report.eventType.name)" == "nonconnectable")
    #expect(report.advertisingSet == nil)
    #expect(report.primaryPHY == .le1M && report.secondaryPHY == .none)
    guard case .iBeacon(let frame) = listener.seen[0].frame else {
      Issue.record("not an iBeacon")
      return
    }
    #expect(frame.identity.major == 41_264)
    #expect(frame.identity.minor == 258)
  }

  @Test func withoutPacketType() throws {
    let listener = Listener()
    listener.hear(Array(try vector("V01").dropFirst()), hasPacketType: false)
    try expectGoodBeacon(listener, [:])
  }

  @Test func v02TwoReports() throws {
    let listener = try hear("V02")
    #expect(listener.seen.map(\.sighting?.identity) == [identity(minor: 258), identity(minor: 515)])
    #expect(listener.seen.map(\.report.rssi) == [-64, -64])
    #expect(listener.seen.map(\.report.address) == [0x1122_3344_5566, 0x1222_3344_5566])
    #expect(listener.counts == [:])
  }

  @Test func v03MissingReports() throws { try expectGoodBeacon(hear("V03"), ["report-missing": 2]) }

  @Test func v04ReportOverrun() throws {
    let listener = try hear("V04")
    #expect(listener.seen.isEmpty)
    #expect(listener.counts == ["report-overrun": 1])
    #expect(listener.discards.lastOffset(of: .reportOverrun) == 5)
  }

  @Test func v05NoReports() throws {
    let listener = try hear("V05")
    #expect(listener.seen.isEmpty)
    #expect(listener.counts == ["no-reports": 1])
  }

  /// A zero length ends the significant part, so the beacon after it does not count.
  @Test func v06EarlyTermination() throws {
    let listener = try hear("V06")
    #expect(listener.seen.count == 1)
    #expect(listener.seen.first?.sighting == nil)
    #expect(listener.counts == ["ad-after-termination": 1])
    #expect(listener.discards.lastOffset(of: .adAfterTermination) == 14 + 3)
  }

  @Test func v07Padding() throws { try expectGoodBeacon(hear("V07"), [:]) }

  @Test func v08StructureOverrun() throws {
    let listener = try hear("V08")
    #expect(listener.seen.count == 1)
    #expect(listener.seen.first?.sighting == nil)
    #expect(listener.counts == ["ad-overrun": 1])
    #expect(listener.discards.lastOffset(of: .adOverrun) == 14 + 3)
  }

  @Test func v09LoneLength() throws {
    let listener = try hear("V09")
    #expect(listener.seen.count == 1)
    #expect(listener.counts == ["ad-lone-length": 1])
  }

  @Test func v10RSSINotAvailable() throws {
    let listener = try hear("V10")
    #expect(listener.seen.first?.sighting?.identity == identity(minor: 258))
    #expect(listener.seen.first?.sighting?.rssi == nil)
    #expect(listener.counts == ["rssi-not-available": 1])
  }

  @Test(arguments: [("V11", Int8(0)), ("V12", 1), ("V13", -3)])
  func oddMeasuredPowerIsDelivered(_ name: String, _ power: Int8) throws {
    let listener = try hear(name)
    #expect(listener.seen.first?.sighting?.measuredPower == power)
    #expect(listener.counts == [:])
  }

  @Test func v14AnotherCompany() throws {
    let listener = try hear("V14")
    #expect(listener.seen.first?.sighting == nil)
    guard case .unknown(let frame)? = listener.seen.first?.frame else {
      Issue.record("taken for a beacon")
      return
    }
    #expect(frame.company == 0x0059)
    #expect(listener.counts == [:])
  }

  @Test func v15ShortBeacon() throws {
    let listener = try hear("V15")
    #expect(listener.seen.count == 1)
    #expect(listener.seen.first?.sighting == nil)
    #expect(listener.counts == ["ibeacon-short": 1])
  }

  @Test func v16AppleNearby() throws {
    let listener = try hear("V16")
    #expect(listener.seen.first?.sighting == nil)
    #expect(listener.counts == [:])
  }

  @Test func v17AndV18ScanResponses() throws {
    let listener = Listener()
    for name in ["V01", "V17", "V18"] { listener.hear(try vector(name)) }
    #expect(listener.seen.map(\.report.eventType.isScanResponse) == [false, true, true])
    #expect(listener.seen.map { $0.sighting != nil } == [true, false, false])
    #expect("\(listener.seen[1].report.eventType.name)" == "scan-response")
    #expect(listener.seen[1].data.isEmpty)
    #expect(listener.counts == [:])
  }

  @Test func v19URLWithoutURL() throws {
    let listener = try hear("V19")
    #expect(listener.seen.first?.sighting == nil)
    guard case .unknown(let frame)? = listener.seen.first?.frame else {
      Issue.record("taken for a beacon")
      return
    }
    #expect(frame.service == 0xFEAA)
    #expect(listener.counts == ["eddystone-short": 1])
  }

  @Test func v20EddystonePowerAtOneMetre() throws {
    let listener = try hear("V20")
    let sighting = try #require(listener.seen.first?.sighting)
    #expect(sighting.measuredPower == -59)
    #expect(
      sighting.identity
        == BeaconIdentity(
          kind: .eddystoneUID, length: 16, high: 0x0001_0203_0405_0607, low: 0x0809_0001_0203_0405, tail: 0))
    #expect(listener.counts == [:])
  }
}
