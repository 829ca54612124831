/// errno values that the radio tells apart; the same numbers on arm64 and x86_64 Linux.
enum ErrorCode {
  static let notPermitted: Int32 = 1  // EPERM
  static let inputOutput: Int32 = 5  // EIO
  static let tryAgain: Int32 = 11  // EAGAIN
  static let noMemory: Int32 = 12  // ENOMEM
  static let accessDenied: Int32 = 13  // EACCES
  static let busy: Int32 = 16  // EBUSY
  static let noDevice: Int32 = 19  // ENODEV
  static let brokenPipe: Int32 = 32  // EPIPE
  static let badDescriptor: Int32 = 77  // EBADFD
  static let noProtocol: Int32 = 93  // EPROTONOSUPPORT
  static let noFamily: Int32 = 97  // EAFNOSUPPORT
  static let networkDown: Int32 = 100  // ENETDOWN
  static let connectionReset: Int32 = 104  // ECONNRESET
  static let noBuffers: Int32 = 105  // ENOBUFS
  static let notConnected: Int32 = 107  // ENOTCONN
  static let already: Int32 = 114  // EALREADY
  static let blockedByRfkill: Int32 = 132  // ERFKILL

  /// A capability is missing.
  static func isPermission(_ code: Int32) -> Bool { code == notPermitted || code == accessDenied }

  /// The kernel has no Bluetooth, or hides it.
  static func isNoBluetooth(_ code: Int32) -> Bool { code == noFamily || code == noProtocol }

  /// The controller behind a socket is no more.
  static func isGone(_ code: Int32) -> Bool {
    code == noDevice || code == brokenPipe || code == badDescriptor || code == connectionReset || code == notConnected
  }
}
