import FixedPoint

@testable import Lamps

extension LampPattern {
  static var all: [LampPattern] { (0..<UInt8(count)).compactMap { LampPattern(rawValue: $0) } }
}

extension LampRole {
  static var all: [LampRole] { (0..<UInt8(count)).compactMap { LampRole(rawValue: $0) } }
}

extension LampRhythm {
  var times: [Int] { (0..<count).map { Int(self[$0]) } }
}

extension LampRoles {
  static func only(_ roles: [LampRole]) -> LampRoles {
    var set = LampRoles()
    for role in roles { set.insert(role) }
    return set
  }

  /// All sixteen boards, the one without lamps included.
  static var allBoards: [LampRoles] {
    (0..<16).map { bits in only(LampRole.all.filter { bits >> $0.rawValue & 1 == 1 }) }
  }
}

extension LampConditions {
  /// Every combination there is.
  static var all: [LampConditions] {
    let modes = (0...UInt8(6)).compactMap { LampMode(rawValue: $0) }
    let radios = (0...UInt8(6)).compactMap { LampRadio(rawValue: $0) }
    let networks = (0...UInt8(4)).compactMap { LampNetwork(rawValue: $0) }
    var list: [LampConditions] = []
    for mode in modes {
      for radio in radios {
        for network in networks {
          for bits in 0..<8 {
            list.append(
              LampConditions(
                mode: mode, radio: radio, hears: bits & 1 != 0, network: network, clockSet: bits & 2 != 0,
                configurationWrong: bits & 4 != 0))
          }
        }
      }
    }
    return list
  }

  /// Everything as it should be.
  static var fine: LampConditions {
    LampConditions(mode: .tracking, radio: .works, hears: true, network: .connected)
  }

  func with(_ change: (inout LampConditions) -> Void) -> LampConditions {
    var conditions = self
    change(&conditions)
    return conditions
  }
}

extension LampBoard {
  /// The role's lamp from `start` on, "#" lit and "." dark, one character each 100 ms.
  func drawing(_ role: LampRole, from start: Milliseconds, _ count: Int) -> String {
    String((0..<count).map { isLit(role, at: start + Milliseconds($0) * 100) ? "#" : "." })
  }
}
