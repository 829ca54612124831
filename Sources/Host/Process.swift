import CHost

/// The running program: its arguments, its environment, its end.
public enum Process {
  /// The arguments after the program's name. (Embedded Swift has no `CommandLine`.)
  public static var arguments: [String] {
    var list: [String] = []
    var index: Int32 = 1
    while let text = bd_argument(index) {
      list.append(String(cString: text))
      index += 1
    }
    return list
  }

  public static func environment(_ name: String) -> String? {
    guard let value = bd_environment(name) else { return nil }
    return String(cString: value)
  }

  /// The host's name as the kernel has it; empty when it has none.
  public static var hostName: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
      guard let base = text.baseAddress, bd_host_name(base, text.count) == 0 else { return "" }
      return String(cString: base)
    }
  }

  /// Ends the program. Flush what was written first.
  public static func exit(_ code: Int32) -> Never { bd_exit(code) }
}

extension Process {
  /// A number that differs from run to run, from the kernel's random source; the boot clock where that fails.
  public static func randomSeed() -> UInt64 {
    var seed: UInt64 = 0
    let result = withUnsafeMutableBytes(of: &seed) { bytes -> Int32 in
      guard let base = bytes.baseAddress else { return -1 }
      return bd_random(base, bytes.count)
    }
    return result == 0 ? seed : UInt64(bitPattern: bd_boot_milliseconds())
  }
}
