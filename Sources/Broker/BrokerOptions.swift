import Host

/// A password. It never shows itself in text: not in messages, not when options are printed.
public struct Secret: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible {
  let text: String

  public init(_ text: String) {
    self.text = text
  }

  public var description: String { "(secret)" }
  public var debugDescription: String { "(secret)" }
}

/// How to reach a broker, and as whom.
public struct BrokerOptions: Sendable, Equatable {
  public var address: BrokerAddress
  /// The device's name: its topics are `bluedot/<device>/…`. See `validateDevice(_:)`.
  public var device: String
  /// Two clients with one id throw each other out; by default "bluedot-" and the device's name.
  public var clientId: String
  public var username: String?
  public var password: Secret?
  /// Seconds of silence after which the connection is tried with a ping; 5…65,535.
  public var keepAlive = 30

  /// The first wait between two attempts, in ms; each next one is twice as long.
  public var firstWait: Int64 = 1_000
  /// The longest wait, in ms. A minute: a broker that comes back is found soon, and a fleet doesn't flood it.
  public var longestWait: Int64 = 60_000
  /// Seeds the jitter of the waits; give each run another one.
  public var jitterSeed: UInt64 = 0
  /// How long one attempt may take, from TCP's first packet to CONNACK, in ms.
  public var connectTimeout: Int64 = 10_000
  /// After this many ms a connection counts as stable, so that the next trouble begins with the first wait again.
  public var stableAfter: Int64 = 30_000

  /// Messages of QoS 1 that wait in memory at most; then the oldest goes.
  public var queueCapacity = 1_000
  /// A position that could not be sent at once is sent within this many ms or never.
  public var positionLifetime: Int64 = 2_000

  public init(
    address: BrokerAddress, device: String, clientId: String? = nil, username: String? = nil, password: Secret? = nil
  ) {
    self.address = address
    self.device = device
    self.clientId = clientId ?? "bluedot-\(device)"
    self.username = username
    self.password = password
  }

  /// Checks all that can be checked without a broker.
  public func validate() throws(BrokerError) {
    try Self.validateDevice(device)
    try Self.validateText(clientId, "client id", limit: 256)
    guard !clientId.isEmpty else { throw BrokerError("client id: is empty; give one, or leave it out") }
    if let username { try Self.validateText(username, "user name", limit: 65_535) }
    if let password { try Self.validateText(password.text, "password", limit: 65_535) }
    if password != nil && username == nil { throw BrokerError("password: needs a user name beside it") }
    guard 5...65_535 ~= keepAlive else { throw BrokerError("keep-alive: \(keepAlive) s; expected 5 to 65535") }
    guard 1...65_535 ~= address.port else { throw BrokerError("port: \(address.port); expected 1 to 65535") }
    guard !address.host.isEmpty else { throw BrokerError("host: is empty") }
    try Self.validateText(address.host, "host", limit: 255)
  }

  /// A device's name is one level of a topic: 1…64 bytes without '/', '+', '#' and control characters.
  public static func validateDevice(_ device: String) throws(BrokerError) {
    guard !device.isEmpty else { throw BrokerError("device name: is empty; give 1 to 64 bytes, such as cart-7") }
    try validateText(device, "device name", limit: 64)
    for byte in device.utf8 where byte == 0x2F || byte == 0x2B || byte == 0x23 {
      throw BrokerError("device name '\(device)': may not contain \(name(of: byte)), which has a meaning in topics")
    }
  }

  /// MQTT strings: bounded, and without control characters (MQTT 5 section 1.5.4 forbids U+0000 and advises against
  /// the others). The text isn't repeated: it may be a password, or garble a terminal.
  private static func validateText(_ text: String, _ what: String, limit: Int) throws(BrokerError) {
    guard text.utf8.count <= limit else {
      throw BrokerError("\(what): has \(text.utf8.count) bytes; at most \(limit) are allowed")
    }
    for scalar in text.unicodeScalars where scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value {
      throw BrokerError("\(what): may not contain control characters (U+\(String(scalar.value, radix: 16)))")
    }
  }
}
