/// What a lamp is for. A board has one to four of them; one alone has the role `status` and tells everything.
public enum LampRole: UInt8, Sendable {
  case status
  case radio
  case network
  case event
}
