import Testing

@testable import Advertisement

/// Each kind of frame, from published vectors (Kontakt's parser tests) and from the layouts.
struct FrameTests {
  private func frame(_ data: [UInt8], _ counts: [String: Int] = [:], line: Int = #line) throws -> Frame {
    let listener = Listener()
    // An extended report holds data of any length.
    let seen = try #require(listener.hear(extendedEvent(ExtendedReport(data: data))).first)
    #expect(listener.counts == counts, "line \(line)")
    return seen.frame
  }

  @Test func iBeacon() throws {
    let frame = try frame(bytes("02011A 1AFF4C000215F7826DA64FA24E988024BC5B71E0893E01020304B3"))
    let expected = BeaconIdentity(
      iBeaconUUIDHigh: 0xF782_6DA6_4FA2_4E98, uuidLow: 0x8024_BC5B_71E0_893E, major: 258, minor: 772)
    #expect(frame.identity == expected)
    #expect(frame.measuredPower == -77)
    #expect("\(frame.kind.name)" == "ibeacon")
  }

  @Test func altBeacon() throws {
    let frame = try frame(bytes("1BFF1801BEAC000102030405060708090A0B0C0D0E0F10111213C42A"))
    guard case .altBeacon(let beacon) = frame else {
      Issue.record("not an AltBeacon")
      return
    }
    #expect(
      beacon.identity
        == BeaconIdentity(
          kind: .altBeacon, length: 20, high: 0x0001_0203_0405_0607, low: 0x0809_0A0B_0C0D_0E0F, tail: 0x1011_1213))
    #expect(beacon.measuredPower == -60 && beacon.company == 0x0118 && beacon.manufacturerByte == 0x2A)
  }

  @Test func shortAltBeacon() throws {
    let short = try frame(bytes("1AFF1801BEAC000102030405060708090A0B0C0D0E0F10111213C4"), ["altbeacon-short": 1])
    #expect(short.identity == nil)
  }

  @Test(arguments: ["0000", ""])
  func eddystoneUID(_ reserved: String) throws {
    let frame = try frame(eddystoneData("0004 01020304050607080900 010203040506" + reserved))
    guard case .eddystoneUID(let beacon) = frame else {
      Issue.record("not a UID")
      return
    }
    #expect(beacon.powerAtZero == 4 && beacon.measuredPower == -37)
    #expect(beacon.identity.length == 16)
    #expect((0..<16).map { beacon.identity.byte($0) } == bytes("01020304050607080900010203040506"))
  }

  @Test func eddystoneURL() throws {
    let frame = try frame(eddystoneData("10 04 03 74657374 0C"))
    guard case .eddystoneURL(let beacon) = frame else {
      Issue.record("not a URL")
      return
    }
    #expect(text(beacon.identity) == "https://test.biz")
    #expect(beacon.measuredPower == -37)
    #expect(BeaconIdentity(eddystoneURL: Array("https://test.biz".utf8).span) == beacon.identity)
  }

  @Test func longestURL() throws {
    let frame = try frame(eddystoneData("10 EE 00 6162636465666768696A6B6C6D6E6F7000"))
    #expect(frame.identity.map(text) == "http://www.abcdefghijklmnop.com/")
    #expect(frame.identity?.length == 18)
    #expect(BeaconIdentity(eddystoneURL: Array("http://www.abcdefghijklmnop.com/".utf8).span) == frame.identity)
  }

  @Test(arguments: [
    "10EE04616263", "10EE00610E62", "10EE006120", "10EE00617F", "10EE0061FF",
    "10EE00 6162636465666768696A6B6C6D6E6F707172",
  ])
  func invalidURL(_ hex: String) throws {
    let frame = try frame(eddystoneData(hex), ["eddystone-url-invalid": 1])
    #expect(!frame.isBeacon)
  }

  @Test(arguments: ["ftp://a.b", "http://", "https://a b", "https://abcdefghijklmnopqr", "https://a\u{7F}", ""])
  func urlThatCannotBeSent(_ url: String) {
    #expect(BeaconIdentity(eddystoneURL: Array(url.utf8).span) == nil)
  }

  @Test func eddystoneTLM() throws {
    let frame = try frame(eddystoneData("2000 0180 0540 00000100 00010000"))
    guard case .eddystoneTLM(let telemetry) = frame else {
      Issue.record("not a TLM")
      return
    }
    #expect(telemetry.battery == 384 && telemetry.temperature == 5 * 256 + 64)
    #expect(telemetry.advertisements == 256 && telemetry.uptime == 65_536)
    #expect(frame.identity == nil)
  }

  @Test func eddystoneTLMWithoutValues() throws {
    guard case .eddystoneTLM(let telemetry) = try frame(eddystoneData("2000 0000 8000 00000001 00000002")) else {
      Issue.record("not a TLM")
      return
    }
    #expect(telemetry.battery == nil && telemetry.temperature == nil)
  }

  @Test func negativeTemperature() throws {
    guard case .eddystoneTLM(let telemetry) = try frame(eddystoneData("2000 0BB8 FE80 00000001 00000002")) else {
      Issue.record("not a TLM")
      return
    }
    #expect(telemetry.temperature == -384)  // -1.5 °C
  }

  @Test func eddystoneEncryptedTLM() throws {
    guard
      case .eddystoneEncryptedTLM(let telemetry) = try frame(
        eddystoneData("2001 0102030405060708090A0B0C 1122 3344"))
    else {
      Issue.record("not an encrypted TLM")
      return
    }
    #expect(telemetry.cipherHigh == 0x0102_0304_0506_0708 && telemetry.cipherLow == 0x090A_0B0C)
    #expect(telemetry.salt == 0x1122 && telemetry.check == 0x3344)
  }

  @Test func eddystoneEID() throws {
    let frame = try frame(eddystoneData("30 04 5152535455565758"))
    #expect(
      frame.identity
        == BeaconIdentity(kind: .eddystoneEID, length: 8, high: 0x5152_5354_5556_5758, low: 0, tail: 0))
    #expect(frame.measuredPower == -37)
  }

  @Test(arguments: [
    ("", "eddystone-short"), ("00", "eddystone-short"), ("0004010203040506070809000102030405", "eddystone-short"),
    ("1004", "eddystone-short"), ("100403", "eddystone-short"), ("20", "eddystone-short"),
    ("20000180054000000100000100", "eddystone-short"), ("2001", "eddystone-short"),
    ("300451525354555657", "eddystone-short"), ("40", "eddystone-reserved-type"), ("01", "eddystone-reserved-type"),
    ("2002", "eddystone-tlm-version"),
  ])
  func refusedEddystone(_ hex: String, _ reason: String) throws {
    #expect(!(try frame(eddystoneData(hex), [reason: 1])).isBeacon)
  }

  @Test func lowestPowerDoesNotWrap() throws {
    #expect(try frame(eddystoneData("30 80 5152535455565758")).measuredPower == -128)
  }

  @Test func beaconAfterForeignManufacturerData() throws {
    let frame = try frame(bytes("04FF590001") + iBeaconData())
    #expect(frame.identity?.minor == 258)
  }

  @Test func secondBeaconIsCounted() throws {
    let frame = try frame(iBeaconData() + iBeaconData(minor: 9), ["second-frame": 1])
    #expect(frame.identity?.minor == 258)
  }

  @Test func identityGoesBeforeTelemetry() throws {
    let frame = try frame(eddystoneData("2000 0180 0540 00000100 00010000") + iBeaconData(), ["second-frame": 1])
    #expect(frame.identity?.kind == .iBeacon)
  }

  @Test(arguments: ["01FF", "02FF4C", "0116", "0216AA"])
  func fieldTooShortForItsIdentifier(_ hex: String) throws {
    #expect(!(try frame(bytes(hex), ["ad-field-short": 1])).isBeacon)
  }

  @Test func paddingAlone() throws {
    #expect(!(try frame([UInt8](repeating: 0, count: 31))).isBeacon)
  }

  private func text(_ identity: BeaconIdentity) -> String {
    var characters: [UInt8] = []
    identity.expandURL { characters.append($0) }
    return String(decoding: characters, as: UTF8.self)
  }
}
