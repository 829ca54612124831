import Testing

@testable import Advertisement

/// Legacy events beyond the vectors, and hostile bytes.
struct EventTests {
  @Test func reservedEventTypeLosesOnlyItsReport() throws {
    var packet = try vector("V02")
    packet[5] = 0x07
    let listener = Listener()
    listener.hear(packet)
    #expect(listener.seen.map(\.sighting?.identity.minor) == [515])
    #expect(listener.counts == ["event-type-reserved": 1])
  }

  @Test(arguments: [(UInt8(0), "connectable"), (1, "connectable-directed"), (2, "scannable"), (3, "nonconnectable")])
  func eventTypes(_ code: UInt8, _ name: String) throws {
    let seen = try #require(Listener().hear(legacyEvent(type: code, iBeaconData())).first)
    #expect("\(seen.report.eventType.name)" == name)
  }

  @Test(arguments: [Int8(-128), 21, 126])
  func impossibleRSSI(_ rssi: Int8) throws {
    let listener = Listener()
    listener.hear(legacyEvent(iBeaconData(), rssi: rssi))
    #expect(listener.seen.first?.sighting?.identity.minor == 258)
    #expect(listener.seen.first?.report.rssi == nil)
    #expect(listener.counts == ["rssi-invalid": 1])
  }

  @Test(arguments: [Int8(-127), 0, 20])
  func extremeRSSI(_ rssi: Int8) throws {
    let listener = Listener()
    listener.hear(legacyEvent(iBeaconData(), rssi: rssi))
    #expect(listener.seen.first?.report.rssi == rssi)
    #expect(listener.counts == [:])
  }

  @Test func dataBeyondLegacyLimit() {
    let listener = Listener()
    listener.hear(legacyEvent(iBeaconData() + [1, 1]))
    #expect(listener.seen.isEmpty)
    #expect(listener.counts == ["report-length-invalid": 1])
  }

  @Test func bytesAfterTheEventAndAfterTheReports() throws {
    let good = try vector("V01")
    let listener = Listener()
    listener.hear(good + [0xEE])
    #expect(listener.counts == ["event-trailing-bytes": 1])
    #expect(listener.discards.lastOffset(of: .eventTrailingBytes) == good.count)
    var longer = good + [0xEE]
    longer[2] += 1
    listener.hear(longer)
    #expect(listener.seen.count == 2)
    #expect(listener.counts == ["event-trailing-bytes": 2])
  }

  @Test(arguments: [
    ("", "event-short"), ("04", "event-short"), ("043e", "event-short"), ("043e00", "event-short"),
    ("043e0102", "event-short"), ("0201200000", "packet-not-event"), ("040e0401032000", "event-other"),
    ("043e0401020304", "subevent-other"), ("043e0402", "event-length-mismatch"),
  ])
  func otherPackets(_ hex: String, _ reason: String) {
    let listener = Listener()
    listener.hear(bytes(hex))
    #expect(listener.seen.isEmpty)
    #expect(listener.counts == [reason: 1])
  }

  @Test func otherPacketsLeaveTheNextAlone() throws {
    let listener = Listener()
    for hex in ["", "043e", "040e0401032000", "043e0402"] { listener.hear(bytes(hex)) }
    listener.hear(try vector("V01"))
    #expect(listener.seen.map(\.sighting?.identity.minor) == [258])
  }

  @Test(arguments: [(UInt8(0), AddressType.publicDevice), (2, .publicIdentity), (3, .randomIdentity), (9, .reserved)])
  func addressTypes(_ code: UInt8, _ type: AddressType) throws {
    var packet = try vector("V01")
    packet[6] = code
    #expect(try #require(Listener().hear(packet).first).report.addressType == type)
  }

  /// Every prefix of an event is dropped whole and counted once, whatever precedes it.
  @Test(arguments: ["legacy", "extended"])
  func prefixes(_ format: String) throws {
    let packet = try twoReports(format)
    for length in 0..<packet.count {
      let listener = Listener()
      listener.hear(Array(packet.prefix(length)))
      #expect(listener.seen.isEmpty)
      let reason = length < 3 ? "event-short" : "event-length-mismatch"
      #expect(listener.counts == [reason: 1], "prefix of \(length) bytes")
    }
  }

  /// The same with a length byte that fits: the reports that are whole are kept, the rest is counted.
  @Test(arguments: ["legacy", "extended"])
  func honestPrefixes(_ format: String) throws {
    let packet = try twoReports(format)
    let size = (packet.count - 5) / 2
    for length in 5..<packet.count {
      var prefix = Array(packet.prefix(length))
      prefix[2] = UInt8(length - 3)
      let listener = Listener()
      listener.hear(prefix)
      let whole = (length - 5) / size
      #expect(listener.seen.map(\.sighting?.identity.minor) == [258, 515].prefix(whole).map { UInt16($0) })
      let isCut = (length - 5) % size != 0
      var expected: [String: Int] = isCut ? ["report-overrun": 1] : [:]
      if 2 - whole - (isCut ? 1 : 0) > 0 { expected["report-missing"] = 2 - whole - (isCut ? 1 : 0) }
      #expect(listener.counts == expected, "prefix of \(length) bytes")
    }
  }

  /// Each byte replaced by each value: nothing traps, no more reports than the event announced, and whatever does not
  /// come out as a beacon is counted.
  @Test(arguments: ["legacy", "extended"])
  func mutations(_ format: String) throws {
    let packet = try twoReports(format)
    for index in packet.indices {
      for value in UInt8.min...UInt8.max {
        var changed = packet
        changed[index] = value
        let listener = Listener()
        listener.hear(changed)
        #expect(listener.seen.count <= 2)
        if listener.seen.count < 2 && !isFragment(index, value, format) {
          #expect(listener.discards.total > 0, "byte \(index) = \(value): a report vanished without a count")
        }
        for seen in listener.seen { #expect(seen.report.address <= 0xFFFF_FFFF_FFFF) }
      }
    }
  }

  private func twoReports(_ format: String) throws -> [UInt8] {
    guard format == "extended" else { return try vector("V02") }
    return extendedEvent(
      ExtendedReport(data: iBeaconData()), ExtendedReport(address: 0x2122_3344_5566, data: iBeaconData(minor: 0x0203)))
  }

  /// True when the change makes a report the first fragment of a longer one, which waits and is no discard.
  private func isFragment(_ index: Int, _ value: UInt8, _ format: String) -> Bool {
    format == "extended" && (index == 5 || index == 5 + 24 + 30) && (value >> 5) & 3 == 1
  }
}
