import Host

/// A progress line on standard error, shown to people only and not for work of less than a second.
struct Progress {
  private let output = OutputStream.standardError()
  private let label: String
  private let total: Int64
  private let began = Clock.bootMilliseconds
  private var lastShown: Int64 = 0
  private var calls: UInt32 = 0
  private var isShown = false

  /// - Parameter total: amount of work; `nil` when it is not known, and nothing is shown.
  init(label: String, total: Int64?) {
    self.label = label
    self.total = output.isTerminal ? total ?? 0 : 0
  }

  mutating func update(_ done: Int64) {
    guard total > 0 else { return }
    // Asking the clock for every packet would be seen in the replay's time.
    calls &+= 1
    guard calls % 256 == 0 else { return }
    let now = Clock.bootMilliseconds
    guard now - began >= 1_000, now - lastShown >= 200 else { return }
    lastShown = now
    isShown = true
    output.write("\r\(label) \(min(done * 100 / total, 100)) % \u{1B}[K")
    output.flush()
  }

  /// Takes the line away.
  mutating func finish() {
    guard isShown else { return }
    isShown = false
    output.write("\r\u{1B}[K")
    output.flush()
  }
}
