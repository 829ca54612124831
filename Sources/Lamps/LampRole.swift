/// What a lamp is for. A board has one to four of them; one alone has the role `status` and tells everything.
public enum LampRole: UInt8, Sendable {
  case status
  case radio
  case network
  case event

  /// Number of roles.
  public static var count: Int { Int(LampRole.event.rawValue) + 1 }

  /// Name in options, the configuration and messages.
  public var name: StaticString {
    switch self {
    case .status: "status"
    case .radio: "radio"
    case .network: "network"
    case .event: "event"
    }
  }
}

/// Which roles have a lamp.
public struct LampRoles: Sendable, Equatable {
  private var bits: UInt8 = 0

  public init(status: Bool = false, radio: Bool = false, network: Bool = false, event: Bool = false) {
    if status { insert(.status) }
    if radio { insert(.radio) }
    if network { insert(.network) }
    if event { insert(.event) }
  }

  /// A board with four lamps.
  public static var all: LampRoles { LampRoles(status: true, radio: true, network: true, event: true) }

  public var isEmpty: Bool { bits == 0 }
  public func contains(_ role: LampRole) -> Bool { bits & bit(of: role) != 0 }
  public mutating func insert(_ role: LampRole) { bits |= bit(of: role) }
  public mutating func remove(_ role: LampRole) { bits &= ~bit(of: role) }

  /// The lamp that tells what belongs to `role`: the role's own, or the status lamp, or the first that there is.
  public func home(of role: LampRole) -> LampRole? {
    if contains(role) { return role }
    if contains(.status) { return .status }
    for index in 0..<UInt8(LampRole.count) {
      if let other = LampRole(rawValue: index), contains(other) { return other }
    }
    return nil
  }

  private func bit(of role: LampRole) -> UInt8 { 1 << role.rawValue }
}
