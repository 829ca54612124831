// Estimote frames: service data of 0xFE9A and manufacturer data of company 0x015D (Estimote/estimote-specs).

/// The first byte of Estimote service data.
@frozen public struct EstimoteHeader: Sendable {
  /// Low nibble; 2 is telemetry.
  public var frameType: UInt8
  /// High nibble; 0…2 are described.
  public var version: UInt8
}

/// How long a motion state has lasted.
@frozen public struct MotionDuration: Hashable, Sendable {
  public var count: UInt8
  public var unit: Unit

  public enum Unit: UInt8, Sendable {
    case seconds, minutes, hours, days, weeks

    public var name: StaticString {
      switch self {
      case .seconds: "s"
      case .minutes: "min"
      case .hours: "h"
      case .days: "d"
      case .weeks: "w"
      }
    }
  }

  /// Low 6 bits count; top 2 bits 0 s, 1 min, 2 h, 3 days; a count of days from 32 on means weeks above 32.
  @inlinable init(code: UInt8) {
    let count = code & 0x3F
    switch code >> 6 {
    case 0: self.init(count: count, unit: .seconds)
    case 1: self.init(count: count, unit: .minutes)
    case 2: self.init(count: count, unit: .hours)
    default: self.init(count: count >= 32 ? count - 32 : count, unit: count >= 32 ? .weeks : .days)
    }
  }

  @inlinable init(count: UInt8, unit: Unit) {
    self.count = count
    self.unit = unit
  }
}

/// Telemetry sub-frame A: motion and inputs.
@frozen public struct EstimoteTelemetryA: Sendable {
  public var identity: BeaconIdentity
  public var version: UInt8
  /// 2/127 g per step.
  public var acceleration: (x: Int8, y: Int8, z: Int8)
  public var previousMotion: MotionDuration
  public var currentMotion: MotionDuration
  public var isMoving: Bool
  /// Level of GPIO 0…3 in bits 0…3.
  public var inputs: UInt8
  /// 1/256 Pa; `nil` before version 2.
  public var pressure: UInt32?
  public var hasFirmwareError: Bool
  public var hasClockError: Bool

  /// - Parameter start: offset of the type byte; 20 bytes lie there.
  init(_ data: RawSpan, at start: Int, version: UInt8) {
    identity = estimoteIdentity(data, at: start + 1)
    self.version = version
    acceleration = (data.signedByte(start + 10), data.signedByte(start + 11), data.signedByte(start + 12))
    previousMotion = MotionDuration(code: data.byte(start + 13))
    currentMotion = MotionDuration(code: data.byte(start + 14))
    let state = data.byte(start + 15)
    isMoving = state & 0x03 == 1
    inputs = state >> 4
    pressure = version >= 2 ? data.littleEndian32(start + 16) : nil
    // Version 0 states its errors in sub-frame B.
    let errors: UInt8 = version >= 2 ? state >> 2 : version == 1 ? data.byte(start + 16) : 0
    hasFirmwareError = errors & 0x01 != 0
    hasClockError = errors & 0x02 != 0
  }
}

/// Telemetry sub-frame B: environment and state.
@frozen public struct EstimoteTelemetryB: Sendable {
  public var identity: BeaconIdentity
  public var version: UInt8
  /// 1/128 of the sensor's range per step.
  public var magneticField: (x: Int8, y: Int8, z: Int8)
  /// Ambient light in hundredths of a lux.
  public var light: UInt32
  public var uptime: UInt16
  public var uptimeUnit: MotionDuration.Unit
  /// 1/16 °C.
  public var temperature: Int16
  /// Millivolts; `nil` when unknown.
  public var battery: UInt16?
  /// Percent; `nil` when unknown or before version 1.
  public var batteryLevel: UInt8?
  public var hasFirmwareError: Bool
  public var hasClockError: Bool

  /// - Parameter start: offset of the type byte; 20 bytes lie there.
  init(_ data: RawSpan, at start: Int, version: UInt8) {
    identity = estimoteIdentity(data, at: start + 1)
    self.version = version
    magneticField = (data.signedByte(start + 10), data.signedByte(start + 11), data.signedByte(start + 12))
    // 2^high × low × 0.72 lux; at most 2^15 × 15 × 72 hundredths, which fits.
    let lightCode = data.byte(start + 13)
    light = (1 << UInt32(lightCode >> 4)) * UInt32(lightCode & 0x0F) * 72
    let mixed = data.byte(start + 15)
    uptime = UInt16(data.byte(start + 14)) | UInt16(mixed & 0x0F) << 8
    uptimeUnit = MotionDuration.Unit(rawValue: (mixed >> 4) & 0x03) ?? .seconds
    let temperatureCode =
      UInt16(mixed >> 6) | UInt16(data.byte(start + 16)) << 2 | UInt16(data.byte(start + 17) & 0x03) << 10
    temperature = signExtended12(temperatureCode)
    let batteryCode = UInt16(data.byte(start + 17) >> 2) | UInt16(data.byte(start + 18)) << 6
    battery = batteryCode == 0x3FFF ? nil : batteryCode
    let last = data.byte(start + 19)
    batteryLevel = version >= 1 && last != 0xFF ? last : nil
    let errors: UInt8 = version == 0 ? last : 0
    hasFirmwareError = errors & 0x01 != 0
    hasClockError = errors & 0x02 != 0
  }
}

/// A nearable ("sticker").
@frozen public struct EstimoteNearable: Sendable {
  public var identity: BeaconIdentity
  public var hardware: UInt8
  public var firmware: UInt8
  /// 1/16 °C.
  public var temperature: Int16
  /// Battery in steps of 3,600/1,023 mV, 0…1,023.
  public var voltage: UInt16
  /// True when the voltage was measured under load.
  public var isUnderLoad: Bool
  public var isMoving: Bool
  /// 15.625 mg per step.
  public var acceleration: (x: Int8, y: Int8, z: Int8)
  public var currentMotion: MotionDuration
  public var previousMotion: MotionDuration

  static var frameType: UInt8 { 0x01 }

  /// Bytes after the company identifier.
  static var byteCount: Int { 19 }

  /// - Parameter start: offset of the type byte; `byteCount` bytes lie there.
  ///
  /// Temperature, voltage, motion and load share three bytes, least significant bit first: 12 + 10 + 1 + 1 bits.
  init(_ data: RawSpan, at start: Int) {
    identity = estimoteIdentity(data, at: start + 1)
    hardware = data.byte(start + 9)
    firmware = data.byte(start + 10)
    let mixed = data.littleEndian16(start + 11)
    let state = data.byte(start + 13)
    temperature = signExtended12(mixed & 0x0FFF)
    voltage = mixed >> 12 | UInt16(state & 0x3F) << 4
    isMoving = state & 0x40 != 0
    isUnderLoad = state & 0x80 != 0
    acceleration = (data.signedByte(start + 14), data.signedByte(start + 15), data.signedByte(start + 16))
    currentMotion = MotionDuration(code: data.byte(start + 17))
    previousMotion = MotionDuration(code: data.byte(start + 18))
  }
}

/// Reads service data of 0xFE9A whose first byte is at `start`; `length` bytes lie within `data` from there.
func readEstimote(
  _ data: RawSpan, at start: Int, length: Int, place: Int, discards: inout DiscardCounts
) -> Frame? {
  guard length >= 1 else {
    discards.count(.estimoteShort, at: place)
    return nil
  }
  let first = data.byte(start)
  let header = EstimoteHeader(frameType: first & 0x0F, version: first >> 4)
  guard header.frameType == 2, header.version <= 2 else { return .estimoteOther(header) }
  guard length >= 20 else {
    discards.count(.estimoteShort, at: place)
    return nil
  }
  switch data.byte(start + 9) & 0x03 {
  case 0: return .estimoteTelemetryA(EstimoteTelemetryA(data, at: start, version: header.version))
  case 1: return .estimoteTelemetryB(EstimoteTelemetryB(data, at: start, version: header.version))
  default: return .estimoteOther(header)
  }
}

/// The 8-byte short identifier.
private func estimoteIdentity(_ data: RawSpan, at start: Int) -> BeaconIdentity {
  BeaconIdentity(kind: .estimote, length: 8, high: data.bigEndian64(start), low: 0, tail: 0)
}

private func signExtended12(_ code: UInt16) -> Int16 { Int16(bitPattern: code << 4) >> 4 }
