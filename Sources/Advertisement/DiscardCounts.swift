/// How often each `DiscardReason` occurred, and where it last did. Counts stop at their largest value.
public struct DiscardCounts: Sendable {
  private var counts: InlineArray<29, UInt32>
  private var offsets: InlineArray<29, UInt16>

  public init() {
    counts = InlineArray(repeating: 0)
    offsets = InlineArray(repeating: 0)
  }

  public subscript(reason: DiscardReason) -> UInt32 {
    let index = Int(reason.rawValue)
    return index < counts.count ? counts[index] : 0
  }

  /// Offset in bytes of the latest discard for this reason; 0 when there was none.
  ///
  /// It counts from the packet's first byte (an H4 type byte included) to the beginning of the bad structure. In data
  /// joined from fragments it counts from the beginning of the joined data.
  public func lastOffset(of reason: DiscardReason) -> Int {
    let index = Int(reason.rawValue)
    return index < offsets.count ? Int(offsets[index]) : 0
  }

  /// Sum over all reasons.
  public var total: UInt64 {
    var sum: UInt64 = 0
    for index in counts.indices { sum &+= UInt64(counts[index]) }
    return sum
  }

  /// Calls `visit` for each reason that occurred, in the order of `DiscardReason`.
  public func forEach(_ visit: (DiscardReason, UInt32) -> Void) {
    for index in counts.indices where counts[index] > 0 {
      if let reason = DiscardReason(rawValue: UInt8(truncatingIfNeeded: index)) { visit(reason, counts[index]) }
    }
  }

  mutating func count(_ reason: DiscardReason, at offset: Int, times: Int = 1) {
    let index = Int(reason.rawValue)
    guard index < counts.count else { return }
    let (sum, overflow) = counts[index].addingReportingOverflow(UInt32(clamping: times))
    counts[index] = overflow ? .max : sum
    offsets[index] = UInt16(clamping: offset)
  }
}
