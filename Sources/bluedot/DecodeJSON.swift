import Advertisement
import FixedPoint
import Host
import Recording
import Wire

extension JSONWriter {
  /// One report as `bluedot decode` prints it.
  mutating func write(_ report: AdvertisingReport, _ frame: Frame, _ data: RawSpan, of packet: RecordedPacket) {
    beginObject()
    writeFields(report, frame, data, time: packet.milliseconds, adapter: packet.adapter)
    endObject()
  }

  /// The fields of a report, within an object.
  ///
  /// - Parameter time: ms since 1970; `nil` when nobody knows.
  mutating func writeFields(
    _ report: AdvertisingReport, _ frame: Frame, _ data: RawSpan, time: Milliseconds?, adapter: UInt16
  ) {
    key("time")
    if let time { value(iso8601: time) } else { null() }
    if adapter != 0 { field("adapter", Int(adapter)) }
    field("address", report.addressType == .anonymous ? nil : addressText(report.address))
    field("addressType", report.addressType.name)
    field("eventType", report.eventType.name)
    field("rssi", report.rssi.map { Int($0) })
    if !report.eventType.isLegacy {
      field("primaryPhy", report.primaryPHY.name)
      field("secondaryPhy", report.secondaryPHY.name)
      field("advertisingSet", report.advertisingSet.map { Int($0) })
      field("txPower", report.transmitPower.map { Int($0) })
    }
    if report.isTruncated {
      key("truncated")
      value(true)
    }
    field("kind", frame.kind.name)
    writeFields(frame, data)
  }

  /// The `--stats` line.
  mutating func write(_ stats: DecodeStats, _ discards: DiscardCounts, truncated: Int, drops: Int) {
    beginObject()
    key("stats")
    beginObject()
    key("packets")
    beginObject()
    for (index, count) in stats.packets.enumerated() where count > 0 {
      if let kind = PacketKind(rawValue: UInt8(truncatingIfNeeded: index)) { field(packetName(kind), count) }
    }
    endObject()
    field("truncatedPackets", truncated)
    field("recorderDrops", drops)
    var reports = 0
    for count in stats.frames { reports += count }
    field("reports", reports)
    key("kinds")
    beginObject()
    for (index, count) in stats.frames.enumerated() where count > 0 {
      if let kind = FrameKind(rawValue: UInt8(truncatingIfNeeded: index)) { field("\(kind.name)", count) }
    }
    endObject()
    key("discards")
    beginObject()
    discards.forEach { reason, count in field("\(reason.name)", Int(count)) }
    endObject()
    endObject()
    endObject()
  }

  mutating func writeFields(_ frame: Frame, _ data: RawSpan) {
    switch frame {
    case .iBeacon(let beacon):
      key("uuid")
      value(uuidHigh: beacon.identity.high, low: beacon.identity.low)
      field("major", Int(beacon.identity.major))
      field("minor", Int(beacon.identity.minor))
      field("measuredPower", Int(beacon.measuredPower))
    case .altBeacon(let beacon):
      field("id", hexText(beacon.identity, 0..<20))
      field("companyId", hexText(UInt64(beacon.company), digits: 4))
      field("measuredPower", Int(beacon.measuredPower))
      field("manufacturerByte", Int(beacon.manufacturerByte))
    case .eddystoneUID(let beacon):
      field("namespace", hexText(beacon.identity, 0..<10))
      field("instance", hexText(beacon.identity, 10..<16))
      field("measuredPower", Int(beacon.measuredPower))
    case .eddystoneURL(let beacon):
      var url: [UInt8] = []
      beacon.identity.expandURL { url.append($0) }
      field("url", String(decoding: url, as: UTF8.self))
      field("measuredPower", Int(beacon.measuredPower))
    case .eddystoneEID(let beacon):
      field("ephemeralId", hexText(beacon.identity, 0..<8))
      field("measuredPower", Int(beacon.measuredPower))
    case .eddystoneTLM(let telemetry):
      field("batteryMillivolts", telemetry.battery.map { Int($0) })
      key("temperature")
      if let temperature = telemetry.temperature {
        fixed(scaled(temperature, 100, over: 256), decimals: 2)
      } else {
        null()
      }
      field("advertisements", Int(telemetry.advertisements))
      key("uptime")
      fixed(Int(telemetry.uptime), decimals: 1)
    case .eddystoneEncryptedTLM(let telemetry):
      field(
        "ciphertext",
        hexText(telemetry.cipherHigh, digits: 16) + hexText(UInt64(telemetry.cipherLow), digits: 8))
      field("salt", hexText(UInt64(telemetry.salt), digits: 4))
      field("check", hexText(UInt64(telemetry.check), digits: 4))
    case .estimoteNearable(let nearable):
      field("id", hexText(nearable.identity, 0..<8))
      field("hardware", Int(nearable.hardware))
      field("firmware", Int(nearable.firmware))
      writeSixteenths("temperature", nearable.temperature)
      field("batteryMillivolts", scaled(nearable.voltage, 3_600, over: 1_023))
      writeFlag("underLoad", nearable.isUnderLoad)
      writeFlag("moving", nearable.isMoving)
      writeVector("accelerationMilliG", nearable.acceleration, 15_625, over: 1_000)
      field("currentMotion", motionText(nearable.currentMotion))
      field("previousMotion", motionText(nearable.previousMotion))
    case .estimoteTelemetryA(let telemetry):
      field("id", hexText(telemetry.identity, 0..<8))
      field("version", Int(telemetry.version))
      writeVector("accelerationMilliG", telemetry.acceleration, 2_000, over: 127)
      field("currentMotion", motionText(telemetry.currentMotion))
      field("previousMotion", motionText(telemetry.previousMotion))
      writeFlag("moving", telemetry.isMoving)
      field("inputs", Int(telemetry.inputs))
      key("pressurePascals")
      if let pressure = telemetry.pressure { fixed(scaled(pressure, 100, over: 256), decimals: 2) } else { null() }
      writeFlag("firmwareError", telemetry.hasFirmwareError)
      writeFlag("clockError", telemetry.hasClockError)
    case .estimoteTelemetryB(let telemetry):
      field("id", hexText(telemetry.identity, 0..<8))
      field("version", Int(telemetry.version))
      writeVector("magneticFieldThousandths", telemetry.magneticField, 1_000, over: 128)
      key("lux")
      fixed(Int(telemetry.light), decimals: 2)
      field("uptime", "\(telemetry.uptime) \(telemetry.uptimeUnit.name)")
      writeSixteenths("temperature", telemetry.temperature)
      field("batteryMillivolts", telemetry.battery.map { Int($0) })
      field("batteryPercent", telemetry.batteryLevel.map { Int($0) })
      writeFlag("firmwareError", telemetry.hasFirmwareError)
      writeFlag("clockError", telemetry.hasClockError)
    case .estimoteOther(let header):
      field("frameType", Int(header.frameType))
      field("version", Int(header.version))
      field("data", hexText(data))
    case .unknown(let unknown):
      if let company = unknown.company { field("companyId", hexText(UInt64(company), digits: 4)) }
      if let service = unknown.service { field("serviceUuid", hexText(UInt64(service), digits: 4)) }
      field("data", hexText(data))
    }
  }

  mutating func field(_ name: String, _ text: String?) {
    key(name)
    value(text)
  }

  mutating func field(_ name: String, _ text: StaticString) {
    key(name)
    value("\(text)")
  }

  mutating func field(_ name: String, _ number: Int?) {
    key(name)
    value(number)
  }

  private mutating func writeFlag(_ name: String, _ flag: Bool) {
    key(name)
    value(flag)
  }

  /// Sixteenths have four exact decimals.
  private mutating func writeSixteenths(_ name: String, _ number: Int16) {
    key(name)
    fixed(Int(number) * 625, decimals: 4)
  }

  private mutating func writeVector(
    _ name: String, _ vector: (x: Int8, y: Int8, z: Int8), _ factor: Int, over divisor: Int
  ) {
    key(name)
    beginArray()
    value(scaled(vector.x, factor, over: divisor))
    value(scaled(vector.y, factor, over: divisor))
    value(scaled(vector.z, factor, over: divisor))
    endArray()
  }
}

/// `number * factor / divisor`, rounded to nearest; at most 32 bits times a factor below 2^16, which fits.
private func scaled(_ number: some FixedWidthInteger, _ factor: Int, over divisor: Int) -> Int {
  (Int(clamping: number) * factor).dividedRounding(by: divisor, .toNearestOrAwayFromZero)
}

private func packetName(_ kind: PacketKind) -> String {
  switch kind {
  case .command: "command"
  case .event: "event"
  case .aclData: "acl"
  case .scoData: "sco"
  case .isoData: "iso"
  case .other: "other"
  case .note: "note"
  }
}

/// Such as "5 s".
private func motionText(_ duration: MotionDuration) -> String { "\(duration.count) \(duration.unit.name)" }

/// Such as "11:22:33:44:55:66".
func addressText(_ address: UInt64) -> String {
  var text = ""
  for index in 0..<6 {
    if index > 0 { text += ":" }
    text += hexText((address >> UInt64(40 - 8 * index)) & 0xFF, digits: 2)
  }
  return text
}

func hexText(_ number: UInt64, digits: Int) -> String {
  var bytes: [UInt8] = []
  for index in 0..<digits {
    bytes.append(hexDigit(UInt8(truncatingIfNeeded: number >> UInt64(4 * (digits - 1 - index)))))
  }
  return String(decoding: bytes, as: UTF8.self)
}

func hexText(_ identity: BeaconIdentity, _ range: Range<Int>) -> String {
  var bytes: [UInt8] = []
  for index in range {
    bytes.append(hexDigit(identity.byte(index) >> 4))
    bytes.append(hexDigit(identity.byte(index)))
  }
  return String(decoding: bytes, as: UTF8.self)
}

func hexText(_ data: RawSpan) -> String {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(2 * data.byteCount)
  for offset in data.byteOffsets {
    let byte = data.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    bytes.append(hexDigit(byte >> 4))
    bytes.append(hexDigit(byte))
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// The low four bits as a digit.
private func hexDigit(_ nibble: UInt8) -> UInt8 {
  let value = nibble & 0x0F
  return value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
}
