import FixedPoint

/// Decides which changes of state are worth a line. Pure.
///
/// A trouble that comes again and again is told the first time; then only if it lasts. What was told is forgotten once
/// the radio is found well, or when there is too much of it.
struct ReportFilter {
  /// How long a known trouble lasts before it is told again, ms; longer each time.
  private static let firstPatience: Milliseconds = 30_000
  private static let longestPatience: Milliseconds = 3_600_000
  /// Texts remembered.
  private static let capacity = 32

  private var known: [String] = []
  private var lastGood: String?
  private var isTroubleTold = false
  private var pendingSince: Milliseconds?
  private var patience = DoublingWait(first: firstPatience, longest: longestPatience)
  private var limit: Milliseconds

  init() { limit = patience.next() }

  /// When `isDue(now:)` may become true.
  var deadline: Milliseconds { pendingSince.map { $0.addingSaturating(limit) } ?? .max }

  /// True when a good state is to be told.
  mutating func good(_ text: String) -> Bool {
    pendingSince = nil
    guard isTroubleTold || lastGood != text else { return false }
    isTroubleTold = false
    lastGood = text
    return true
  }

  /// True when a trouble is to be told.
  mutating func trouble(_ text: String, now: Milliseconds) -> Bool {
    guard isNew(text) else {
      if !isTroubleTold && pendingSince == nil { pendingSince = now }
      return false
    }
    pendingSince = nil
    isTroubleTold = true
    return true
  }

  /// True when a notice is to be told: not the same one twice.
  mutating func isNew(_ text: String) -> Bool {
    guard !known.contains(where: { $0 == text }) else { return false }
    if known.count >= Self.capacity { known.removeAll() }
    known.append(text)
    return true
  }

  /// True, once, when the trouble that is known lasts.
  mutating func isDue(now: Milliseconds) -> Bool {
    guard now >= deadline else { return false }
    pendingSince = nil
    isTroubleTold = true
    limit = patience.next()
    return true
  }

  /// The radio is well: what comes next is new.
  mutating func settle() {
    known.removeAll()
    patience.reset()
    limit = patience.next()
  }
}
