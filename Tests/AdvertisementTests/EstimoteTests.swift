import Testing

@testable import Advertisement

/// Estimote frames, built from the bit layout of Estimote's public parser.
struct EstimoteTests {
  private func frame(_ data: [UInt8], _ counts: [String: Int] = [:]) throws -> Frame {
    let listener = Listener()
    let seen = try #require(listener.hear(extendedEvent(ExtendedReport(data: data))).first)
    #expect(listener.counts == counts)
    return seen.frame
  }

  private let identity = BeaconIdentity(kind: .estimote, length: 8, high: 0x1112_1314_1516_1718, low: 0, tail: 0)

  @Test func telemetryA() throws {
    let data = bytes("17169AFE 22 1112131415161718 00 40C07F 05 E3 59 00408B01")
    guard case .estimoteTelemetryA(let frame) = try frame(data) else {
      Issue.record("not sub-frame A")
      return
    }
    #expect(frame.identity == identity && frame.version == 2)
    #expect(frame.acceleration == (64, -64, 127))
    #expect(frame.previousMotion == MotionDuration(count: 5, unit: .seconds))
    #expect(frame.currentMotion == MotionDuration(count: 3, unit: .weeks))
    #expect(frame.isMoving && frame.inputs == 0b0101)
    #expect(frame.pressure == 0x018B_4000)  // 101,184 Pa
    #expect(!frame.hasFirmwareError && frame.hasClockError)
  }

  @Test func telemetryAErrorsMoveWithTheVersion() throws {
    guard
      case .estimoteTelemetryA(let second) = try frame(
        bytes("17169AFE 22 1112131415161718 00 000000 05 05 08 00000000")),
      case .estimoteTelemetryA(let first) = try frame(bytes("17169AFE 12 1112131415161718 00 000000 05 05 08 01000000"))
    else {
      Issue.record("not sub-frame A")
      return
    }
    #expect(!second.hasFirmwareError && second.hasClockError)
    #expect(first.hasFirmwareError && !first.hasClockError && first.pressure == nil)
  }

  @Test func telemetryB() throws {
    // Light 2^3 × 5 × 0.72 lux; uptime 0x234 hours; temperature -20 / 16 °C; 3,000 mV; 87 %.
    // Temperature 0xFEC: low 2 bits 00 on top of byte 15, then 0xFB, then 0b11; battery 3,000 = 0xBB8: 0x38, then 0x2E.
    let data = bytes("17169AFE 22 1112131415161718 01 01FF80 35 34 22 FB E3 2E 57")
    guard case .estimoteTelemetryB(let frame) = try frame(data) else {
      Issue.record("not sub-frame B")
      return
    }
    #expect(frame.identity == identity)
    #expect(frame.magneticField == (1, -1, -128))
    #expect(frame.light == 2_880)
    #expect(frame.uptime == 0x234 && frame.uptimeUnit == .hours)
    #expect(frame.temperature == -20)
    #expect(frame.battery == 3_000)
    #expect(frame.batteryLevel == 87)
  }

  @Test func telemetryBUnknownValues() throws {
    let data = bytes("17169AFE 12 1112131415161718 01 000000 00 00 00 00 FC FF FF")
    guard case .estimoteTelemetryB(let frame) = try frame(data) else {
      Issue.record("not sub-frame B")
      return
    }
    #expect(frame.battery == nil && frame.batteryLevel == nil && frame.temperature == 0)
  }

  @Test func nearable() throws {
    // Temperature 0x16C / 16 = 22.75 °C; voltage code 0x355 = 853; moving, not under load.
    let data = bytes("16FF5D01 01 1112131415161718 04 81 6C51 75 01FF40 05 43")
    guard case .estimoteNearable(let frame) = try frame(data) else {
      Issue.record("not a nearable")
      return
    }
    #expect(frame.identity == identity && frame.hardware == 4 && frame.firmware == 0x81)
    #expect(frame.temperature == 0x16C)
    #expect(frame.voltage == 0x355)
    #expect(frame.isMoving && !frame.isUnderLoad)
    #expect(frame.acceleration == (1, -1, 64))
    #expect(frame.currentMotion == MotionDuration(count: 5, unit: .seconds))
    #expect(frame.previousMotion == MotionDuration(count: 3, unit: .minutes))
  }

  @Test func otherTypes() throws {
    guard case .estimoteOther(let header) = try frame(bytes("05169AFE 20 01")) else {
      Issue.record("not an Estimote frame")
      return
    }
    #expect(header.frameType == 0 && header.version == 2)
  }

  @Test(arguments: ["03169AFE", "16169AFE 22 1112131415161718 00 40C07F 05 E3 59 00408B", "05FF5D010102"])
  func short(_ hex: String) throws {
    #expect(!(try frame(bytes(hex), ["estimote-short": 1])).isBeacon)
  }
}
