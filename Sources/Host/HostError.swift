import CHost

/// A failed call to the operating system, in words for the person who reads the message.
public struct HostError: Error {
  /// What was tried, such as "open walk.btsnoop".
  public var action: String
  /// The errno value.
  public var code: Int32

  public init(action: String, code: Int32) {
    self.action = action
    self.code = code
  }

  /// "cannot open walk.btsnoop: No such file or directory".
  public var message: String { "cannot \(action): \(String(cString: bd_error_text(code)))" }
}
