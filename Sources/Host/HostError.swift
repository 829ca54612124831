import CHost

/// A failed call to the operating system, in words for the person who reads the message.
public struct HostError: Error {
  /// What was tried, such as "open".
  public var action: String
  /// What it was tried on, such as "walk.btsnoop"; `nil` when the action says it all.
  public var subject: String?
  /// The errno value.
  public var code: Int32

  public init(action: String, on subject: String? = nil, code: Int32) {
    self.action = action
    self.subject = subject
    self.code = code
  }

  /// "cannot open walk.btsnoop: No such file or directory".
  public var message: String { "cannot \(action)\(subject.map { " \($0)" } ?? ""): \(reason)" }

  /// The same where the subject has just been named: "cannot open it: No such file or directory".
  public var messageBesideSubject: String { "cannot \(action)\(subject == nil ? "" : " it"): \(reason)" }

  /// "No such file or directory".
  public var reason: String { String(cString: bd_error_text(code)) }
}
