/// How much of the time the radio shall listen: the agent's order to the radio.
public enum ScanDuty: UInt8, Sendable, CaseIterable {
  /// Not at all: the agent is stopped.
  case off
  /// Now and then, for the region monitor: nothing of the site is heard, or the board rests.
  case idle
  /// Nearly always: no position yet.
  case searching
  /// Often enough for positions.
  case tracking
}
