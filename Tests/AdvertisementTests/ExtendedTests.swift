import Testing

@testable import Advertisement

/// LE Extended Advertising Reports and their fragments.
struct ExtendedTests {
  private let more: UInt16 = 0x20
  private let truncated: UInt16 = 0x40

  @Test func fieldsOfTwoReports() throws {
    let listener = Listener()
    listener.hear(
      extendedEvent(
        ExtendedReport(type: 0x01, power: 9, data: iBeaconData()),
        ExtendedReport(
          type: 0x10, addressType: 0, address: 0xA1A2_A3A4_A5A6, primary: 3, secondary: 0, set: 0xFF, rssi: -81,
          data: iBeaconData(minor: 7))))
    #expect(listener.counts == [:])
    #expect(listener.seen.map(\.sighting?.identity.minor) == [258, 7])
    let first = try #require(listener.seen.first).report
    #expect(first.rssi == -70 && first.transmitPower == 9 && first.advertisingSet == 3)
    #expect(first.primaryPHY == .le1M && first.secondaryPHY == .le2M)
    #expect("\(first.eventType.name)" == "extended-connectable")
    let second = try #require(listener.seen.last).report
    #expect(second.address == 0xA1A2_A3A4_A5A6 && second.addressType == .publicDevice)
    #expect(second.rssi == -81 && second.transmitPower == nil && second.advertisingSet == nil)
    #expect(second.primaryPHY == .leCoded && second.secondaryPHY == .none)
    #expect("\(second.eventType.name)" == "nonconnectable")
  }

  @Test func anonymous() throws {
    let report = ExtendedReport(addressType: 0xFF, address: 0x0102_0304_0506, data: iBeaconData())
    let seen = try #require(Listener().hear(extendedEvent(report)).first)
    #expect(seen.report.addressType == .anonymous)
    #expect(seen.report.address == 0)
    #expect(seen.sighting?.identity.minor == 258)
  }

  /// Two devices, each with an iBeacon torn in the middle of its UUID, their fragments interleaved.
  @Test func interleavedFragments() {
    let listener = Listener()
    let a = iBeaconData(minor: 1)
    let b = iBeaconData(minor: 2)
    func part(_ data: ArraySlice<UInt8>, _ address: UInt64, _ type: UInt16) -> ExtendedReport {
      ExtendedReport(type: type, address: address, data: Array(data))
    }
    listener.hear(extendedEvent(part(a[..<10], 0xA, more), part(b[..<14], 0xB, more)))
    listener.hear(extendedEvent(part(a[10..<12], 0xA, more)))
    #expect(listener.seen.isEmpty)
    listener.hear(extendedEvent(part(b[14...], 0xB, 0), part(a[12...], 0xA, 0)))
    #expect(listener.seen.map(\.report.address) == [0xB, 0xA])
    #expect(listener.seen.map(\.sighting?.identity.minor) == [2, 1])
    #expect(listener.seen.map(\.data) == [b, a])
    #expect(listener.counts == [:])
  }

  @Test func setsOfOneAddressAreApart() {
    let listener = Listener()
    let data = iBeaconData()
    listener.hear(extendedEvent(ExtendedReport(type: more, set: 1, data: Array(data[..<10]))))
    listener.hear(extendedEvent(ExtendedReport(set: 2, data: iBeaconData(minor: 9))))
    listener.hear(extendedEvent(ExtendedReport(set: 1, data: Array(data[10...]))))
    #expect(listener.seen.map(\.sighting?.identity.minor) == [9, 258])
    #expect(listener.counts == [:])
  }

  @Test func adaptersAreApart() {
    let listener = Listener()
    let data = iBeaconData()
    for adapter: UInt16 in 0...1 {
      listener.hear(extendedEvent(ExtendedReport(type: more, data: Array(data[..<10]))), adapter: adapter)
    }
    for adapter: UInt16 in 0...1 {
      listener.hear(extendedEvent(ExtendedReport(data: Array(data[10...]))), adapter: adapter)
    }
    #expect(listener.seen.map(\.data) == [data, data])
  }

  @Test func truncatedDataIsDeliveredAsFarAsItCame() throws {
    let listener = Listener()
    let data = iBeaconData() + bytes("09094c6f6e67")
    listener.hear(extendedEvent(ExtendedReport(type: more, data: Array(data[..<10]))))
    listener.hear(extendedEvent(ExtendedReport(type: truncated, data: Array(data[10...]))))
    let seen = try #require(listener.seen.first)
    #expect(seen.sighting?.identity.minor == 258)
    #expect(seen.report.isTruncated)
    #expect(listener.counts == ["report-truncated": 1, "ad-overrun": 1])
  }

  @Test func reservedDataStatus() {
    let listener = Listener()
    listener.hear(extendedEvent(ExtendedReport(type: 0x60, data: iBeaconData()), ExtendedReport(data: iBeaconData())))
    #expect(listener.seen.count == 1)
    #expect(listener.counts == ["data-status-reserved": 1])
  }

  /// 1,650 bytes are held, one more is not; what follows the train is whole again.
  @Test(arguments: [0, 1])
  func largestData(_ excess: Int) {
    let listener = Listener()
    let name = [UInt8](repeating: 0x41, count: 218)
    let block: [UInt8] = [219, 0x09] + name  // 220 bytes
    for _ in 0..<7 { listener.hear(extendedEvent(ExtendedReport(type: more, data: block))) }
    let rest = 1_650 - 7 * 220 - 30
    listener.hear(
      extendedEvent(
        ExtendedReport(type: more, data: [UInt8(rest + excess - 1), 0x09] + name.prefix(rest + excess - 2))))
    listener.hear(extendedEvent(ExtendedReport(data: iBeaconData())))
    #expect(listener.seen.map(\.data.count) == (excess == 0 ? [1_650] : []))
    #expect(listener.seen.map(\.sighting?.identity.minor) == (excess == 0 ? [258] : []))
    #expect(listener.counts == (excess == 0 ? [:] : ["fragment-oversize": 1]))
    listener.hear(extendedEvent(ExtendedReport(data: iBeaconData(minor: 5))))
    #expect(listener.seen.last?.sighting?.identity.minor == 5)
  }

  @Test func fifthTrainTakesTheOldestPlace() {
    let listener = Listener()
    let data = iBeaconData()
    for address in 1...5 {
      listener.hear(extendedEvent(ExtendedReport(type: more, address: UInt64(address), data: Array(data[..<10]))))
    }
    #expect(listener.counts == ["fragment-lost": 1])
    for address in 2...5 {
      listener.hear(extendedEvent(ExtendedReport(address: UInt64(address), data: Array(data[10...]))))
    }
    #expect(listener.seen.map(\.report.address) == [2, 3, 4, 5])
    #expect(listener.seen.allSatisfy { $0.sighting?.identity.minor == 258 })
  }

  /// A train whose end was lost does not spoil the advertiser's next one, once its time is over.
  @Test func abandonedTrain() {
    let listener = Listener()
    listener.hear(extendedEvent(ExtendedReport(type: more, data: Array(iBeaconData()[..<10]))))
    for _ in 0..<65 { listener.hear(extendedEvent(ExtendedReport(address: 0xC, data: iBeaconData(minor: 4)))) }
    listener.hear(extendedEvent(ExtendedReport(data: iBeaconData(minor: 3))))
    #expect(listener.seen.last?.sighting?.identity.minor == 3)
    #expect(listener.seen.last?.report.address == 0x1122_3344_5566)
    #expect(listener.counts == ["fragment-lost": 1])
  }

  @Test func scanResponseIsAnotherTrain() {
    let listener = Listener()
    let data = iBeaconData()
    listener.hear(extendedEvent(ExtendedReport(type: more, data: Array(data[..<10]))))
    listener.hear(extendedEvent(ExtendedReport(type: 0x08, data: [2, 0x0A, 4])))
    listener.hear(extendedEvent(ExtendedReport(data: Array(data[10...]))))
    #expect(
      listener.seen.map { "\($0.report.eventType.name)" } == ["extended-scan-response", "extended-nonconnectable"])
    #expect(listener.seen.map(\.sighting?.identity.minor) == [nil, 258])
  }
}
