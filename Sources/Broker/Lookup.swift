import CBroker

/// A host name on its way to addresses.
final class Lookup {
  enum State {
    case busy
    case done
    case failed(reason: String)
  }

  private let lookup: OpaquePointer

  /// `nil` when there is no memory.
  init?(_ address: BrokerAddress) {
    guard let lookup = bd_lookup_begin(address.host, Int32(truncatingIfNeeded: address.port)) else { return nil }
    self.lookup = lookup
  }

  deinit { bd_lookup_end(lookup) }

  func step(wait: Int64) -> State {
    let result = bd_lookup_step(lookup, Int32(clamping: wait))
    if result == 0 { return .busy }
    return result > 0 ? .done : .failed(reason: String(cString: bd_lookup_error_text(result)))
  }

  /// The next address in digits.
  func next() -> String? {
    // An IPv6 address with its scope: 45 characters, '%', an interface's name of up to 15, and the final zero.
    var text = [CChar](repeating: 0, count: 64)
    let found = text.withUnsafeMutableBufferPointer { bd_lookup_next(lookup, $0.baseAddress, $0.count) }
    guard found else { return nil }
    return text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
  }
}
