import Broker
import FixedPoint
import Lamps
import Lines
import Regions

/// A configuration while its files are read: what belongs together may be spread over several lines and files.
struct Draft {
  var configuration = Configuration()
  /// Where the device's name was set.
  var devicePlace: Place?
  /// Where the hook was set.
  var hookPlace: Place?
  var broker = BrokerDraft()
  var lamps = LampsDraft()
  var motion = LineDraft()
  var regions: [RegionDraft] = []
  /// The region whose section is being read.
  var region = 0
}

struct BrokerDraft {
  /// Where the password comes from.
  enum Password {
    case text(String)
    case file(path: String)
    case credential(name: String)
  }

  /// Where the section is first spoken of; `nil`: there is no broker.
  var place: Place?
  var host: BrokerAddress?
  var port: Int?
  var username: String?
  var password: (source: Password, place: Place)?
  var clientId: String?
  var keepAlive: Int?
}

/// One GPIO line.
struct LineDraft {
  var line: (LineAddress.Line, Place)?
  var chip: (String, Place)?
  var isActiveLow: (Bool, Place)?

  /// - Parameters:
  ///   - chip: what counts when the line has no chip of its own.
  func address(chip common: String? = nil, isActiveLow commonLow: Bool = false) -> LineAddress? {
    guard let line else { return nil }
    return LineAddress(chip: chip?.0 ?? common, line: line.0, isActiveLow: isActiveLow?.0 ?? commonLow)
  }
}

struct LampsDraft {
  /// In the order of `LampsDraft.roles`.
  static let roles: [LampRole] = [.status, .radio, .network, .event]
  static func name(of role: LampRole) -> String {
    switch role {
    case .status: "status"
    case .radio: "radio"
    case .network: "network"
    case .event: "event"
    }
  }

  var chip: String?
  var isActiveLow = false
  var lines = [LineDraft](repeating: LineDraft(), count: roles.count)
}

/// One region, whose identity is one of three kinds.
struct RegionDraft {
  var name: String
  /// Its first heading.
  var place: Place
  var uuid: (high: UInt64, low: UInt64)?
  var major: UInt16?
  var minor: UInt16?
  var namespace: (high: UInt64, low: UInt16)?
  var instance: UInt64?
  var organisation: (high: UInt64, low: UInt64)?
  var entrySightings: UInt8 = 1
  var exitAfter = Region.usualExitAfter
  var isRanged = false

  init(name: String, place: Place) {
    self.name = name
    self.place = place
  }
}
