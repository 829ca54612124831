import Host
import Regions

extension Section {
  static func regionSettings() -> [Setting] {
    [
      regionSetting("uuid") { region, text throws(ValueFault) in
        region.uuid = try Values.uuid(text)
      } text: { region in
        region.kind == .iBeacon ? Values.uuidText(high: region.high, low: region.low) : nil
      },
      regionSetting("major") { region, text throws(ValueFault) in
        region.major = UInt16(try Values.number(text, in: 0...65_535))
      } text: { region in
        region.kind == .iBeacon && region.tailMask != 0 ? String(region.tail >> 16) : nil
      },
      regionSetting("minor") { region, text throws(ValueFault) in
        region.minor = UInt16(try Values.number(text, in: 0...65_535))
      } text: { region in
        region.kind == .iBeacon && region.tailMask == .max ? String(region.tail & 0xFFFF) : nil
      },
      regionSetting("namespace") { region, text throws(ValueFault) in
        guard let bytes = Values.bytes(text, count: 10) else {
          throw .expected("an Eddystone namespace: 20 hexadecimal digits")
        }
        region.namespace = (Values.integer(bytes[0..<8]), UInt16(Values.integer(bytes[8..<10])))
      } text: { region in
        region.kind == .eddystone
          ? Values.hexText(region.high, digits: 16) + Values.hexText(region.low >> 48, digits: 4) : nil
      },
      regionSetting("instance") { region, text throws(ValueFault) in
        guard let bytes = Values.bytes(text, count: 6) else {
          throw .expected("an Eddystone instance: 12 hexadecimal digits")
        }
        region.instance = Values.integer(bytes[...])
      } text: { region in
        region.kind == .eddystone && region.lowMask == .max
          ? Values.hexText(region.low & 0xFFFF_FFFF_FFFF, digits: 12) : nil
      },
      regionSetting("organisation") { region, text throws(ValueFault) in
        region.organisation = try Values.uuid(text)
      } text: { region in
        region.kind == .organisation ? Values.uuidText(high: region.high, low: region.low) : nil
      },
      regionSetting("sightings") { region, text throws(ValueFault) in
        region.entrySightings = UInt8(try Values.number(text, in: 1...255))
      } text: { region in
        String(region.entrySightings)
      },
      regionSetting("exit-after") { region, text throws(ValueFault) in
        region.exitAfter = try Values.duration(text, in: 1_000...86_400_000)
      } text: { region in
        Values.durationText(region.exitAfter)
      },
      Setting("range") { draft, text, _ throws(ValueFault) in
        let isRanged = try Values.flag(text)
        guard draft.regions.indices.contains(draft.region) else { return }
        draft.regions[draft.region].isRanged = isRanged
      } text: { configuration, index in
        configuration.regions.indices.contains(index) ? Values.flagText(configuration.regions[index].ranges) : nil
      },
    ]
  }

  private static func regionSetting(
    _ name: String, take: @escaping (inout RegionDraft, String) throws(ValueFault) -> Void,
    text: @escaping (Region) -> String?
  ) -> Setting {
    Setting(name) { draft, value, _ throws(ValueFault) in
      guard draft.regions.indices.contains(draft.region) else { return }
      try take(&draft.regions[draft.region], value)
    } text: { configuration, index in
      configuration.regions.indices.contains(index) ? text(configuration.regions[index]) : nil
    }
  }
}

extension RegionDraft {
  /// Regions that the monitor watches at most.
  static let limit = 64

  /// The region, or what is wrong with it.
  func region() throws(ValueFault) -> Region {
    let kinds = (uuid != nil ? 1 : 0) + (namespace != nil ? 1 : 0) + (organisation != nil ? 1 : 0)
    guard kinds == 1 else {
      if kinds > 1 {
        throw .other("[region \(name)] has more than one of uuid, namespace and organisation; expected one of them")
      }
      throw .other("[region \(name)] does not say which beacons it has; expected uuid, namespace or organisation")
    }
    guard minor == nil || major != nil else { throw .other("[region \(name)] has a minor and no major") }
    guard uuid != nil || major == nil else { throw .other("[region \(name)] has a major and no uuid") }
    guard namespace != nil || instance == nil else {
      throw .other("[region \(name)] has an instance and no namespace")
    }
    if let uuid {
      return Region(
        uuidHigh: uuid.high, uuidLow: uuid.low, major: major, minor: minor, entrySightings: entrySightings,
        exitAfter: exitAfter)
    }
    if let namespace {
      return Region(
        namespaceHigh: namespace.high, namespaceLow: namespace.low, instance: instance,
        entrySightings: entrySightings, exitAfter: exitAfter)
    }
    let identity = organisation ?? (0, 0)
    return Region(
      organisationHigh: identity.high, organisationLow: identity.low, entrySightings: entrySightings,
      exitAfter: exitAfter)
  }
}
