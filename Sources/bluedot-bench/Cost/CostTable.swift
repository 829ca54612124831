import Foundation

/// What each stage costs per advertisement, in time and against the read loops of the same run.
struct CostTable {
  /// Rounds of measurement; in each, every stage runs once, so that a slow moment of the machine meets all alike.
  static var rounds: Int { 9 }

  private let trace: PacketTrace
  private let advertisements: Int
  /// Stages in order, with the median over the rounds in ns per advertisement.
  private var medians: [(name: String, nanoseconds: Double)] = []
  /// Sum of all results. It is printed, so that the optimiser cannot drop the work.
  private var checksum: UInt64 = 0

  init(trace: PacketTrace, advertisements: Int) throws(Failure) {
    self.trace = trace
    self.advertisements = advertisements
    var stages: [any Stage] = []
    for type in Stages.all { stages.append(try type.init(trace: trace)) }
    // Once around beforehand: caches, branch predictors, and whatever is set up at first use.
    for index in stages.indices { checksum &+= try stages[index].run(count: trace.count) }
    var times: [[Double]] = stages.map { _ in [] }
    for _ in 0..<Self.rounds {
      for index in stages.indices {
        let start = Self.now()
        checksum &+= try stages[index].run(count: advertisements)
        times[index].append((Self.now() - start) / Double(advertisements))
      }
    }
    for (type, times) in zip(Stages.all, times) {
      medians.append((type.name, times.sorted()[times.count / 2]))
    }
  }

  var plainText: String {
    var text = """
      \(trace.session.name): \(trace.count) packets, \(trace.bytes.count) bytes, \(trace.session.beacons.count) beacons
      \(advertisements) advertisements a round, median of \(Self.rounds) rounds, CPU time
        stage              ns/adv    × read  × read-packet

      """
    let reference = { (name: String) in medians.first { $0.name == name }?.nanoseconds ?? .nan }
    for (name, nanoseconds) in medians {
      let numbers = String(
        format: "%10.1f%10.2f%15.2f", nanoseconds, nanoseconds / reference(ReadLoop.name),
        nanoseconds / reference(PacketReadLoop.name))
      text += "  " + name + String(repeating: " ", count: max(15 - name.count, 1)) + numbers + "\n"
    }
    return text + "  (checksum \(checksum))\n"
  }

  /// CPU time of this thread in ns, the kernel's part for it included. On a busy machine it stays where it is on a quiet
  /// one (parse: 25 ns both times), while elapsed time doubles or triples.
  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
